/// Finds the list of records in JSON that has an object around it, such as `{"checkins": [ … ]}`.
///
/// Untappd's API answers so, with `{"response": {"checkins": {"items": [ … ]}}}`. The object is read to its end without
/// being kept, unless it is a beer itself. Of several lists the one whose objects have a beer's name is read.
struct JSONListSearch {
  private static let maxDepth = 8
  /// Objects of a list whose members are looked at.
  private static let sampledObjects = 10
  /// More names than any table has.
  private static let mostKeys = 1000

  private struct IsBeer: Error {}

  private struct Found {
    var list: JSONList
    /// The members of the first objects, in the order in which they first come.
    var keys: [String] = []

    mutating func note(_ key: String) {
      if keys.count < mostKeys, !keys.contains(key) { keys.append(key) }
    }

    var hasBeerNames: Bool {
      let header = Header(keys)
      let roles = ColumnMapping.proposal(for: header)
      return roles.contains(.field(.name))
        && FileContents(header, said: roles.map { _ in nil }) != .breweries
    }
  }

  private var scanner: JSONScanner
  private let name = ByteStore()
  private var path: [[UInt8]] = []
  private var found: [Found] = []
  private var places: [[[UInt8]]: Int] = [:]
  /// The list whose objects are looked at.
  private var place: Int?
  private var objectCount = 0
  /// Whether an object with a beer's name may be around lists.
  private let isBeerPossible: Bool

  /// Decides which list is read.
  ///
  /// - Parameter wanted: The list that the user names; `nil` to decide by what the lists have.
  /// - Throws: `.noSuchList`, or `.severalLists` if several could be meant.
  static func choice(in input: ReadInput, wanted: String?) throws(ImportError) -> JSONListChoice {
    var search = JSONListSearch(input, isBeerPossible: wanted == nil)
    do {
      try search.run()
    } catch JSONScanner.Failure.input(let error) {
      throw error
    } catch is IsBeer {
      return JSONListChoice()
    } catch {
      // Reading the records says where the JSON is broken.
      let longest = search.found.map(\.list).max { $0.count < $1.count }
      return longest.map { JSONListChoice($0, of: []) } ?? JSONListChoice()
    }
    let lists = search.found.map(\.list)
    if let wanted { return try JSONListChoice(named: wanted, of: lists) }
    let candidates = search.candidates
    guard candidates.count < 2 else { throw .severalLists(candidates) }
    return candidates.first.map { JSONListChoice($0, of: lists) } ?? JSONListChoice()
  }

  private init(_ input: ReadInput, isBeerPossible: Bool) {
    scanner = JSONScanner(
      input.window, start: input.markLength, maximumRecordLength: ReadInput.longestRecord)
    self.isBeerPossible = isBeerPossible
  }

  /// The lists that could be meant: those with names of beers, or else all that have objects.
  private var candidates: [JSONList] {
    let filled = found.filter { $0.list.count > 0 }
    let named = filled.filter(\.hasBeerNames)
    // Objects that come one after the other are rather the records than what is around them.
    let others = objectCount == 1 ? filled : []
    return (named.isEmpty ? others : named).map(\.list)
  }

  /// Goes through the objects of the file, as long as there are lists in them.
  private mutating func run() throws {
    repeat {
      guard try scanner.nextVisible() == UInt8(ascii: "{") else { return }
      objectCount += 1
      try searchObject()
      scanner.beginRecord()
    } while !found.isEmpty
  }

  private mutating func searchObject() throws {
    scanner.advance()
    while let byte = try scanner.nextVisible() {
      switch byte {
      case UInt8(ascii: "}"): return scanner.advance()
      case UInt8(ascii: ","): scanner.advance()
      case UInt8(ascii: "\""): try searchMember()
      default: throw JSONScanner.Failure.syntax("a name in quotes is expected")
      }
    }
  }

  private mutating func searchMember() throws {
    name.removeAll()
    try scanner.readString(into: name)
    try scanner.expect(":")
    path.append(Array(UnsafeBufferPointer(start: name.base, count: name.count)))
    defer { path.removeLast() }
    let depth = path.count - (place.map { found[$0].list.path.count } ?? 0)
    switch try scanner.nextVisible() {
    case UInt8(ascii: "{") where depth < Self.maxDepth: try searchObject()
    case UInt8(ascii: "[") where place == nil: try searchList()
    default: try noteMember()
    }
    scanner.beginRecord()
  }

  /// Passes over the value of a member that no list can be in.
  private mutating func noteMember() throws {
    if let place {
      let key = JSONList.name(path.dropFirst(found[place].list.path.count))
      found[place].note(key)
    } else if isBeerPossible, isName {
      throw IsBeer()
    }
    try scanner.skipValue()
  }

  /// Counts the objects of a list, and looks at the first.
  private mutating func searchList() throws {
    scanner.advance()
    let place = places[path] ?? found.count
    if place == found.count { found.append(Found(list: JSONList(path: path))) }
    places[path] = place
    while let byte = try scanner.nextVisible() {
      switch byte {
      case UInt8(ascii: "]"): return scanner.advance()
      case UInt8(ascii: ","): scanner.advance()
      case UInt8(ascii: "{"):
        found[place].list.count += 1
        if found[place].list.count > Self.sampledObjects {
          try scanner.skipValue()
        } else {
          self.place = place
          try searchObject()
          self.place = nil
        }
      default: try scanner.skipValue()
      }
      scanner.beginRecord()
    }
  }

  /// Whether the member is a beer's name, which what is around beers does not have.
  private var isName: Bool {
    BeerField.name.keys(in: .plain).contains(Header.fieldKey(JSONList.name(path[...])))
  }
}
