#include "cli/parser.h"

#include <deque>

#include <CLI/CLI.hpp>

#include "base/text.h"

namespace leeway::cli {
namespace {

// Where the library puts what it reads until the command is known.
struct Slot {
  std::string name;
  std::string value;
  std::vector<std::string> values;  // of an option that repeats
  CLI::Option* option = nullptr;
};

struct Node {
  CLI::App* app = nullptr;
  const Command* command = nullptr;
  std::deque<Slot> slots;
};

std::string slot_name(const std::string& option) {
  const auto names = split(option, ",");
  const std::string& last = names.back();
  return last.substr(std::min(last.find_first_not_of('-'), last.size()));
}

void add_options(CLI::App& app, const std::vector<OptionSpec>& options, std::deque<Slot>& slots) {
  std::map<std::string, CLI::Option*> by_name;
  for (const auto& spec : options) {
    Slot& slot = slots.emplace_back(Slot{slot_name(spec.name), "", {}, nullptr});
    if (spec.value.empty()) {
      slot.option = app.add_flag(spec.name, spec.help)->disable_flag_override();
    } else {
      slot.option = spec.repeats ? app.add_option(spec.name, slot.values, spec.help)
                                       ->expected(1)
                                       ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
                                 : app.add_option(spec.name, slot.value, spec.help);
      slot.option->type_name(spec.value);
      if (!spec.choices.empty())
        slot.option->check(CLI::IsMember(spec.choices))->type_name(spec.value);
    }
    if (spec.required) slot.option->required();
    by_name[spec.name] = slot.option;
  }
  for (const auto& spec : options)
    for (const auto& other : spec.conflicts)
      if (by_name.contains(other)) by_name[spec.name]->excludes(by_name[other]);
}

void add_command(CLI::App& parent, const Command& command, std::deque<Node>& nodes) {
  Node& node = nodes.emplace_back();
  node.command = &command;
  node.app = parent.add_subcommand(command.name, command.summary);
  if (!command.example.empty()) node.app->footer("Example:\n  " + command.example);
  node.app->fallthrough();
  node.app->get_formatter()->column_width(28);
  add_options(*node.app, command.options, node.slots);
  for (const auto& child : command.children) add_command(*node.app, child, nodes);
}

// "leeway state" of the command `state`.
std::string path_of(const CLI::App& app) {
  const auto* parent = app.get_parent();
  return parent ? path_of(*parent) + " " + app.get_name() : app.get_name();
}

// What `leeway` alone says.
std::string short_help(std::span<const Command> commands) {
  std::string text =
      "leeway keeps SQL tables true while schemas and data drift.\n\n"
      "A first look:  leeway init; leeway doctor; leeway plan; leeway run\n\n"
      "Commands:\n";
  for (const auto& command : commands)
    text += fmt::format("  {:<10}{}\n", command.name, command.summary);
  return text + "\nSee `leeway --help` for options, `leeway COMMAND --help` for a command.\n";
}

void take(const std::deque<Slot>& slots, Arguments& arguments) {
  for (const auto& slot : slots) {
    if (slot.option->count() == 0) continue;
    if (slot.values.empty())
      arguments.set(slot.name, slot.value);
    else
      arguments.set_all(slot.name, slot.values);
  }
}

// Every spelling of an option: "-c" and "--config" of "-c,--config".
void add_spellings(const std::vector<OptionSpec>& options,
                   std::map<std::string, bool>& takes_value) {
  for (const auto& option : options)
    for (const auto& spelling : split(option.name, ","))
      if (spelling.starts_with('-')) takes_value[spelling] = !option.value.empty();
}

const Command* find_command(std::span<const Command> commands, std::string_view name) {
  const auto found = std::ranges::find(commands, name, &Command::name);
  return found == commands.end() ? nullptr : &*found;
}

// The first word that is no command, or the first option that the command does not have, with the
// nearest right spelling; "" when neither is the trouble.
std::string misspelling(std::span<const Command> commands, std::span<const char* const> arguments) {
  std::map<std::string, bool> options{
      {"-h", false}, {"--help", false}, {"-V", false}, {"--version", false}};
  add_spellings(global_options(), options);
  const Command* command = nullptr;
  std::span<const Command> level = commands;
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    const std::string word = arguments[i];
    if (word.starts_with('-') && word.size() > 1) {
      const auto known = options.find(word.substr(0, word.find('=')));
      if (known == options.end()) {
        std::vector<std::string> names;
        for (const auto& [name, value] : options) names.push_back(name);
        return fmt::format("unknown option '{}'{}{}", printable(word),
                           command ? " of " + command->name : "", did_you_mean(word, names));
      }
      if (known->second && !word.contains('=')) ++i;
      continue;
    }
    if (const Command* next = find_command(level, word)) {
      command = next;
      level = next->children;
      add_spellings(next->options, options);
    } else if (!command) {
      std::vector<std::string> names;
      for (const auto& known : commands) names.push_back(known.name);
      return fmt::format("unknown command '{}'{}", printable(word), did_you_mean(word, names));
    }
  }
  return "";
}

// The command that the words name; null where they name none.
const Command* named_command(std::span<const Command> commands,
                             std::span<const char* const> arguments) {
  std::map<std::string, bool> options;
  add_spellings(global_options(), options);
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    const std::string word = arguments[i];
    if (const auto option = options.find(word); option != options.end() && option->second) ++i;
    if (!word.starts_with('-')) return find_command(commands, word);
  }
  return nullptr;
}

// Every option that may stand in the arguments of a command.
std::vector<OptionSpec> options_of(const Command* command) {
  auto options = global_options();
  if (!command) return options;
  options.insert(options.end(), command->options.begin(), command->options.end());
  for (const auto& child : command->children)
    options.insert(options.end(), child.options.begin(), child.options.end());
  return options;
}

// What is wrong with a known option as it was given: told twice, without its value, with a value
// that it does not take. "" when nothing is.
std::string misuse(const std::vector<OptionSpec>& options, std::span<const char* const> arguments) {
  std::map<std::string, const OptionSpec*> by_spelling;
  for (const auto& option : options)
    for (const auto& spelling : split(option.name, ","))
      if (spelling.starts_with('-')) by_spelling[spelling] = &option;
  std::map<const OptionSpec*, int> given;
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    const std::string word = arguments[i];
    const auto found = by_spelling.find(word.substr(0, word.find('=')));
    if (found == by_spelling.end()) continue;
    const auto& [spelling, option] = *found;
    if (option->value.empty()) {
      if (word.contains('=')) return fmt::format("{} takes no value", spelling);
      continue;
    }
    if (++given[option] > 1) return fmt::format("only one {} is taken", spelling);
    const bool inside = word.contains('=');
    if (!inside && i + 1 == arguments.size())
      return fmt::format("{} needs a value: {} {}", spelling, spelling, option->value);
    const std::string value = inside ? word.substr(word.find('=') + 1) : arguments[++i];
    if (!option->choices.empty() &&
        std::ranges::find(option->choices, value) == option->choices.end())
      return fmt::format("{} cannot be '{}'; it can be {}{}", spelling, printable(value),
                         join(option->choices, ", "), did_you_mean(value, option->choices));
  }
  for (const auto& [option, count] : given)
    for (const auto& other : option->conflicts)
      if (std::ranges::any_of(arguments, [&](std::string_view word) { return word == other; }))
        return fmt::format("{} and {} exclude each other", option->name, other);
  return "";
}

std::string explained(const CLI::ParseError& error, std::span<const Command> commands,
                      std::span<const char* const> arguments) {
  const Command* command = named_command(commands, arguments);
  if (std::string what = misuse(options_of(command), arguments); !what.empty()) return what;
  if (dynamic_cast<const CLI::RequiredError*>(&error) && command)
    for (const auto& option : command->options)
      if (option.required)
        return fmt::format("`leeway {}` needs {}: {}", command->name, option.value, option.help);
  if (dynamic_cast<const CLI::ExtrasError*>(&error) && command)
    return fmt::format("`leeway {}` was given more words than it takes", command->name);
  return error.what();
}

}  // namespace

std::vector<OptionSpec> global_options() {
  return {
      {"-c,--config", "FILE", "Project (default: leeway.toml or rocky.toml)", false, {}, {}},
      {"-o,--output",
       "FORMAT",
       "default: table on a terminal, else json",
       false,
       {"table", "json", "yaml", "md"},
       {}},
      {"--state-path", "FILE", "State store (default: beside the project)", false, {}, {}},
      {"--state-namespace", "KEY", "Keep a state store of its own under this key", false, {}, {}},
      {"-q,--quiet", "", "Print nothing but data and errors", false, {}, {}},
      {"-v,--verbose", "", "Tell every statement and its time on stderr", false, {}, {}},
      {"--no-color", "", "Never use colours", false, {}, {}},
      {"--progress",
       "WHEN",
       "live line, a line every 5 s, or nothing",
       false,
       {"auto", "plain", "none"},
       {}},
      {"--principal",
       "WHO",
       "human or agent; accepted, has no effect",
       false,
       {"human", "agent"},
       {}},
  };
}

Result<Parsed> parse(std::span<const Command> commands, std::span<const char* const> arguments) {
  CLI::App app{
      "leeway keeps SQL tables true while schemas and data drift.\n"
      "Run `leeway COMMAND --help` for a command's options."};
  app.name("leeway");
  app.set_version_flag("-V,--version", "leeway " LEEWAY_VERSION);
  app.require_subcommand(0, 1);
  app.get_formatter()->column_width(28);
  std::deque<Slot> globals;
  add_options(app, global_options(), globals);
  std::deque<Node> nodes;
  for (const auto& command : commands) add_command(app, command, nodes);

  Parsed parsed;
  try {
    app.parse(static_cast<int>(arguments.size()), arguments.data());
  } catch (const CLI::CallForHelp&) {
    const CLI::App* shown = &app;
    for (const auto& node : nodes)
      if (node.app->parsed()) shown = node.app;
    parsed.text = shown == &app ? app.help() : shown->help(path_of(*shown->get_parent()));
    return parsed;
  } catch (const CLI::CallForVersion& version) {
    parsed.text = std::string(version.what()) + "\n";
    return parsed;
  } catch (const CLI::ParseError& error) {
    std::string what = misspelling(commands, arguments);
    if (what.empty()) what = explained(error, commands, arguments);
    const auto* command = named_command(commands, arguments);
    return fail(ErrorCode::usage, "{}",
                sentences({what, fmt::format("See `leeway {}--help`",
                                             command ? command->name + " " : "")}));
  }
  take(globals, parsed.arguments);
  for (const auto& node : nodes) {
    if (!node.app->parsed()) continue;
    parsed.command = node.command;
    take(node.slots, parsed.arguments);
  }
  if (!parsed.command) parsed.text = short_help(commands);
  return parsed;
}

}  // namespace leeway::cli
