#include "catalog/names.h"

namespace leeway::catalog {
namespace {

void append_part(std::string& path, const std::string& part) {
  if (part.empty()) return;
  if (!path.empty()) path += '.';
  path += part;
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
