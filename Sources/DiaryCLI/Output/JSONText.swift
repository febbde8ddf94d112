import DiaryModel

/// JSON as a command prints it.
enum JSONText {
  /// Returns indented JSON with a newline at the end.
  static func of(_ value: JSONValue) -> String {
    var writer = JSONWriter(indentation: 2)
    writer.value(value)
    return writer.text + "\n"
  }

  /// Returns an object with members in this order.
  static func of(_ members: JSONMembers) -> String { JSONWriter.text(of: members) + "\n" }
}
