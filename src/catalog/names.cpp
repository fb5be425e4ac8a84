#include "catalog/names.h"

#include "base/text.h"

namespace leeway::catalog {
namespace {

// A part with a dot or a quote in it is quoted: two different tables never share a path.
void append_part(std::string& path, const std::string& part) {
  if (part.empty()) return;
  if (!path.empty()) path += '.';
  const bool plain = part.find_first_of(".\"") == std::string::npos;
  path += plain ? part : '"' + replace_all(part, "\"", "\"\"") + '"';
}

}  // namespace

std::string TableName::display() const {
  std::string path;
  append_part(path, catalog);
  append_part(path, schema);
  append_part(path, table);
  return path;
}

std::string display(const SchemaName& name) {
  std::string path;
  append_part(path, name.catalog);
  append_part(path, name.schema);
  return path;
}

}  // namespace leeway::catalog
