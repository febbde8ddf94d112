extension JSONObject {
  /// The log of changes.
  static let changes: [JSONObject] = [
    JSONObject(
      "change", "A change in the log",
      [
        JSONKey("number", .integer, "the number of the change, for `undo`"),
        JSONKey("changed_at", .date, "when the change was made"),
        JSONKey("kind", .text, "what was done, such as `added`, `edited`, `trashed` or `imported`"),
        JSONKey("summary", .text, "the same as a sentence"),
        JSONKey("beers", .integer, "how many beers it affects; 0 for an import"),
        JSONKey("undone", .boolean, "whether it is undone"),
        JSONKey(
          "reversible", .boolean, "whether the log has what is needed to undo it, or else to redo it"),
        JSONKey("dry_run", .boolean, "with `--dry-run`: `true`, because nothing was changed", .optional),
      ])
  ]
}
