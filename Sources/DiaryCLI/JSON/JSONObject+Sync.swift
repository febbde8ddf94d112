import DiaryModel

extension JSONObject {
  private static let conflicts = JSONKey("conflicts", .integer, "how many conflicts there are")
  private static let missingImages = JSONKey(
    "missing_images", .integer, "photos whose images have not arrived yet")
  private static let damagedFiles = JSONKey(
    "damaged_files", .array(.text),
    "the files of the store that could not be used because they are damaged or incomplete")
  private static let waitingFiles = JSONKey(
    "waiting_files", .array(.text),
    "the files of the store that could not be used yet because they wait for others that have not arrived")

  /// Synchronizing with other devices.
  static let sync: [JSONObject] = [
    JSONObject(
      "sync_status", "The state of the synchronization",
      [
        JSONKey("synchronized", .boolean, "whether the diary is synchronized"),
        JSONKey("location", .text, "where it is stored", .nullable),
        JSONKey("device", .text, "the id of this device", .nullable),
        JSONKey("device_name", .text, "its name", .nullable),
        JSONKey("last_sync", .date, "when a synchronization succeeded last", .nullable),
        JSONKey(
          "last_received", .date,
          "when this device last received the changes of others, even if the synchronization then failed",
          .nullable),
        JSONKey("unsent", .integer, "how many changes of beers, photos and labels were not sent yet"),
        conflicts,
        JSONKey(
          "older_images", .integer, "images that are only in the store, because `sync.photos` is `recent`"),
        missingImages,
        JSONKey("failure", .text, "why the last synchronization failed; `null` if it succeeded", .nullable),
        damagedFiles, waitingFiles,
      ]),
    JSONObject(
      "sync_result", "The result of a synchronization",
      [
        JSONKey("changes", .integer, "how many changes of beers, photos and labels were sent"),
        JSONKey("sent", .integer, "how many updates were sent, each with the changes since the one before"),
        JSONKey("received_changes", .integer, "how many such changes of other devices were received"),
        JSONKey("received", .integer, "how many updates of other devices were received"),
        JSONKey("received_images", .integer, "how many images were received"),
        JSONKey(
          "returned_beers", .integer,
          "how many beers that were deleted for good are back with new ids, because another device had edited them"
        ),
        JSONKey("restored", .integer, "files that every device needs, and that were stored again"), conflicts,
        missingImages,
        JSONKey("damaged", .integer, "files of the store that are incomplete or damaged"),
        JSONKey("waiting", .integer, "updates that wait for others that have not arrived"),
        damagedFiles, waitingFiles,
        JSONKey(
          "unreadable_files", .array(.text),
          "the files of the store that cannot be read although others can be"),
        JSONKey("replaced", .integer, "damaged files that `sync repair` has replaced"),
        JSONKey("newer", .integer, "files that a newer version of the program has stored"),
        JSONKey("lost", .integer, "updates of other devices that the store had lost"),
        JSONKey(
          "stored_again", .integer, "updates that the store had lost and has again, also of this device"),
        JSONKey(
          "images_stored_again", .integer,
          "images that the store had lost, or that were damaged there, and that were stored again"),
        JSONKey("too_large", .integer, "changes that are too large to send"),
        JSONKey(
          "unsendable", .integer,
          "how many beers, photos and labels have such changes; they remain in `unsent` of `sync_status`"),
        JSONKey(
          "new_device", .boolean, "whether this device continues as a new one, because the diary was copied"),
        JSONKey(
          "failure", .text, "why the synchronization failed; `null` if it succeeded", .nullable),
      ]),
    JSONObject(
      "sync_device", "A device that has changed the diary",
      [
        JSONKey("id", .text, "its id"),
        JSONKey("name", .text, "its name; with a part of the id if several have the same name", .nullable),
        JSONKey("last_seen", .date, "when its changes arrived here last", .nullable),
        JSONKey("updates", .integer, "how often it has sent changes"),
        JSONKey("this_device", .boolean, "whether it is this device"),
      ]),
    JSONObject(
      "sync_conflict", "A field that devices have changed differently",
      [
        JSONKey("id", .text, "its id, for `sync conflicts`"),
        JSONKey("kind", .choice(["beer", "photo", "label"]), "what the field belongs to"),
        JSONKey("uuid", .text, "the uuid of the beer, the photo or the label"),
        JSONKey("beer", .text, "the uuid of the beer; `null` for a label", .nullable),
        JSONKey("title", .text, "the name of the beer or the label"),
        JSONKey("field", .text, "the name of the field, as on the screen"),
        JSONKey("values", .array(.object("sync_value")), "the values; the diary shows the first one"),
      ]),
    JSONObject(
      "sync_value", "A value of a conflict",
      [
        JSONKey("number", .integer, "its number, from 1, for `--choose`"),
        JSONKey("value", .text, "the value", .nullable),
        JSONKey("device", .text, "the name of the device that wrote it last, or its id"),
        JSONKey("this_device", .boolean, "whether this device wrote it"),
        JSONKey("time", .date, "when it was written, by the clock of that device"),
      ]),
    JSONObject(
      "sync_choice", "A conflict that was resolved",
      [
        JSONKey("id", .text, "its id"), JSONKey("number", .integer, "the number of the chosen value"),
        JSONKey("value", .text, "the chosen value", .nullable),
        JSONKey("conflicts", .integer, "how many conflicts are left"),
      ]),
    JSONObject(
      "sync_choices", "The result of `sync conflicts --choose-all`",
      [
        JSONKey(
          "choice", .choice(SyncConflict.Preference.allCases.map(\.rawValue)), "which values were chosen"),
        JSONKey("resolved", .integer, "how many conflicts were or would be resolved"),
        JSONKey("conflicts", .integer, "how many conflicts are or would be left"),
        JSONKey("dry_run", .boolean, "with `--dry-run`: `true`, because nothing was changed", .optional),
      ]),
  ]
}
