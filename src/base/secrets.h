// Keeps secrets out of everything that leaves the program.
//
// Whoever reads a secret (the config room) registers its value here; whoever writes text for people
// or files (errors, logs, reports, plans, state) passes it through redact() first.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace leeway {

class Redactor {
 public:
  // Registers a secret value. Values shorter than four bytes are not registered: replacing them
  // would mangle ordinary text.
  void add(std::string_view secret);
  // The text with every registered secret, plain, URL-encoded or as JSON writes it, replaced by
  // "***"; longest first.
  std::string redact(std::string text) const;
  bool empty() const { return secrets_.empty(); }

  // The text with every secret replaced by a mark that unseal() of a Redactor with the same secrets
  // turns back: for files that must hold no secret and yet be read again.
  std::string seal(std::string text) const;
  std::string unseal(std::string text) const;

 private:
  struct LongestFirst {
    bool operator()(const std::string& a, const std::string& b) const {
      return a.size() != b.size() ? a.size() > b.size() : a < b;
    }
  };
  std::set<std::string, LongestFirst> secrets_;
};

}  // namespace leeway
