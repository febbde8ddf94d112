import DiaryModel
import DiaryStore
import Interchange

/// An object in the JSON that commands print.
package struct JSONObject: Sendable {
  /// The name in the schema and the reference, such as `photo`.
  package let name: String
  /// A description, without a full stop.
  package let summary: String
  /// Its keys, in the order in which they are printed.
  package let keys: [JSONKey]

  fileprivate init(_ name: String, _ summary: String, _ keys: [JSONKey]...) {
    (self.name, self.summary, self.keys) = (name, summary, keys.flatMap { $0 })
  }

  /// All objects.
  package static let all: [JSONObject] = [
    beers, labels, photos, statistics, fields, imports, changes, upkeep, settings, program,
  ].flatMap { $0 }
}

// MARK: - Beers, labels and photos

extension JSONObject {
  /// The fields of a beer.
  private static let columns: [JSONKey] = BeerColumn.all.map { column in
    if case .customFields = column.content {
      return JSONKey(
        column.name, JSONType(column), "custom fields by their names, with the types that they have")
    }
    return JSONKey(column.name, JSONType(column), column.label, .nullable)
  }

  private static let history: [JSONKey] = [
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

  private static let beers: [JSONObject] = [
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
      "changed_beers", "The plan of `edit`, or its result with a filter or several beers", bulkChange),
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
        JSONKey("dry_run", .boolean, "with `--dry-run`: `true`, because nothing was deleted", .optional),
      ]),
    JSONObject(
      "answer", "The answer to a name or a line of a menu",
      [
        JSONKey("line", .text, "the name or the line"),
        JSONKey(
          "answer", .choice(["had", "new", "unsure"]), "whether you had it; `null` if the line names no beer",
          .nullable),
        JSONKey("labels", .array(.object("label")), "the labels that it names, or the nearest ones"),
      ]),
  ]

  private static let labels: [JSONObject] = [
    JSONObject(
      "label", "A label, which is what is on the bottle",
      [
        JSONKey("uuid", .text, "the id of the label in every copy of the diary"),
        JSONKey(
          "name", .text, "the name that you set for the label, or else that of the newest beer", .nullable),
        JSONKey("brewery", .text, "the brewery, likewise", .nullable),
        JSONKey("style", .text, "the style, likewise", .nullable),
        JSONKey("abv", .number("percent"), "the ABV, likewise", .nullable),
      ], history,
      [
        JSONKey("beers", .array(.object("beer")), "in `labels show`: its beers, the newest first", .optional),
        JSONKey("differences", .array(.text), "in `had`: what differs from the line", .optional),
      ]),
    JSONObject(
      "label_suggestion", "Two labels that may be the same",
      [
        JSONKey("labels", .array(.object("label")), "the two labels"),
        JSONKey("differences", .array(.text), "what differs between them"),
        JSONKey("confidence", .number(nil), "how sure it is that they are the same, up to 1"),
      ]),
    JSONObject(
      "label_change", "The result of a change of labels",
      [
        JSONKey("changed", .boolean, "whether anything was changed"),
        JSONKey("labels", .array(.object("label")), "the labels as they are now"),
        JSONKey("beers", .integer, "after `merge`: how many beers have another label", .optional),
        JSONKey("in_trash", .integer, "after `merge`: how many of them are in the trash", .optional),
      ]),
  ]

  private static let photos: [JSONObject] = [
    JSONObject(
      "photo", "A photo",
      [
        JSONKey("id", .integer, "the id of the photo in this diary; an import ignores it"),
        JSONKey("uuid", .text, "the id of the photo in every copy of the diary"),
        JSONKey(
          "number", .integer,
          "the position among the beer's photos, from 1; the former one of a removed photo"),
        JSONKey("caption", .text, "the caption", .nullable),
        JSONKey("taken_at", .date, "when the photo was taken", .nullable),
        JSONKey("format", .text, "the format of the image, such as JPEG", .nullable),
        JSONKey("width", .integer, "the width of the image in pixels", .nullable),
        JSONKey("height", .integer, "the height of the image in pixels", .nullable),
        JSONKey("bytes", .integer, "the size of the image in bytes"),
        JSONKey("sha256", .text, "the hash of the image in hexadecimal", .nullable),
        JSONKey("is_missing", .boolean, "whether the diary has no image of the photo"),
        JSONKey(
          "path", .text, "the file that was added or opened; in exports its name in the folder of `--photos`",
          .optional),
      ]),
    JSONObject(
      "beer_photos", "The photos of a beer after a change",
      [
        JSONKey("beer", .integer, "the id of the beer"),
        JSONKey("photos", .array(.object("photo")), "all photos that it has now"),
      ]),
    JSONObject(
      "added_photos", "The result of `photo add`",
      [
        JSONKey("beer", .integer, "the id of the beer"),
        JSONKey("stopped", .boolean, "whether a signal ended it before the last file"),
        JSONKey("added", .array(.object("photo")), "the new photos"),
        JSONKey("refused", .array(.object("refused_file")), "the files that were not added"),
      ]),
    JSONObject(
      "refused_file", "A file that was not added",
      [JSONKey("path", .text, "the file"), JSONKey("reason", .text, "why it was not added")]),
    JSONObject(
      "opened_photo", "The result of `photo open`",
      [JSONKey("beer", .integer, "the id of the beer"), JSONKey("photo", .object("photo"), "the photo")]),
    JSONObject(
      "exported_photos", "The result of `photo export`",
      [
        JSONKey("path", .text, "the folder"),
        JSONKey("stopped", .boolean, "whether a signal ended it before the last photo"),
        JSONKey("photos", .array(.object("exported_photo")), "the photos"),
      ]),
    JSONObject(
      "exported_photo", "A photo of an export",
      [
        JSONKey("beer", .integer, "the id of the beer"), JSONKey("id", .integer, "the id of the photo"),
        JSONKey("number", .integer, "the position among the beer's photos, from 1"),
        JSONKey("path", .text, "the file; `null` without an image", .nullable),
        JSONKey(
          "outcome", .choice(["written", "already_there", "changed", "missing"]),
          "what was done; `changed` if the image is not the one that was added"),
      ]),
    JSONObject(
      "photo_link", "A link to a photo that is not in the diary",
      [
        JSONKey("id", .integer, "the id of the beer"),
        JSONKey("field", .text, "the custom field with the link"),
        JSONKey("url", .text, "the link"),
      ]),
    JSONObject(
      "splittable_beer", "A beer with photos of several days",
      [
        JSONKey("id", .integer, "the id of the beer"), JSONKey("name", .text, "its name", .nullable),
        JSONKey("brewery", .text, "its brewery", .nullable), JSONKey("days", .integer, "how many days"),
        JSONKey("photos", .integer, "how many photos"),
      ]),
    JSONObject(
      "split", "The result of `photo split` with a beer",
      [
        JSONKey("dry_run", .boolean, "whether nothing was changed because of `--dry-run`"),
        JSONKey("beers", .array(.object("split_beer")), "the beer and the new ones"),
      ]),
    JSONObject(
      "split_beer", "A beer after `photo split`",
      [
        JSONKey("id", .integer, "the id of the beer; `null` for a beer that was not added", .nullable),
        JSONKey("drunk_at", .date, "when it was drunk", .nullable),
        JSONKey("photos", .array(.integer), "the ids of its photos"),
      ]),
  ]
}

// MARK: - Statistics and fields

extension JSONObject {
  private static let share: [JSONKey] = [
    JSONKey("value", .text, "the year, month, day, style and so on"),
    JSONKey("beers", .integer, "how many beers it has"),
    JSONKey("labels", .integer, "how many different beers they are"),
    JSONKey("average_rating", .number("stars"), "the average rating", .nullable),
  ]

  private static let statistics: [JSONObject] = [
    JSONObject(
      "group", "A row of `stats --by`",
      [
        JSONKey("value", .either([.text, .number(nil)]), "what the beers have in common"),
        JSONKey("beers", .integer, "how many beers there are"),
        JSONKey("labels", .integer, "how many different beers they are"),
        JSONKey(
          "mean", .number(nil),
          "with `--value` and a field except `volume`: the mean of different beers, or of beers with `--count beers`",
          .optionalNullable),
        JSONKey(
          "sum", .number(nil),
          "with `--value` and a field other than `rating` and `abv`: the sum of all beers; of `volume`, in liters",
          .optionalNullable),
        JSONKey(
          "missing", .integer, "with `--value` and a field: how many of the beers have no number in it",
          .optional),
        JSONKey(
          "uuid", .text, "with `--by label`: the id of the label; `null` for a beer that has no label yet",
          .optionalNullable),
      ]),
    JSONObject(
      "statistics", "The statistics of `stats`",
      [
        JSONKey("beers", .integer, "how many beers were counted"),
        JSONKey("labels", .integer, "how many different beers they are"),
        JSONKey("count", .choice(["labels", "beers"]), "what averages and the order are by"),
        JSONKey("average_rating", .number("stars"), "the average rating", .nullable),
        JSONKey("average_abv", .number("percent"), "the average ABV", .nullable),
        JSONKey(
          "different", .object("different"), "how many different breweries, styles and venues there are"),
        JSONKey("years", .array(.object("share")), "beers of each year"),
        JSONKey("months", .array(.object("share")), "beers of each month"),
        JSONKey("days", .array(.object("share")), "beers of each day of the last year"),
        JSONKey(
          "first_times", .array(.object("first_times")),
          "how many different beers you had for the first time in each month"),
        JSONKey("ratings", .array(.object("bin")), "beers by rating, in stars"),
        JSONKey("abvs", .array(.object("bin")), "beers by ABV, in percent"),
        JSONKey("families", .array(.object("family_share")), "beers of each family of styles"),
        JSONKey("missing_families", .array(.object("family")), "families of which the diary has no beer"),
        JSONKey("styles", .array(.object("share")), "beers of the most frequent styles"),
        JSONKey("breweries", .array(.object("share")), "beers of the most frequent breweries"),
        JSONKey("places", .array(.object("share")), "beers of the most frequent venues"),
        JSONKey("countries", .array(.object("share")), "beers of the most frequent countries"),
      ]),
    JSONObject(
      "different", "How many different values there are",
      [
        JSONKey("breweries", .integer, "breweries"), JSONKey("styles", .integer, "styles"),
        JSONKey("places", .integer, "venues"),
      ]),
    JSONObject("share", "The beers of one value", share),
    JSONObject(
      "family_share", "The beers of a family of styles", share, [JSONKey("name", .text, "its name")]),
    JSONObject(
      "family", "A family of styles",
      [JSONKey("value", .text, "its id"), JSONKey("name", .text, "its name")]),
    JSONObject(
      "first_times", "The first times of a month",
      [
        JSONKey("value", .text, "the month"),
        JSONKey("labels", .integer, "how many different beers you had for the first time"),
      ]),
    JSONObject(
      "bin", "The beers of a range of values",
      [
        JSONKey("from", .number(nil), "the lowest value of the range"),
        JSONKey("beers", .integer, "how many beers it has"),
        JSONKey("labels", .integer, "how many different beers they are"),
      ]),
  ]

  private static let fields: [JSONObject] = [
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
        JSONKey("changed", .boolean, "whether they were changed"),
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

// MARK: - Imports

extension JSONObject {
  private static let record: [JSONKey] = [
    JSONKey("source", .text, "the kind of file, such as `untappd`"),
    JSONKey("file", .text, "the name of the file; `null` for standard input", .nullable),
    JSONKey("started_at", .date, "when the import began"),
    JSONKey("added", .integer, "how many beers it added"),
    JSONKey("changed", .integer, "how many beers it changed"),
    JSONKey("photos", .integer, "how many photos it added to other beers"),
  ]

  private static let importID = JSONKey("import_id", .integer, "the id of the import")

  private static let imports: [JSONObject] = [
    JSONObject(
      "import", "The plan or the result of `import`",
      [
        JSONKey(
          "dialect", .text, "the program that wrote the file, such as `untappd`; `plain` if it is not known"),
        JSONKey("contents", .choice(["beers", "breweries", "stock", "wish_list"]), "what the rows are"),
        JSONKey("format", .choice(["csv", "json"]), "the syntax of the file"),
        JSONKey("delimiter", .text, "the character between the columns of a CSV file", .nullable),
        JSONKey("columns", .array(.object("import_column")), "the columns"),
        JSONKey(
          "identity", .array(.text), "the columns that identify a row when the file is imported again"),
        JSONKey("unread_lists", .array(.object("unread_list")), "lists of a JSON file that are not read"),
        JSONKey("abv_is_fraction", .boolean, "whether 0.052 is read as 5.2%"),
        JSONKey("rating_scale", .number(nil), "the highest possible rating in the file", .nullable),
        JSONKey("times", .text, "how times without a time zone are read"),
        JSONKey("date_orders", .map(.text), "whether the day or the month comes first, by column"),
        JSONKey("rows", .integer, "rows that were read"),
        JSONKey("added", .integer, "rows that became new beers"),
        JSONKey("updated", .integer, "rows that changed a beer of the diary"),
        JSONKey("same", .integer, "rows whose beer is in the diary with the same values"),
        JSONKey(
          "differing", .integer, "rows whose beer is in the diary with other values, and was not changed"),
        JSONKey("repeated", .integer, "rows that repeat another row of the file"),
        JSONKey("repeated_separate", .integer, "repeated rows that became separate beers"),
        JSONKey("rejected", .integer, "rows that were not imported"),
        JSONKey("kept_values", .integer, "values that could not be read and became custom fields"),
        JSONKey("windows_1252", .integer, "rows that were not UTF-8 and were read as Windows-1252"),
        JSONKey("local_times", .integer, "beers with a local time"),
        JSONKey("instants", .integer, "beers with a time in a time zone"),
        JSONKey("repairable_names", .integer, "names that `--repair-text` would repair"),
        JSONKey(
          "possible_duplicates", .integer,
          "if most new rows look like beers of the diary: how many; otherwise 0"),
        JSONKey("differing_fields", .map(.map(.integer)), "how many values differ, by outcome and by field"),
        JSONKey(
          "differing_beers", .array(.object("differing_beer")), "the first beers with values that differ"),
        JSONKey(
          "labels", .map(.integer),
          "decisions about labels that the diary lacks, by kind: `merged`, `split`, `apart`, `edited`"),
        JSONKey("rejected_rows", .array(.object("import_row")), "the first rows that were not imported"),
        JSONKey(
          "rows_with_kept_values", .array(.object("import_row")),
          "the first rows with values that became custom fields"),
        JSONKey(
          "beers", .array(.object("beer_fields")), "with `--dry-run`: the first beers", .optional),
        JSONKey("photos", .object("import_photos"), "how many photos were found and added", .nullable),
        JSONKey(
          "import_id", .integer, "after an import: its id for `import undo`; `null` if nothing was written",
          .optionalNullable),
        JSONKey("dry_run", .boolean, "whether nothing was written because of `--dry-run`"),
        JSONKey(
          "refused", .boolean, "after an import: whether nothing was written because of `--strict`", .optional
        ),
        JSONKey("stopped", .boolean, "whether the import ended before the end of the file"),
      ]),
    JSONObject(
      "import_column", "A column of a file",
      [
        JSONKey("name", .text, "its name"),
        JSONKey("field", .text, "the field that it becomes; `extra` for a custom field, or `ignore`"),
        JSONKey(
          "kind", .choice(ColumnKind.allCases.map(\.rawValue)),
          "with `--dry-run`: what it is; `reference` if it has only ids or links", .optional),
      ]),
    JSONObject(
      "unread_list", "A list of a JSON file that is not read",
      [
        JSONKey("name", .text, "its name for `--records`"),
        JSONKey("items", .integer, "how many items it has"),
      ]),
    JSONObject(
      "differing_beer", "A beer whose values differ from the file's",
      [
        JSONKey("id", .integer, "its id"), JSONKey("name", .text, "its name", .nullable),
        JSONKey("fields", .array(.object("differing_field")), "the fields that differ"),
      ]),
    JSONObject(
      "differing_field", "A field whose value differs from the file's",
      [
        JSONKey("name", .text, "its name"), JSONKey("diary", .any, "the value in the diary", .nullable),
        JSONKey("file", .any, "the value in the file", .nullable),
        JSONKey(
          "outcome", .choice(ImportDifferences.Outcome.allCases.map(\.rawValue)),
          "`changed`: got the file's value; `conflict`: both you and the file changed it, and yours stayed; `edited`: only you changed it; `kept`: who changed it is not known, and yours stayed; `skipped`: the import does not update beers"
        ),
      ]),
    JSONObject(
      "import_row", "A row with values that could not be read",
      [
        JSONKey("line", .integer, "its line"), JSONKey("faults", .array(.object("fault")), "the values"),
        JSONKey("messages", .array(.text), "sentences about them"),
      ]),
    JSONObject(
      "fault", "A value that could not be read",
      [
        JSONKey("column", .integer, "the number of its column", .nullable),
        JSONKey("name", .text, "the name of its column", .nullable),
        JSONKey("value", .text, "the value", .nullable),
      ]),
    JSONObject(
      "import_photos", "How many photos an import found and added",
      ImportedPhoto.Outcome.allCases.map {
        JSONKey($0.rawValue, .integer, "how many photos had this outcome", .optional)
      },
      [
        JSONKey("matched", .integer, "with `--photos`: how many photos have a file", .optional),
        JSONKey("files_without_row", .object("files"), "with `--photos`: files that no row names", .optional),
        JSONKey("shared_files", .object("files"), "with `--photos`: files that several rows name", .optional),
        JSONKey(
          "rows_without_file", .object("photos_without_file"),
          "with `--photos`: photos that rows name and the folder lacks", .optional),
      ]),
    JSONObject(
      "files", "Files in a folder",
      [JSONKey("count", .integer, "how many"), JSONKey("names", .array(.text), "the first names")]),
    JSONObject(
      "photos_without_file", "Photos that rows name and a folder lacks",
      [JSONKey("count", .integer, "how many"), JSONKey("photos", .array(.text), "the first ones")]),
    JSONObject("import_record", "An import that can be undone", [importID], record),
    JSONObject(
      "import_undo", "The plan or the result of undoing an import",
      [
        importID, JSONKey("removed", .integer, "beers that went to the trash"),
        JSONKey("restored", .integer, "beers that got their old values back"),
        JSONKey("kept", .integer, "beers that you changed since"),
        JSONKey("removed_photos", .integer, "photos removed from other beers"),
      ], record.map { $0.optional("with `--dry-run`") },
      [JSONKey("dry_run", .boolean, "whether nothing was changed because of `--dry-run`", .optional)]),
  ]
}

// MARK: - Changes

extension JSONObject {
  private static let changes: [JSONObject] = [
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

// MARK: - Upkeep

extension JSONObject {
  private static let versions: [JSONKey] = [
    JSONKey("from", .integer, "the version before"), JSONKey("to", .integer, "the version after"),
  ]
  private static let seconds = JSONKey("seconds", .number("seconds"), "how long it took")
  private static let counts = JSONKey("counts", .object("counts"), "what the diary has")
  private static let warnings = JSONKey(
    "warnings", .array(.text), "what is unusual, with the names of the beers")
  private static let steps = JSONKey("steps", .array(.object("step")), "the steps")

  private static let upkeep: [JSONObject] = [
    JSONObject(
      "migration", "The result of `migrate`",
      versions,
      [
        counts, warnings, seconds, steps,
        JSONKey(
          "background_seconds", .number("seconds"), "with `--finish`: how long the background work took",
          .optional),
      ]),
    JSONObject(
      "migration_plan", "What a migration will do",
      [JSONKey("dry_run", .boolean, "`true`")], versions,
      [
        steps, counts, warnings, JSONKey("space", .object("space"), "the space on the disk"),
      ]),
    JSONObject(
      "step", "A step of a migration",
      versions,
      [JSONKey("seconds", .number("seconds"), "how long it took", .optional)]),
    JSONObject(
      "space", "Space on a disk, in bytes",
      [
        JSONKey("needed", .integer, "how much is needed"),
        JSONKey("free", .integer, "how much is free", .nullable),
      ]),
    JSONObject(
      "counts", "How many beers and photos",
      [JSONKey("beers", .integer, "beers"), JSONKey("photos", .integer, "photos")]),
    JSONObject(
      "adoption", "The result of `adopt`",
      versions,
      [
        JSONKey("new_diary", .boolean, "whether a diary was made"),
        JSONKey("stopped", .boolean, "whether a signal ended it before the last beer"),
        JSONKey("added", .object("counts"), "what was added"),
        JSONKey("known", .object("counts"), "what the diary had already"),
        JSONKey("restored_photos", .integer, "missing images that were filled in"), warnings, seconds,
      ]),
    JSONObject(
      "backup", "The result of `backup create`",
      [
        JSONKey("path", .text, "the file that was made"),
        JSONKey("beers", .integer, "how many beers it has; `null` if the diary was not opened", .nullable),
        JSONKey("photos", .integer, "how many photos it has, likewise", .nullable),
        JSONKey("missing_images", .integer, "photos without an image, likewise", .nullable),
        JSONKey("rebuilt_indexes", .boolean, "whether a damaged index was made again in the copy"),
        JSONKey("checked", .boolean, "whether the copy was checked"),
        JSONKey("removed", .array(.text), "the older backups that were removed"),
      ]),
    JSONObject(
      "backup_plan", "What `backup create` will do",
      [
        JSONKey("dry_run", .boolean, "`true`"), JSONKey("path", .text, "the file that it will make"),
        JSONKey("removed", .array(.text), "the older backups that it will remove"),
      ]),
    JSONObject(
      "dated_backup", "A backup in the folder of backups",
      [
        JSONKey("path", .text, "its file"), JSONKey("date", .date, "when it was made"),
        JSONKey("bytes", .integer, "the size of the file in bytes"),
        JSONKey(
          "beers", .integer, "how many beers it has; `null` if it has to be migrated or is damaged",
          .nullable),
        JSONKey(
          "version", .integer, "the version of the diary; `null` if the file is not a diary", .nullable),
        JSONKey("checked", .boolean, "whether the file is as it was when it was checked"),
      ]),
    JSONObject(
      "restored_backup", "The result of `backup restore`",
      [
        JSONKey("path", .text, "the file of the diary"), JSONKey("beers", .integer, "how many beers it has"),
        JSONKey("photos", .integer, "how many photos it has"),
        JSONKey("kept_path", .text, "the file of the replaced diary; `null` if there was none", .nullable),
        warnings,
      ]),
    JSONObject(
      "restoration_plan", "What `backup restore` will do",
      [
        JSONKey("dry_run", .boolean, "`true`, because nothing was restored"),
        JSONKey("path", .text, "the file of the diary"),
        JSONKey("backup_path", .text, "the backup to restore"),
        JSONKey("replaces", .boolean, "whether there is a diary to replace"),
      ]),
    JSONObject(
      "integrity_check", "The result of `doctor`",
      [
        JSONKey("path", .text, "the file of the diary"),
        JSONKey("deep", .boolean, "whether `--deep` was used"),
        JSONKey("healthy", .boolean, "whether no problem is left"),
        JSONKey("findings", .array(.object("finding")), "the problems that were found, before a repair"),
      ]),
    JSONObject(
      "finding", "A problem",
      [
        JSONKey("problem", .text, "the kind of problem"),
        JSONKey("count", .integer, "how often it was found"),
        JSONKey("examples", .array(.text), "the first places"),
        JSONKey("sentence", .text, "what is wrong"), JSONKey("advice", .text, "what to do"),
        JSONKey("repairable", .boolean, "whether `--repair` can repair it"),
        JSONKey("repaired", .boolean, "whether it was repaired"),
      ]),
  ]
}

// MARK: - Settings

extension JSONObject {
  private static let settings: [JSONObject] = [
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

// MARK: - The program

extension JSONObject {
  private static let program: [JSONObject] = [
    JSONObject(
      "version", "The versions of the program",
      [
        JSONKey("version", .text, "the version of the program"),
        JSONKey("json_version", .integer, "the version of what commands print as JSON"),
      ]),
    JSONObject(
      "telemetry", "Whether usage is counted",
      [
        JSONKey("on", .boolean, "whether usage is counted"),
        JSONKey("reason", .text, "why it is not", .nullable),
        JSONKey("path", .text, "the file of usage counts"),
        JSONKey("signals", .integer, "how many usage counts there are"),
        JSONKey("bytes", .integer, "the size of the file in bytes"),
        JSONKey("installation_id", .boolean, "whether there is an installation id"),
      ]),
    JSONObject(
      "usage_count", "A usage count in the format of TelemetryDeck's ingest v2",
      [
        JSONKey("appID", .text, "the id of the program"),
        JSONKey("clientUser", .text, "a hash of the installation id"),
        JSONKey("floatValue", .number(nil), "a duration", .optional),
        JSONKey("isTestMode", .boolean, "whether a test recorded it"),
        JSONKey("payload", .map(.either([.text, .boolean, .number(nil)])), "its values"),
        JSONKey("receivedAt", .date, "the hour"), JSONKey("sessionID", .text, "the id of the session"),
        JSONKey("type", .text, "what was counted"),
      ]),
    JSONObject(
      "usage_count_kind", "A kind of usage count",
      [
        JSONKey("type", .text, "its name"), JSONKey("summary", .text, "when it is counted"),
        JSONKey("float_value", .text, "what its number means", .nullable),
        JSONKey("payload", .array(.object("usage_count_value")), "its values"),
      ]),
    JSONObject(
      "usage_count_value", "A value of a usage count",
      [
        JSONKey("key", .text, "its key"), JSONKey("summary", .text, "its meaning"),
        JSONKey(
          "values", .either([.choice(["number", "boolean"]), .array(.text)]),
          "the type, or all possible values"),
      ]),
  ]
}
