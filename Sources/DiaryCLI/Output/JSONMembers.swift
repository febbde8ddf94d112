import DiaryModel
import DiaryStore

/// The members of a JSON object in the order in which they are to stand.
typealias JSONMembers = [(key: String, value: JSONValue)]

extension JSONWriter {
  /// Writes members into the object that is open.
  mutating func write(_ members: JSONMembers) {
    for (key, value) in members {
      self.key(key)
      self.value(value)
    }
  }

  /// An object with these members, on lines of their own.
  static func text(of members: JSONMembers) -> String {
    var json = JSONWriter(indentation: 2)
    json.object { $0.write(members) }
    return json.text
  }
}

extension JSONValue {
  /// How many beers and photos something concerns.
  static func counts(beers: Int, photos: Int) -> JSONValue {
    .object(["beers": .integer(Int64(beers)), "photos": .integer(Int64(photos))])
  }
}
