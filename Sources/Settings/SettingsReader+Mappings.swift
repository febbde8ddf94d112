import Interchange
import TOMLKit

// Mappings, which users write in the configuration and the program in its own file.
extension SettingsReader {
  /// Reads `[import.mappings.NAME]` of the configuration, a table with a field for each column.
  mutating func readImport(_ value: any TOMLValueConvertible) {
    let form = "Write [import.mappings.NAME]"
    guard let table = value.table else { return note(["import"], "import must be a table. \(form)") }
    for key in table.keys where key != "mappings" { noteUnknown(["import", key], among: ["mappings"]) }
    guard let value = table["mappings"] else { return }
    let path = ["import", "mappings"]
    guard let mappings = value.table else { return note(path, "import.mappings must be a table. \(form)") }
    for name in mappings.keys.sorted() {
      guard checkName(name, path + [name]), let columns = mappings[name],
        let assignments = assignments(columns, path + [name], name)
      else {
        faultyMappings.append(name)
        continue
      }
      preferences.mappings.append(SavedMapping(name: name, assignments: assignments))
    }
  }

  /// Reads the file that the program writes.
  mutating func readSavedMappings() {
    guard let table = parse() else { return }
    for name in table.keys.sorted() where checkName(name, [name]) {
      let saved = table[name]?.table
      guard
        let assignments = assignments(
          saved?[SavedMappingsFile.columnsKey], [name, SavedMappingsFile.columnsKey], name),
        let identity = identity(saved?[SavedMappingsFile.identityKey], name)
      else {
        faultyMappings.append(name)
        continue
      }
      preferences.mappings.append(SavedMapping(name: name, assignments: assignments, identity: identity))
    }
  }

  /// Returns whether a mapping can have this name; notes the mistake if it cannot.
  private mutating func checkName(_ name: String, _ path: [String]) -> Bool {
    if SavedMapping.isValidName(name) { return true }
    note(path, "the name of a mapping must be one line of at most \(SavedMapping.maxNameLength) characters")
    return false
  }

  /// Returns the assignments of a mapping; notes all mistakes, and returns `nil` if there is one.
  ///
  /// The other assignments alone could import a column as the wrong field.
  private mutating func assignments(
    _ value: (any TOMLValueConvertible)?, _ path: [String], _ name: String
  ) -> [ColumnAssignment]? {
    let consequence = ". The mapping “\(name)” cannot be used"
    guard let table = value?.table else {
      note(path, "the mapping “\(name)” has no [\(path.joined(separator: "."))] and cannot be used")
      return nil
    }
    var assignments: [ColumnAssignment] = []
    var isValid = true
    for column in table.keys.sorted(by: { position(of: path + [$0]) < position(of: path + [$1]) }) {
      if let role = table[column]?.string.flatMap(ColumnMapping.Role.init(named:)) {
        assignments.append(ColumnAssignment(column: column, role: role))
        accepted[path + [column]] = position(of: path + [column])
      } else {
        let problem = table[column]?.string.map(ColumnMapping.Role.refusal) ?? "a field must be text"
        let fields = ColumnMapping.Role.names.joined(separator: ", ")
        note(path + [column], "\(problem). The fields are \(fields)\(consequence)")
        isValid = false
      }
    }
    return isValid ? assignments : nil
  }

  /// Returns the columns that identify a row; empty if not set, `nil` if there is a mistake, which is noted.
  private mutating func identity(_ value: (any TOMLValueConvertible)?, _ name: String) -> [String]? {
    func refuse(_ problem: String) -> [String]? {
      note(
        [name, SavedMappingsFile.identityKey], "\(problem). The mapping “\(name)” cannot be used")
      return nil
    }
    guard let value else { return [] }
    let columns = value.array?.map(\.string) ?? [nil]
    guard let names = columns as? [String] else { return refuse("identity must be a list of columns") }
    guard names.allSatisfy(SavedMapping.namesColumns) else {
      return refuse("a column in identity has no name")
    }
    return names
  }
}
