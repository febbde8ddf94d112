extension JSONObject {
  /// Labels, and suggestions of labels that are the same.
  static let labels: [JSONObject] = [
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
}
