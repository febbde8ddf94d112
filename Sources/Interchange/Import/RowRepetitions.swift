import DiaryStore

/// Finds the rows of a file that have the same id as another row, which decides what is imported.
///
/// Takes 2 to 6 bytes for each row with a number for an id, such as a check-in, 12 for each with another id, and
/// nothing for rows whose ids are numbered; rows whose hashes are the same count as repeated.
struct RowRepetitions {
  private var numbers = NumberSet()
  private var hashes = FingerprintSet()
  /// How many rows with the same id follow; `nil` if the first row decides.
  private var followers: [RowID: Int]?

  /// The first of the rows with an id decides.
  init() {}

  /// The last of the rows with an id decides.
  ///
  /// - Parameter stream: All rows of the file.
  init(lastDecidesIn stream: RowStream) throws(ImportError) {
    var followers: [RowID: Int] = [:]
    while true {
      let batch = stream.next()
      if case .failure(let error) = batch.end { throw error }
      for id in batch.beers.compactMap(RowID.init) where !insert(id) { followers[id, default: 0] += 1 }
      if batch.end != nil { break }
    }
    numbers = NumberSet()
    hashes = FingerprintSet()
    self.followers = followers
  }

  /// Returns whether another row decides what is imported for the beer of the next row.
  mutating func isSuperseded(_ beer: ImportedBeer) -> Bool {
    guard let id = RowID(beer) else { return false }
    guard followers != nil else { return !insert(id) }
    guard let left = followers?[id], left > 0 else { return false }
    followers?[id] = left - 1
    return true
  }

  /// Inserts an id; returns `false` if an earlier row has it.
  private mutating func insert(_ id: RowID) -> Bool {
    switch id {
    case .number(let number): numbers.insert(number)
    case .hash(let hash): hashes.insert(hash)
    }
  }
}

/// The id of a row in a compact form for comparisons.
private enum RowID: Hashable {
  case number(UInt64)
  case hash(UInt64)

  /// `nil` if the row has no id, or one that no other row of the file can have.
  init?(_ beer: ImportedBeer) {
    var hasher = Hasher()
    if let uuid = beer.uuid {
      hasher.combine(uuid)
    } else if let id = beer.sourceID {
      if beer.source == nil {
        // Rows with the same values were numbered.
        if id.hasPrefix(IDForm.fields.prefix) { return nil }
        if let number = UInt64(id), String(number) == id {
          self = .number(number)
          return
        }
      }
      hasher.combine(beer.source)
      hasher.combine(id)
    } else {
      return nil
    }
    self = .hash(UInt64(bitPattern: Int64(hasher.finalize())))
  }
}
