extension JSONObject {
  /// The settings file.
  static let settings: [JSONObject] = [
    JSONObject(
      "setting", "A setting",
      [
        JSONKey("name", .text, "the key with the tables around it, such as `list.sort`"),
        JSONKey("value", .either([.text, .boolean, .array(.text)]), "the value that applies"),
        JSONKey("source", .text, "the path of the file that sets it, or `default`"),
        JSONKey("line", .integer, "the line in the settings file", .nullable),
      ]),
    JSONObject(
      "settings_mistake", "A mistake in the settings",
      [
        JSONKey("file", .text, "the path of the file"),
        JSONKey("line", .integer, "the line; `null` for the whole file", .nullable),
        JSONKey("column", .integer, "the column in characters, from 1; `null` for the whole file", .nullable),
        JSONKey("message", .text, "what is wrong"),
      ]),
    JSONObject(
      "settings_file", "Where the settings are",
      [JSONKey("path", .text, "the settings file, which may not exist")]),
  ]
}
