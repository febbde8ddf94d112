/// The members of a JSON object, in order.
package typealias JSONMembers = [(key: String, value: JSONValue)]

extension JSONWriter {
  /// Writes members into the open object.
  package mutating func write(_ members: JSONMembers) {
    for (key, value) in members {
      self.key(key)
      self.value(value)
    }
  }

  /// Returns the text of an object with these members, each on its own line.
  package static func text(of members: JSONMembers) -> String {
    var json = JSONWriter(indentation: 2)
    json.object { $0.write(members) }
    return json.text
  }
}

extension JSONValue {
  /// Creates a text; `null` for `nil`.
  package init(_ text: String?) { self = text.map(JSONValue.text) ?? .null }
  /// Creates a number; `null` for `nil`.
  package init(_ number: Double?) { self = number.map(JSONValue.number) ?? .null }
  /// Creates an integer; `null` for `nil`.
  package init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }

  /// Creates an object with these members, whose order is not kept; of two with the same key, it has the last.
  package init(_ members: JSONMembers) {
    self = .object(Dictionary(members.map { ($0.key, $0.value) }) { $1 })
  }

  /// Returns an object with the numbers of beers and photos.
  package static func counts(beers: Int, photos: Int) -> JSONValue {
    .object(["beers": .integer(Int64(beers)), "photos": .integer(Int64(photos))])
  }
}
