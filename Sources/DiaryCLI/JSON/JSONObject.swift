/// An object in the JSON that commands print.
package struct JSONObject: Sendable {
  /// The name in the schema and the reference, such as `photo`.
  package let name: String
  /// A description, without a full stop.
  package let summary: String
  /// Its keys, in the order in which they are printed.
  package let keys: [JSONKey]

  init(_ name: String, _ summary: String, _ keys: [JSONKey]...) {
    self.name = name
    self.summary = summary
    self.keys = keys.flatMap { $0 }
  }

  /// All objects; each list is in a file of its own, such as `JSONObject+Beers.swift`.
  package static var all: [JSONObject] {
    [beers, labels, photos, statistics, fields, imports, changes, upkeep, sync, settings, program]
      .flatMap { $0 }
  }
}
