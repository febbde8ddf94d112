/// A list in an object of a JSON file, such as `checkins` in `{"checkins": [ … ]}`.
package struct JSONList: Hashable, Sendable {
  /// The names of the members that lead to it; none for the records of a file without an object around them.
  let path: [[UInt8]]
  /// The number of objects in it.
  package internal(set) var count = 0

  /// The path with dots: `response.checkins.items`.
  package var name: String { Self.name(path[...]) }

  /// The name, made safe for a terminal and shortened.
  package var shownName: String { SafeText.sanitized(name, limit: 60) }

  static func name(_ path: ArraySlice<[UInt8]>) -> String {
    path.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ".")
  }
}

/// The list of a JSON file that is read, and those that are not.
struct JSONListChoice: Hashable, Sendable {
  /// The names of the members that lead to the list; none if the records come without an object around them.
  var path: [[UInt8]] = []
  /// The other lists that have objects.
  var others: [JSONList] = []
}

extension JSONListChoice {
  /// Chooses the list that the user named.
  ///
  /// - Parameter name: The list that the user names.
  /// - Throws: `.noSuchList`, or `.noLists` if there are none.
  init(named name: String, of lists: [JSONList]) throws(ImportError) {
    guard let list = lists.first(where: { $0.name == name }) else {
      if lists.isEmpty { throw .noLists }
      throw .noSuchList(name, lists: lists.map(\.name))
    }
    self.init(list, of: lists)
  }

  init(_ list: JSONList, of lists: [JSONList]) {
    path = list.path
    others = lists.filter { $0.path != list.path && $0.count > 0 }
  }
}
