extension JSONObject {
  private static let versions: [JSONKey] = [
    JSONKey("from", .integer, "the version before"), JSONKey("to", .integer, "the version after"),
  ]
  private static let seconds = JSONKey("seconds", .number("seconds"), "how long it took")
  private static let counts = JSONKey("counts", .object("counts"), "what the diary has")
  private static let warnings = JSONKey(
    "warnings", .array(.text), "what is unusual, with the names of the beers")
  private static let steps = JSONKey("steps", .array(.object("step")), "the steps")

  /// Migrations, backups, merging and the doctor.
  static let upkeep: [JSONObject] = [
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
        JSONKey("in_trash", .integer, "how many of the added and known beers are in the trash"),
        JSONKey("restored_photos", .integer, "missing images that were filled in"), warnings, seconds,
        JSONKey("dry_run", .boolean, "with `--dry-run`: `true`, because nothing was added", .optional),
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
      "dated_backup", "A backup in the folder of backups, or a diary that was replaced by one",
      [
        JSONKey("path", .text, "its file"),
        JSONKey("date", .date, "when it was made, or was replaced"),
        JSONKey("bytes", .integer, "the size of the file in bytes"),
        JSONKey(
          "beers", .integer, "how many beers it has; `null` if it has to be migrated or is damaged",
          .nullable),
        JSONKey(
          "version", .integer, "the version of the diary; `null` if the file is not a diary", .nullable),
        JSONKey("checked", .boolean, "whether the file is as it was when it was checked"),
        JSONKey("before_restore", .boolean, "whether it was the diary until a backup was restored"),
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
        JSONKey(
          "images_in_store", .integer,
          "photos whose images are only in the store for synchronizing, which is no problem"),
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
