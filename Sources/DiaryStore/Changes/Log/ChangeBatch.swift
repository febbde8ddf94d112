import DiaryModel

/// Changes that are made and undone together, as the log stores them.
///
/// If they are too large for the log, only their kind and beers are kept, so that a change of all beers takes little
/// memory.
///
/// The beers of adoptions are one change, which comes first, so that beers can be added one by one.
struct ChangeBatch {
  /// The kind of the first change; `nil` if there is none.
  private(set) var kind: DiaryChange.Kind?
  private var adopted = IDRanges()
  private var parts: [String] = []
  /// The size of the parts with a comma after each, in bytes.
  private var partsSize = 0
  /// Whether the changes are too large for the log.
  private(set) var isTooLarge = false
  private var beers = IDSet()

  /// The changes as a JSON array; `nil` if they are too large.
  var payload: String? {
    if isTooLarge { return nil }
    let first = adopted.isEmpty ? [] : [DiaryChange.storedAdoption(of: adopted.text).storedText]
    return "[\((first + parts).joined(separator: ","))]"
  }

  /// The size of the payload in bytes; 0 if it is too large.
  var byteCount: Int {
    if isTooLarge { return 0 }
    let first = adopted.isEmpty ? 0 : Self.emptyAdoptionSize + adopted.byteCount + 1
    return 1 + first + partsSize
  }

  /// The size of an adoption without beers, in bytes.
  private static let emptyAdoptionSize = DiaryChange.storedAdoption(of: "").storedText.utf8.count

  /// The number of different beers that the changes affect.
  var beerCount: Int { beers.count }

  /// Adds a change after the others, or the beers of an adoption after those of others.
  mutating func append(_ change: DiaryChange) {
    for beer in change.beers { beers.insert(beer) }
    if case .adopted(let ids) = change {
      kind = .adopted
      if !isTooLarge { for id in ids { adopted.append(id) } }
    } else {
      kind = kind ?? change.kind
      if !isTooLarge {
        let part = change.stored.storedText
        parts.append(part)
        partsSize += part.utf8.count + 1
      }
    }
    if byteCount > ChangeLog.maxChangeBytes { markTooLarge() }
  }

  /// Returns these changes followed by others.
  func appending(_ changes: [DiaryChange]) -> ChangeBatch {
    var batch = self
    for change in changes { batch.append(change) }
    return batch
  }

  /// Drops the changes; only the kind and the beers are kept, also of those that are added later.
  mutating func markTooLarge() {
    adopted = IDRanges()
    parts = []
    isTooLarge = true
  }

  /// Reads the changes of a payload.
  ///
  /// - Throws: `UnreadableChange`, or the error of a malformed value.
  static func changes(in payload: String) throws -> [DiaryChange] {
    guard case .array(let parts) = try JSONValue(json: payload) else { throw UnreadableChange() }
    return try parts.map { try DiaryChange(StoredObject($0)) }
  }
}
