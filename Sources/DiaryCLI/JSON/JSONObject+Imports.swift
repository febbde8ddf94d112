import DiaryStore
import Interchange

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

  /// Imports, and what a file contains.
  static let imports: [JSONObject] = [
    JSONObject(
      "import", "The plan or the result of `import`",
      [
        JSONKey(
          "dialect", .text, "the program that wrote the file, such as `untappd`; `plain` if it is not known"),
        JSONKey(
          "contents", .choice(["beers", "breweries", "catalogue", "stock", "wish_list"]), "what the rows are"),
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
        JSONKey("in_trash", .integer, "rows counted by `same` and `differing` whose beer is in the trash"),
        JSONKey("repeated", .integer, "rows that repeat another row of the file"),
        JSONKey("repeated_separate", .integer, "repeated rows that became separate beers"),
        JSONKey("rejected", .integer, "rows that were not imported"),
        JSONKey(
          "kept_values", .integer, "values that could not be read, or only in part, and became custom fields"),
        JSONKey("unnamed", .integer, "beers without a name"),
        JSONKey(
          "ignored_photo_numbers", .integer,
          "beers of an export whose photo numbers were ignored, because they differ from the order of the list"
        ),
        JSONKey("windows_1252", .integer, "rows that were not UTF-8 and were read as Windows-1252"),
        JSONKey("local_times", .integer, "beers with a local time"),
        JSONKey("instants", .integer, "beers with a time in a time zone"),
        JSONKey("repairable_texts", .integer, "texts that `--repair-text` would repair"),
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
        JSONKey(
          "field", .text,
          "the field that it becomes; `extra` for a custom field, `extra:NAME` if it has another name, or `ignore`"
        ),
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
        JSONKey("name", .text, "its name; `captions` for the captions and the order of photos"),
        JSONKey("diary", .any, "the value in the diary", .nullable),
        JSONKey("file", .any, "the value in the file", .nullable),
        JSONKey(
          "outcome", .choice(ImportDifferences.Outcome.allCases.map(\.rawValue)),
          "`changed`: got the file's value; `conflict`: both you and the file changed it, and yours stayed; `edited`: only you changed it; `emptied`: the file had a value before, and yours stayed; `kept`: who changed it is not known, and yours stayed; `skipped`: the import does not update beers, or another row of the file decides"
        ),
      ]),
    JSONObject(
      "import_row", "A row with values that could not be read, or only in part",
      [
        JSONKey("file", .text, "the name of the file; `null` for standard input", .nullable),
        JSONKey("line", .integer, "its line"), JSONKey("faults", .array(.object("fault")), "the values"),
        JSONKey("messages", .array(.text), "sentences about them"),
      ]),
    JSONObject(
      "fault", "A value that could not be read, or only in part",
      [
        JSONKey("column", .integer, "the number of its column", .nullable),
        JSONKey("name", .text, "the name of its column", .nullable),
        JSONKey("value", .text, "the value", .nullable),
        JSONKey("reason", .text, "what is wrong with it"),
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
