import DiaryModel

/// Changes that are made and undone together, as the log stores them.
///
/// If they are too large for the log, only their kind and beers are kept, so that a change of all beers takes little
/// memory.
struct ChangeBatch {
  /// The kind of the first change; `nil` if there is none.
  private(set) var kind: DiaryChange.Kind?
  private var parts: [String] = []
  private var size = 1
  /// Whether the changes are too large for the log.
  private(set) var isTooLarge = false
  private var beers = IDSet()

  /// The changes as a JSON array; `nil` if they are too large.
  var payload: String? { isTooLarge ? nil : "[\(parts.joined(separator: ","))]" }

  /// The size of the payload in bytes; 0 if it is too large.
  var byteCount: Int { isTooLarge ? 0 : size }

  /// The number of different beers that the changes affect.
  var beerCount: Int { beers.count }

  /// Adds a change after the others.
  mutating func append(_ change: DiaryChange) {
    kind = kind ?? change.kind
    for beer in change.beers { beers.insert(beer) }
    if isTooLarge { return }
    let part = change.stored.storedText
    parts.append(part)
    size += part.utf8.count + 1
    if size > ChangeLog.maxChangeBytes { markTooLarge() }
  }

  /// Returns these changes followed by others.
  func appending(_ changes: [DiaryChange]) -> ChangeBatch {
    var batch = self
    for change in changes { batch.append(change) }
    return batch
  }

  /// Drops the changes; only the kind and the beers are kept, also of those that are added later.
  mutating func markTooLarge() {
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
