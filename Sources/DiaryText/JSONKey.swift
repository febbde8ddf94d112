/// A key of the JSON that commands print, for the reference.
package struct JSONKey: Sendable {
  /// The key itself.
  package let name: String
  /// The type of the value, with the unit of a number.
  package let type: String
  /// The meaning, without a full stop.
  package let meaning: String

  private init(_ name: String, _ type: String, _ meaning: String) {
    (self.name, self.type, self.meaning) = (name, type, meaning)
  }
}

extension JSONKey {
  /// The keys of a beer apart from its fields.
  package static let beer = [
    JSONKey("id", "number", "the id of the beer in this diary"),
    JSONKey("uuid", "text", "the id of the beer in every copy of the diary"),
    JSONKey("created_at", "time", "when the beer was added"),
    JSONKey("updated_at", "time", "when the beer or its photos last changed"),
    JSONKey("deleted_at", "time", "when the beer was moved to the trash"),
    JSONKey("source", "text", "the program that the beer was imported from"),
    JSONKey("source_id", "text", "the id of the beer in that program's data"),
    JSONKey(
      "label", "object",
      "what is on the bottle: its `uuid`, and `times`, how many beers of the diary have it; `null` while beers of an older diary are getting their labels"
    ),
    JSONKey("photo_count", "number", "how many photos the beer has"),
    JSONKey("photos", "array", "the photos in their order"),
  ]

  /// The keys that say how often and how well a label was had, which `list --distinct` adds to a beer.
  package static let history = [
    JSONKey("times", "number", "how many beers of the diary have the label"),
    JSONKey("mean_rating", "number, stars", "the mean of their ratings"),
    JSONKey("best_rating", "number, stars", "the best of their ratings"),
    JSONKey("first", "time", "when the first of them was drunk"),
    JSONKey("last", "time", "when the last of them was drunk"),
  ]

  /// The keys of a label, of which `labels show` has all.
  package static let label =
    [
      JSONKey("uuid", "text", "the id of the label in every copy of the diary"),
      JSONKey("name", "text", "the name that you set for the label, or else that of the newest beer"),
      JSONKey("brewery", "text", "the brewery, likewise"),
      JSONKey("style", "text", "the style, likewise"),
      JSONKey("abv", "number, percent", "the ABV, likewise"),
    ] + history + [
      JSONKey("beers", "array", "in `labels show`: `id`, `drunk_at`, `rating` and `place` of each beer")
    ]

  /// The keys of an answer of `had`.
  package static let answer = [
    JSONKey("line", "text", "the name or the line of the menu"),
    JSONKey("answer", "text", "`had`, `new` or `unsure`; `null` if the line names no beer"),
    JSONKey(
      "labels", "array",
      "the labels that it names, or the nearest ones; `differences` says what differs from the line"),
  ]

  /// The keys of a pair of labels in `labels suggest`.
  package static let suggestion = [
    JSONKey("labels", "array", "the two labels"),
    JSONKey("differences", "array", "what differs between them"),
    JSONKey("confidence", "number", "how sure it is that they are the same, up to 1"),
  ]

  /// The keys of a photo.
  package static let photo = [
    JSONKey("id", "number", "the id of the photo in this diary"),
    JSONKey("order", "number", "the position among the beer's photos, from 0"),
    JSONKey("caption", "text", "the caption"),
    JSONKey("taken_at", "time", "when the photo was taken"),
    JSONKey("format", "text", "the format of the image, such as JPEG"),
    JSONKey("width", "number, pixels", "the width of the image"),
    JSONKey("height", "number, pixels", "the height of the image"),
    JSONKey("bytes", "number, bytes", "the size of the image"),
    JSONKey("sha256", "text", "the hash of the image in hexadecimal"),
  ]

  /// The keys of `stats`.
  package static let statistics = [
    JSONKey("beers", "number", "how many beers were counted"),
    JSONKey("labels", "number", "how many different beers they are; also in the arrays"),
    JSONKey("count", "text", "what averages and the order are by, `labels` or `beers`"),
    JSONKey("average_rating", "number, stars", "the average rating; also in the arrays"),
    JSONKey("average_abv", "number, percent", "the average ABV"),
    JSONKey("different", "object", "how many different breweries, styles and venues (`places`) there are"),
    JSONKey("years", "array", "beers of each year"),
    JSONKey("months", "array", "beers of each month"),
    JSONKey("days", "array", "beers of each day of the last year"),
    JSONKey("first_times", "array", "how many different beers you had for the first time in each month"),
    JSONKey("ratings", "array", "beers by rating, in stars"),
    JSONKey("abvs", "array", "beers by ABV, in percent"),
    JSONKey("families", "array", "beers of each family of styles, by its id and its name"),
    JSONKey("missing_families", "array", "families of which the diary has no beer"),
    JSONKey("styles", "array", "beers of the most frequent styles"),
    JSONKey("breweries", "array", "beers of the most frequent breweries"),
    JSONKey("places", "array", "beers of the most frequent venues"),
    JSONKey("countries", "array", "beers of the most frequent countries"),
  ]

  /// The keys of a row of `stats --by`.
  package static let group = [
    JSONKey("value", "text or number", "what the beers have in common"),
    JSONKey("beers", "number", "how many beers there are"),
    JSONKey("labels", "number", "how many different beers they are"),
    JSONKey(
      "mean", "number",
      "with `--value` and a field: the mean of different beers, or with `--count beers` of all beers"),
    JSONKey(
      "sum", "number", "with `--value` and a field other than `rating` and `abv`: the sum of all beers"),
    JSONKey(
      "uuid", "text", "with `--by label`: the id of the label; `null` for a beer that has no label yet"),
  ]

  /// The keys of a change in `log`, which `undo` and `redo` print as well.
  package static let change = [
    JSONKey("number", "number", "the number of the change, for `undo`"),
    JSONKey("changed_at", "time", "when the change was made"),
    JSONKey("kind", "text", "what was done, such as `added`, `edited`, `trashed` or `imported`"),
    JSONKey("summary", "text", "the same as a sentence"),
    JSONKey("beers", "number", "how many beers it is about; 0 for an import"),
    JSONKey("undone", "boolean", "whether it is undone"),
    JSONKey("reversible", "boolean", "whether the log has what is needed to undo it, or else to redo it"),
  ]

  /// The keys of the report of `import`, and of its dry run.
  package static let importReport = [
    JSONKey(
      "dialect", "text", "the program that wrote the file, such as `untappd`; `plain` if it is not known"),
    JSONKey("contents", "text", "what the rows are: `beers`, `breweries`, `stock` or `wish_list`"),
    JSONKey("format", "text", "`csv` or `json`"),
    JSONKey("delimiter", "text", "the character between the columns of a CSV file"),
    JSONKey("columns", "array", "the columns with the fields that they become"),
    JSONKey("identity", "array", "the columns that identify a row when the file is imported again"),
    JSONKey("unread_lists", "array", "lists of a JSON file that are not read"),
    JSONKey("abv_is_fraction", "boolean", "whether 0.052 is read as 5.2%"),
    JSONKey("rating_scale", "number", "the highest possible rating in the file"),
    JSONKey("times", "text", "how times without a time zone are read"),
    JSONKey("date_orders", "object", "whether the day or the month comes first, by column"),
    JSONKey("rows", "number", "rows that were read"),
    JSONKey("added", "number", "rows that became new beers"),
    JSONKey("updated", "number", "rows that changed a beer of the diary"),
    JSONKey("same", "number", "rows whose beer is in the diary with the same values"),
    JSONKey("differing", "number", "rows whose beer is in the diary with other values, and was not changed"),
    JSONKey("repeated", "number", "rows that repeat another row of the file"),
    JSONKey("repeated_separate", "number", "repeated rows that became separate beers"),
    JSONKey("rejected", "number", "rows that were not imported"),
    JSONKey("kept_values", "number", "values that could not be read and became custom fields"),
    JSONKey("windows_1252", "number", "rows that were not UTF-8 and were read as Windows-1252"),
    JSONKey("local_times", "number", "beers with a local time"),
    JSONKey("instants", "number", "beers with a time in a time zone"),
    JSONKey("repairable_names", "number", "names that `--repair-text` would repair"),
    JSONKey(
      "possible_duplicates", "number", "if most new rows look like beers of the diary: how many; otherwise 0"),
    JSONKey("differing_fields", "object", "how many values differ, by outcome and by field"),
    JSONKey("differing_beers", "array", "the first beers with values that differ, each with its `fields`"),
    JSONKey("rejected_rows", "array", "the first rows that were not imported, with their errors"),
    JSONKey("rows_with_kept_values", "array", "the first rows with values that became custom fields"),
    JSONKey("beers", "array", "with `--dry-run`: the first beers"),
    JSONKey("photos", "object", "how many photos were found and added"),
    JSONKey("import_id", "number", "the id of the import, for `import undo`"),
    JSONKey("dry_run", "boolean", "whether nothing was written because of `--dry-run`"),
    JSONKey("refused", "boolean", "whether nothing was written because of `--strict`"),
    JSONKey("stopped", "boolean", "whether the import ended before the end of the file"),
  ]

  /// The keys of `doctor`.
  package static let doctor = [
    JSONKey("path", "text", "the file of the diary"),
    JSONKey("deep", "boolean", "whether `--deep` was used"),
    JSONKey("healthy", "boolean", "whether no problem is left"),
    JSONKey("findings", "array", "the problems that were found, before a repair"),
  ]
}
