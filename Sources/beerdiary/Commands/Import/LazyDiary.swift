import DiaryStore
import Interchange

/// A diary that is made with the first beer that comes, so that a file without any leaves none behind.
final class LazyDiary: ImportDestination {
  private let options: StoreOptions
  /// What was made; `nil` as long as no beer came.
  private(set) var opened: OpenedDiary?

  init(_ options: StoreOptions) { self.options = options }

  /// Opens the diary, or makes it, before a beer comes.
  @discardableResult
  func open() throws(DiaryError) -> Diary {
    if let opened { return opened.diary }
    let made = try OpenedDiary(options, .changing, createsMissing: true)
    opened = made
    return made.diary
  }

  func startImport(source: String, file: String?) throws(DiaryError) -> ImportBatch {
    try open().startImport(source: source, file: file)
  }

  func importBeers(_ batch: ImportBatch, _ policy: ImportPolicy, next: () throws -> [ImportedBeer]?)
    throws(DiaryError) -> ImportTally
  {
    var policy = policy
    // Nothing here reads it before they are in.
    policy.mayLockDiary = true
    return try open().importBeers(batch, policy, next: next)
  }

  func comparison(_ beers: [ImportedBeer], source: String, _ policy: ImportPolicy) throws(DiaryError)
    -> ImportTally
  {
    if let opened { return try opened.diary.comparison(beers, source: source, policy) }
    var tally = ImportTally()
    tally.added = beers.count
    return tally
  }

  func firstID(ofSource source: String, in ids: Range<String>) throws(DiaryError) -> String? {
    try opened?.diary.firstID(ofSource: source, in: ids)
  }

  func possibleDuplicateCount(_ beers: [ImportedBeer], source: String) throws(DiaryError) -> Int {
    try opened?.diary.possibleDuplicateCount(beers, source: source) ?? 0
  }

  func finishImport(_ batch: ImportBatch) throws(DiaryError) -> Int64? { try open().finishImport(batch) }

  func withdraw(_ batch: ImportBatch) throws(DiaryError) { try open().withdraw(batch) }
}
