import DiaryStore

/// Finds the rows of a file that are about the same beer as another one, which decides what is imported.
///
/// Takes about 12 bytes for each row; rows whose hashes are the same count as repeated.
struct RowRepetitions {
  private var seen = FingerprintSet()
  /// How many rows follow that have the same id; `nil` if the first row decides.
  private var followers: [UInt64: Int]?

  /// The first of the rows about a beer decides.
  init() {}

  /// The last of the rows about a beer decides.
  ///
  /// - Parameter stream: All rows of the file.
  init(lastDecidesIn stream: RowStream) throws(ImportError) {
    var followers: [UInt64: Int] = [:]
    while true {
      let batch = stream.next()
      if case .failure(let error) = batch.end { throw error }
      for beer in batch.beers {
        let fingerprint = Self.fingerprint(beer)
        if !seen.insert(fingerprint) { followers[fingerprint, default: 0] += 1 }
      }
      if batch.end != nil { break }
    }
    seen = FingerprintSet()
    self.followers = followers
  }

  /// Whether another row decides about the beer of the next row.
  mutating func isDecidedByOther(_ beer: ImportedBeer) -> Bool {
    let fingerprint = Self.fingerprint(beer)
    guard followers != nil else { return !seen.insert(fingerprint) }
    guard let left = followers?[fingerprint], left > 0 else { return false }
    followers?[fingerprint] = left - 1
    return true
  }

  private static func fingerprint(_ beer: ImportedBeer) -> UInt64 {
    var hasher = Hasher()
    if let uuid = beer.uuid {
      hasher.combine(uuid)
    } else {
      hasher.combine(beer.source)
      hasher.combine(beer.sourceID)
    }
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }
}
