extension JSONObject {
  /// The program itself, and usage counts.
  static let program: [JSONObject] = [
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
