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
      "year", "The review of `year`",
      [
        JSONKey("year", .integer, "the year"),
        JSONKey("years", .array(.integer), "all years with beers, the earliest first"),
        JSONKey("figures", .object("year_figures"), "the figures of the year"),
        JSONKey(
          "before", .object("year_figures"), "the figures of the year before; `null` if it has no beers",
          .nullable),
        JSONKey("months", .array(.object("year_month")), "the twelve months"),
        JSONKey("best", .array(.object("year_beer")), "the five best rated beers, one of each label"),
        JSONKey("new_labels", .integer, "how many different beers no earlier year has"),
        JSONKey("new_styles", .array(.object("first")), "styles that no earlier year has"),
        JSONKey("new_breweries", .array(.object("first")), "breweries that no earlier year has"),
        JSONKey("new_countries", .array(.object("first")), "countries that no earlier year has"),
        JSONKey(
          "longest_break", .object("break"), "the longest time between two days with beers", .nullable),
        JSONKey("longest_note", .object("year_note"), "the longest note", .nullable),
      ]),
    JSONObject(
      "year_figures", "The figures of a year",
      [
        JSONKey("beers", .integer, "how many beers there are"),
        JSONKey("labels", .integer, "how many different beers they are"),
        JSONKey("average_rating", .number("stars"), "the mean of the ratings of all beers", .nullable),
        JSONKey("breweries", .integer, "how many different breweries"),
        JSONKey("styles", .integer, "how many different styles"),
        JSONKey("places", .integer, "how many different venues"),
        JSONKey("countries", .integer, "how many different countries"),
      ]),
    JSONObject(
      "year_month", "The beers of a month",
      [
        JSONKey("value", .text, "the month"), JSONKey("beers", .integer, "how many beers it has"),
        JSONKey("average_rating", .number("stars"), "the mean of the ratings of all beers", .nullable),
      ]),
    JSONObject(
      "year_beer", "A beer of a year",
      [
        JSONKey("id", .integer, "the id of the beer in this diary"),
        JSONKey("name", .text, "the name", .nullable), JSONKey("brewery", .text, "the brewery", .nullable),
        JSONKey("style", .text, "the style", .nullable),
        JSONKey("rating", .number("stars"), "the rating", .nullable),
        JSONKey("drunk_at", .date, "when it was drunk", .nullable),
      ]),
    JSONObject(
      "first", "Something that was new in a year",
      [
        JSONKey("value", .text, "the style, brewery or country"),
        JSONKey("date", .date, "the local day of its first beer, as far as it is known"),
        JSONKey("beers", .integer, "how many beers of the year it has"),
      ]),
    JSONObject(
      "break", "A time without beers",
      [
        JSONKey("last", .date, "the last day with a beer before it"),
        JSONKey("next", .date, "the first day with a beer after it"),
        JSONKey("days", .integer, "how many days without a beer are between them"),
      ]),
    JSONObject(
      "year_note", "The longest note of a year",
      [
        JSONKey("beer", .object("year_beer"), "the beer"),
        JSONKey("characters", .integer, "the length of the note in characters"),
        JSONKey("sentence", .text, "its first sentence, cut if it is long", .nullable),
      ]),
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
