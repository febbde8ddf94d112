import DiaryModel

extension JSONObject {
  /// The fields of a beer.
  private static var columns: [JSONKey] {
    BeerColumn.all.map { column in
      if case .customFields = column.content {
        return JSONKey(
          column.name, JSONType(column), "custom fields by their names, with the types that they have")
      }
      return JSONKey(column.name, JSONType(column), column.label, .nullable)
    }
  }

  /// How often and how well a label was had.
  static let history: [JSONKey] = [
    JSONKey("times", .integer, "how many beers of the diary have the label"),
    JSONKey("mean_rating", .number("stars"), "the mean of their ratings", .nullable),
    JSONKey("best_rating", .number("stars"), "the best of their ratings", .nullable),
    JSONKey("first", .date, "when the first of them was drunk", .nullable),
    JSONKey("last", .date, "when the last of them was drunk", .nullable),
  ]

  private static let bulkChange: [JSONKey] = [
    JSONKey("matched", .integer, "how many beers were named or match the filter"),
    JSONKey("changed", .integer, "how many of them were changed, or would be"),
    JSONKey("dry_run", .boolean, "whether nothing was changed because of `--dry-run`"),
  ]

  /// Beers, and what commands that change beers print.
  static var beers: [JSONObject] {
    [
      JSONObject(
        "beer", "A beer, with the history of its label only in `list --distinct`",
        [
          JSONKey("id", .integer, "the id of the beer in this diary; an import ignores it"),
          JSONKey("uuid", .text, "the id of the beer in every copy of the diary"),
        ], columns,
        [
          JSONKey("created_at", .date, "when the beer was added"),
          JSONKey("updated_at", .date, "when the beer or its photos last changed"),
          JSONKey("deleted_at", .date, "when the beer was moved to the trash", .nullable),
          JSONKey("source", .text, "the program that the beer was imported from", .nullable),
          JSONKey("source_id", .text, "the id of the beer in that program's data", .nullable),
          JSONKey(
            "label", .object("beer_label"),
            "what is on the bottle; `null` while beers of an older diary are getting their labels", .nullable),
          JSONKey("photo_count", .integer, "how many photos the beer has"),
          JSONKey("photos", .array(.object("photo")), "the photos in their order"),
        ], history.map { $0.optional() }
      ),
      JSONObject("beer_fields", "A beer that is not in the diary yet", columns),
      JSONObject(
        "beer_label", "The label of a beer",
        [
          JSONKey("uuid", .text, "the id of the label in every copy of the diary"),
          JSONKey("times", .integer, "how many beers of the diary have the label"),
          JSONKey("chosen", .boolean, "in exports: whether you chose the label for the beer", .optional),
          JSONKey(
            "name", .text, "in exports: the name that you set, at the first beer of the label", .optional),
          JSONKey("brewery", .text, "the brewery, likewise", .optional),
          JSONKey("style", .text, "the style, likewise", .optional),
          JSONKey("abv", .number("percent"), "the ABV, likewise", .optional),
          JSONKey(
            "apart", .array(.text), "in exports: the labels that you keep apart from this one", .optional),
          JSONKey("merged", .array(.text), "in exports: the labels that you merged into this one", .optional),
        ]),
      JSONObject(
        "changed_beers", "The plan of `edit`, or its result with a filter or several beers", bulkChange,
        [
          JSONKey(
            "conflicts", .integer, "with `--dry-run`: how many conflicts the edit would end", .optional)
        ]),
      JSONObject(
        "removed_beers", "The plan or the result of `remove`",
        bulkChange.map { $0.optional("with a filter or `--dry-run`") },
        [
          JSONKey("removed", .array(.integer), "the ids of the beers that were moved to the trash")
        ]),
      JSONObject(
        "restored_beers", "The plan or the result of `trash restore`",
        [
          JSONKey(
            "dry_run", .boolean, "with `--dry-run`: `true`, because nothing was restored", .optional),
          JSONKey("restored", .array(.integer), "the ids of the beers that were or would be restored"),
        ]),
      JSONObject(
        "emptied_trash", "The result of `trash empty`",
        [
          JSONKey("beers", .integer, "how many beers were or would be deleted"),
          JSONKey("photos", .integer, "how many removed photos of other beers were or would be deleted"),
          JSONKey(
            "conflicts", .integer, "how many conflicts of these beers and photos were or would be deleted"),
          JSONKey("stopped", .boolean, "whether a signal ended it before the trash was empty"),
          JSONKey("dry_run", .boolean, "with `--dry-run`: `true`, because nothing was deleted", .optional),
        ]),
      JSONObject(
        "answer", "The answer to a name or a line of a menu",
        [
          JSONKey("line", .text, "the name or the line"),
          JSONKey(
            "answer", .choice(["had", "new", "unsure"]),
            "whether you had it; `null` if the line names no beer",
            .nullable),
          JSONKey("labels", .array(.object("label")), "the labels that it names, or the nearest ones"),
        ]),
    ]
  }
}
