import DiaryModel

extension JSONObject {
  /// Custom fields, and changes of them.
  static let fields: [JSONObject] = [
    JSONObject(
      "custom_field", "A custom field",
      [
        JSONKey("name", .text, "the name"),
        JSONKey(
          "type", .choice(CustomField.Kind.allCases.map(\.rawValue)), "the most common type of its values"),
        JSONKey("beers", .integer, "how many beers have it"),
        JSONKey("types", .map(.integer), "how many beers have it, by type"),
        JSONKey("indexed", .boolean, "whether it has an index"),
      ]),
    JSONObject(
      "field_index", "The result of `fields index` and `fields unindex`",
      [
        JSONKey("name", .text, "the name"),
        JSONKey("indexed", .boolean, "whether the field has an index now"),
      ]),
    JSONObject(
      "field_change",
      "The plan or the result of `fields rename`, `fields merge`, `fields delete` and `fields retype`",
      [
        JSONKey("name", .text, "the name"),
        JSONKey("new_name", .text, "the name afterwards; `null` if the field is deleted", .nullable),
        JSONKey("beers", .integer, "how many beers are changed"),
        JSONKey("in_trash", .integer, "how many of them are in the trash"),
        JSONKey("changed", .boolean, "whether anything was changed"),
        JSONKey(
          "conflicts", .array(.object("field_conflict")),
          "the first beers that keep the change from being made"),
        JSONKey("conflict_count", .integer, "how many such beers there are"),
      ]),
    JSONObject(
      "field_conflict", "A beer that keeps a change of a custom field from being made",
      [
        JSONKey("id", .integer, "the id of the beer"), JSONKey("name", .text, "its name", .nullable),
        JSONKey("value", .any, "the value in the field"),
        JSONKey("other_value", .any, "the value that differs from it; `null` if there is none", .nullable),
      ]),
  ]
}
