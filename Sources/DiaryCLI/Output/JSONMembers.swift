import DiaryModel

/// The members of a JSON object, in order.
typealias JSONMembers = [(key: String, value: JSONValue)]

extension JSONWriter {
  /// Writes members into the open object.
  mutating func write(_ members: JSONMembers) {
    for (key, value) in members {
      self.key(key)
      self.value(value)
    }
  }

  /// Returns an object with these members, each on its own line.
  static func text(of members: JSONMembers) -> String {
    var json = JSONWriter(indentation: 2)
    json.object { $0.write(members) }
    return json.text
  }
}

extension JSONValue {
  /// Returns an object with the numbers of beers and photos.
  static func counts(beers: Int, photos: Int) -> JSONValue {
    .object(["beers": .integer(Int64(beers)), "photos": .integer(Int64(photos))])
  }
}
