/// What a command prints with `--json`.
package struct JSONOutput: Sendable {
  /// The version of what commands print as JSON, which is the program's major version.
  ///
  /// Within a version, keys and choices may be added; none is removed, and types do not change.
  package static let version = 1

  /// The command with its parents, such as `photo add`; empty for the program itself.
  package let command: String
  /// The type of the output; `.either` for a command that prints one thing or another.
  package let type: JSONType

  private init(_ command: String, _ types: [JSONType]) {
    self.command = command
    type = types.count == 1 ? types[0] : .either(types)
  }

  private init(_ command: String, object: String) { self.init(command, [.object(object)]) }

  private init(_ command: String, list: String) { self.init(command, [.array(.object(list))]) }

  /// All commands that have `--json`.
  package static let all: [JSONOutput] = [
    JSONOutput("", [.object("migration"), .object("migration_plan")]),
    JSONOutput("--version", object: "version"),
    JSONOutput("list", list: "beer"),
    JSONOutput("show", object: "beer"),
    JSONOutput("had", [.object("answer"), .array(.object("answer"))]),
    JSONOutput("add", object: "beer"),
    JSONOutput("again", object: "beer"),
    JSONOutput("edit", [.object("beer"), .object("changed_beers")]),
    JSONOutput("remove", object: "removed_beers"),
    JSONOutput("stats", [.object("statistics"), .array(.object("group"))]),
    JSONOutput("labels list", list: "label"),
    JSONOutput("labels show", object: "label"),
    JSONOutput("labels suggest", list: "label_suggestion"),
    JSONOutput("labels merge", object: "label_change"),
    JSONOutput("labels apart", object: "label_change"),
    JSONOutput("labels split", object: "label_change"),
    JSONOutput("labels set", object: "label_change"),
    JSONOutput("fields list", list: "custom_field"),
    JSONOutput("fields index", object: "field_index"),
    JSONOutput("fields unindex", object: "field_index"),
    JSONOutput("fields rename", object: "field_change"),
    JSONOutput("fields merge", object: "field_change"),
    JSONOutput("fields delete", object: "field_change"),
    JSONOutput("fields retype", object: "field_change"),
    JSONOutput("photo add", object: "added_photos"),
    JSONOutput("photo list", list: "photo"),
    JSONOutput("photo move", object: "beer_photos"),
    JSONOutput("photo split", [.array(.object("splittable_beer")), .object("split")]),
    JSONOutput("photo remove", object: "beer_photos"),
    JSONOutput("photo restore", object: "beer_photos"),
    JSONOutput("photo caption", object: "beer_photos"),
    JSONOutput("photo export", object: "exported_photos"),
    JSONOutput("photo open", object: "opened_photo"),
    JSONOutput("photo urls", list: "photo_link"),
    JSONOutput("trash list", list: "beer"),
    JSONOutput("trash restore", object: "restored_beers"),
    JSONOutput("trash empty", object: "emptied_trash"),
    JSONOutput("log", list: "change"),
    JSONOutput("undo", object: "change"),
    JSONOutput("redo", object: "change"),
    JSONOutput("import", object: "import"),
    JSONOutput("import list", list: "import_record"),
    JSONOutput("import undo", object: "import_undo"),
    JSONOutput("export", list: "beer"),
    JSONOutput("adopt", object: "adoption"),
    JSONOutput("backup create", [.object("backup"), .object("backup_plan")]),
    JSONOutput("backup list", list: "dated_backup"),
    JSONOutput("backup restore", [.object("restored_backup"), .object("restoration_plan")]),
    JSONOutput("migrate", [.object("migration"), .object("migration_plan")]),
    JSONOutput("doctor", object: "integrity_check"),
    JSONOutput("demo", list: "beer"),
    JSONOutput("config list", list: "setting"),
    JSONOutput("config get", object: "setting"),
    JSONOutput("config set", object: "setting"),
    JSONOutput("config check", list: "settings_mistake"),
    JSONOutput("config path", object: "settings_file"),
    JSONOutput("telemetry status", object: "telemetry"),
    JSONOutput("telemetry on", object: "telemetry"),
    JSONOutput("telemetry off", object: "telemetry"),
    JSONOutput("telemetry purge", object: "telemetry"),
    JSONOutput("telemetry show", list: "usage_count"),
    JSONOutput("telemetry describe", list: "usage_count_kind"),
    JSONOutput("telemetry export", list: "usage_count"),
  ]
}
