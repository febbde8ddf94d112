/// Finds the list of records in JSON that has an object around it, such as `{"checkins": [ … ]}`.
///
/// Untappd's API answers with `{"response": {"checkins": {"items": [ … ]}}}`. The object is read to its end without
/// being kept, unless it is a beer itself. Of several lists the one whose objects have a beer's name is read. Roles
/// that the user gives columns take precedence over their names.
struct JSONListSearch {
  private static let maxDepth = 8
  /// The objects of a list whose members are read.
  private static let sampledObjects = 10
  /// A limit that no table exceeds.
  private static let maxKeys = 1000

  private struct IsBeer: Error {}

  private struct Found {
    var list: JSONList
    /// The members of the first objects, in the order in which they first appear.
    var keys: [String] = []

    mutating func add(_ key: String) {
      if keys.count < maxKeys, !keys.contains(key) { keys.append(key) }
    }

    /// Returns whether the objects have a beer's name, assigned or recognized.
    ///
    /// - Parameter assigned: The roles that the user gives columns.
    func hasBeerNames(_ assigned: [ColumnAssignment]) -> Bool {
      let header = Header(keys)
      let names = assigned.filter { $0.role == .field(.name) }
      if !names.isEmpty { return names.contains { header.column(named: $0.column) != nil } }
      let roles = ColumnMapping.proposal(for: header)
      return roles.contains(.field(.name))
        && FileContents(header, assigned: roles.map { _ in nil }) != .breweries
    }
  }

  private var scanner: JSONScanner
  private var path: [[UInt8]] = []
  private var found: [Found] = []
  private var indexes: [[[UInt8]]: Int] = [:]
  /// The index of the list whose objects are read.
  private var currentIndex: Int?
  private var objectCount = 0
  /// Whether an object with a beer's name may be around lists.
  private let isBeerPossible: Bool
  /// The path of the first object's member that is a beer's name; `nil` if there is none.
  private var beerName: String?
  /// The roles that the user gives columns.
  private let assigned: [ColumnAssignment]

  /// Decides which list is read.
  ///
  /// - Parameter options: The list that the user names, and what columns are.
  /// - Throws: `.noSuchList` or `.noLists`; `.severalLists` or `.listsInBeer` if several records could be meant.
  static func choice(in input: BufferedInput, _ options: ImportOptions) throws(ImportError) -> JSONListChoice
  {
    let wanted = options.list
    var search = JSONListSearch(
      input, isBeerPossible: wanted == nil,
      assigned: options.assignments + (options.mapping?.assignments ?? []))
    do {
      try search.run()
    } catch JSONScanner.Failure.input(let error) {
      throw error
    } catch is IsBeer {
      return JSONListChoice()
    } catch {
      // Reading the records reports where the JSON is broken.
      if search.beerName != nil { return JSONListChoice() }
      let longest = search.found.map(\.list).max { $0.count < $1.count }
      return longest.map { JSONListChoice($0, of: []) } ?? JSONListChoice()
    }
    let lists = search.found.map(\.list)
    if let wanted { return try JSONListChoice(named: wanted, of: lists) }
    let candidates = search.candidates
    if let name = search.beerName {
      if search.objectCount == 1, !candidates.isEmpty { throw .listsInBeer(candidates, name: name) }
      return JSONListChoice()
    }
    guard candidates.count < 2 else { throw .severalLists(candidates) }
    return candidates.first.map { JSONListChoice($0, of: lists) } ?? JSONListChoice()
  }

  private init(_ input: BufferedInput, isBeerPossible: Bool, assigned: [ColumnAssignment]) {
    scanner = JSONScanner(
      input.window, start: input.markLength, maxRecordLength: BufferedInput.maxRecordLength)
    self.isBeerPossible = isBeerPossible
    self.assigned = assigned
  }

  /// The lists that could be meant: those with names of beers, or else all that have objects.
  private var candidates: [JSONList] {
    let filled = found.filter { $0.list.count > 0 }
    let named = filled.filter { $0.hasBeerNames(assigned) }
    // Several objects in a row are records rather than objects around a list.
    let others = objectCount == 1 && beerName == nil ? filled : []
    return (named.isEmpty ? others : named).map(\.list)
  }

  /// Visits the objects of the file as long as they contain lists.
  private mutating func run() throws {
    repeat {
      guard try scanner.nextToken() == UInt8(ascii: "{") else { return }
      objectCount += 1
      // Several objects in a row are the beers.
      if beerName != nil, objectCount > 1 { return }
      try searchObject()
    } while !found.isEmpty
  }

  private mutating func searchObject() throws {
    scanner.advance()
    while let byte = try scanner.nextToken() {
      switch byte {
      case UInt8(ascii: "}"): return scanner.advance()
      case UInt8(ascii: ","): scanner.advance()
      default: try searchMember()
      }
    }
  }

  private mutating func searchMember() throws {
    path.append(try scanner.readName())
    defer { path.removeLast() }
    let depth = path.count - (currentIndex.map { found[$0].list.path.count } ?? 0)
    switch try scanner.nextToken() {
    case UInt8(ascii: "{") where depth < Self.maxDepth: try searchObject()
    case UInt8(ascii: "[") where currentIndex == nil: try searchList()
    default: try recordMember()
    }
  }

  /// Skips the value of a member that cannot contain a list.
  private mutating func recordMember() throws {
    if let currentIndex {
      let key = JSONList.name(path.dropFirst(found[currentIndex].list.path.count))
      found[currentIndex].add(key)
    } else if isBeerPossible {
      try recordName()
    }
    try scanner.skipValue()
  }

  /// Records the member as the name of a beer if it is one.
  ///
  /// - Throws: `IsBeer` if the object is certainly a beer: the user assigned its name, or it comes after another
  ///   object.
  private mutating func recordName() throws {
    let role = assignedRole
    guard role.map({ $0 == .field(.name) }) ?? isName else { return }
    if role != nil || objectCount > 1 { throw IsBeer() }
    beerName = beerName ?? JSONList.name(path[...])
  }

  /// Counts the objects of a list, and reads the first.
  private mutating func searchList() throws {
    scanner.advance()
    let index = indexes[path] ?? found.count
    if index == found.count { found.append(Found(list: JSONList(path: path))) }
    indexes[path] = index
    while let byte = try scanner.nextToken() {
      switch byte {
      case UInt8(ascii: "]"): return scanner.advance()
      case UInt8(ascii: ","): scanner.advance()
      case UInt8(ascii: "{"):
        found[index].list.count += 1
        if found[index].list.count > Self.sampledObjects {
          try scanner.skipValue()
        } else {
          currentIndex = index
          try searchObject()
          currentIndex = nil
        }
      default: try scanner.skipValue()
      }
    }
  }

  /// The role that the user gives the member; `nil` if none.
  private var assignedRole: ColumnMapping.Role? {
    if assigned.isEmpty { return nil }
    let header = Header([JSONList.name(path[...])])
    return assigned.first { header.column(named: $0.column) != nil }?.role
  }

  /// Whether the member is a beer's name, which objects around lists of beers do not have.
  private var isName: Bool {
    Dialect.plain.keys(of: .name).contains(Header.fieldKey(JSONList.name(path[...])))
  }
}
