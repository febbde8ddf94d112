import DiaryModel
import Foundation

/// The error for a change in the log that this version of the program cannot read.
struct UnreadableChange: Error {
  /// Whether a later version of the program has made the change, so that it is not damaged.
  var isOfLaterVersion = false
}

/// The members of a JSON object of the log, read by their types.
///
/// Values of custom fields are texts with JSON in them, so that they are exactly as the diary stores them, however deeply
/// they are nested.
struct StoredObject {
  /// The members by name.
  let members: [String: JSONValue]

  /// - Throws: `UnreadableChange` if the value is no object.
  init(_ value: JSONValue?) throws {
    guard case .object(let members)? = value else { throw UnreadableChange() }
    self.members = members
  }

  /// Returns a text.
  ///
  /// - Throws: `UnreadableChange` if there is no text with the name, as all of these functions do for their types.
  func text(_ name: String) throws -> String {
    guard let text = try optionalText(name) else { throw UnreadableChange() }
    return text
  }

  /// Returns an integer; `nil` if there is no member with the name.
  func optionalInt(_ name: String) throws -> Int? { members[name] == nil ? nil : try int(name) }

  /// Returns a text; `nil` if there is no member with the name.
  func optionalText(_ name: String) throws -> String? {
    guard let value = members[name] else { return nil }
    guard case .text(let text) = value else { throw UnreadableChange() }
    return text
  }

  func integer(_ name: String) throws -> Int64 {
    guard case .integer(let number)? = members[name] else { throw UnreadableChange() }
    return number
  }

  func int(_ name: String) throws -> Int {
    guard let number = Int(exactly: try integer(name)) else { throw UnreadableChange() }
    return number
  }

  func flag(_ name: String) throws -> Bool {
    guard case .boolean(let flag)? = members[name] else { throw UnreadableChange() }
    return flag
  }

  func uuid(_ name: String) throws -> UUID {
    guard let uuid = UUID(uuidString: try text(name)) else { throw UnreadableChange() }
    return uuid
  }

  func object(_ name: String) throws -> StoredObject { try StoredObject(members[name]) }

  /// Returns an object; `nil` if there is no member with the name.
  func optionalObject(_ name: String) throws -> StoredObject? {
    try members[name].map { try StoredObject($0) }
  }

  func objects(_ name: String) throws -> [StoredObject] {
    guard case .array(let values)? = members[name] else { throw UnreadableChange() }
    return try values.map { try StoredObject($0) }
  }

  func ids(_ name: String) throws -> [Int64] { try [Int64].ids(inRanges: text(name)) }

  /// Returns a value that is stored as a text with JSON; `nil` if there is no member with the name.
  func json(_ name: String) throws -> JSONValue? { try optionalText(name).map { try JSONValue(json: $0) } }
}

extension JSONValue {
  /// Creates an object with the members that are not `nil`.
  init(stored members: [String: JSONValue?]) { self = .object(members.compactMapValues { $0 }) }

  /// The value as JSON text on one line.
  var storedText: String {
    var writer = JSONWriter(isForDisplay: false)
    writer.value(self)
    return writer.text
  }
}

extension [Int64] {
  /// The ids in their order, with successive ones as ranges: `3,7,9..12`.
  var ranges: String {
    var ranges = IDRanges()
    for id in self { ranges.append(id) }
    return ranges.text
  }

  /// Returns the ids that ``ranges`` has written.
  ///
  /// - Throws: `UnreadableChange`.
  static func ids(inRanges ranges: String) throws -> [Int64] {
    // No diary has so many beers; a damaged text must not take up all memory.
    let maxCount = 1 << 26
    var ids: [Int64] = []
    for part in ranges.split(separator: ",") {
      let ends = part.split(separator: ".").map { Int64($0) }
      guard 1...2 ~= ends.count, let first = ends[0], let last = ends[ends.count - 1], first <= last else {
        throw UnreadableChange()
      }
      let (difference, overflow) = last.subtractingReportingOverflow(first)
      guard !overflow, difference < maxCount, ids.count < maxCount else {
        throw UnreadableChange()
      }
      ids.append(contentsOf: first...last)
    }
    return ids
  }
}

/// Ids in their order, with successive ones as ranges: `3,7,9..12`; adding one takes the same time for any number.
struct IDRanges {
  /// The text of all ranges but the last.
  private var start = ""
  private var last: ClosedRange<Int64>?

  /// Adds an id after the others.
  mutating func append(_ id: Int64) {
    if let last, last.upperBound < .max, id == last.upperBound + 1 {
      self.last = last.lowerBound...id
    } else {
      start += end
      last = id...id
    }
  }

  var isEmpty: Bool { last == nil }

  var text: String { start + end }

  /// The length of ``text``.
  var byteCount: Int { start.utf8.count + end.utf8.count }

  /// The text of the last range, with the comma before it.
  private var end: String {
    guard let last else { return "" }
    let first = (start.isEmpty ? "" : ",") + String(last.lowerBound)
    return last.lowerBound == last.upperBound ? first : first + "..\(last.upperBound)"
  }
}
