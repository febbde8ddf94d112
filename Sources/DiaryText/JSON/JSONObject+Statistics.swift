extension JSONObject {
  private static let share: [JSONKey] = [
    JSONKey("value", .text, "the year, month, day, style and so on"),
    JSONKey("beers", .integer, "how many beers it has"),
    JSONKey("labels", .integer, "how many different beers they are"),
    JSONKey("average_rating", .number("stars"), "the average rating", .nullable),
  ]

  /// Counts of beers.
  static let statistics: [JSONObject] = [
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
}
