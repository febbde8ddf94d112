extension JSONObject {
  /// Photos, and what commands about photos print.
  static let photos: [JSONObject] = [
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
      "fetched_photos", "The result of `photo fetch`",
      [
        JSONKey("beer", .integer, "the id of the beer"),
        JSONKey("received_images", .integer, "how many images were received"),
        JSONKey("photos", .array(.object("photo")), "all photos of the beer"),
      ]),
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
