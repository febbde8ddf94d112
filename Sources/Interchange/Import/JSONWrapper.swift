/// Finds the list of records in JSON that has an object around it, such as `{"checkins": [ … ]}`.
///
/// Untappd's API answers so, with `{"response": {"checkins": {"items": [ … ]}}}`. The object is read to its end without
/// being kept, unless it is a beer itself.
struct JSONWrapper {
  private static let maxDepth = 8

  private struct IsBeer: Error {}

  private var scanner: JSONScanner
  private let name = ByteStore()
  private var path: [[UInt8]] = []
  /// The list with the most objects so far.
  private var longest: (path: [[UInt8]], count: Int) = ([], 0)

  /// The names of the members that lead to the list; none if the records come without an object around them.
  static func path(_ input: ReadInput) throws(ImportError) -> [[UInt8]] {
    var wrapper = JSONWrapper(input)
    do {
      try wrapper.search()
    } catch JSONScanner.Failure.input(let error) {
      throw error
    } catch is IsBeer {
      return []
    } catch {
      // Reading the records says where the JSON is broken.
    }
    return wrapper.longest.path
  }

  private init(_ input: ReadInput) {
    scanner = JSONScanner(
      input.window, start: input.markLength, maximumRecordLength: ReadInput.longestRecord)
  }

  private mutating func search() throws {
    guard try scanner.nextVisible() == UInt8(ascii: "{") else { return }
    try searchObject()
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
    switch try scanner.nextVisible() {
    case UInt8(ascii: "{") where path.count < Self.maxDepth: try searchObject()
    case UInt8(ascii: "["): try count()
    default:
      if isName { throw IsBeer() }
      try scanner.skipValue()
    }
    scanner.beginRecord()
  }

  /// Counts the objects of a list.
  private mutating func count() throws {
    scanner.advance()
    var count = 0
    while let byte = try scanner.nextVisible() {
      switch byte {
      case UInt8(ascii: "]"):
        scanner.advance()
        if count > longest.count { longest = (path, count) }
        return
      case UInt8(ascii: ","): scanner.advance()
      default:
        if byte == UInt8(ascii: "{") { count += 1 }
        try scanner.skipValue()
      }
    }
  }

  /// Whether the member is a beer's name, which what is around beers does not have.
  private var isName: Bool {
    let name = path.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ".")
    return BeerField.name.keys(in: .plain).contains(Header.fieldKey(name))
  }
}
