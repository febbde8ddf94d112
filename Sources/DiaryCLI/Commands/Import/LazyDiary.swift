import DiaryStore
import Interchange

/// A diary that is created when the first beer is added, so a file without beers creates none.
final class LazyDiary: ImportDestination {
  private let context: CommandContext
  private let options: StoreOptions
  /// The diary; `nil` until it is opened.
  private(set) var opened: Diary?

  init(_ context: CommandContext, _ options: StoreOptions) {
    self.context = context
    self.options = options
  }

  /// Opens the diary, or creates it.
  @discardableResult
  func open() throws(OpeningError) -> Diary {
    if let opened { return opened }
    let diary = try context.openDiary(options, .changing, createsMissing: true)
    opened = diary
    return diary
  }

  func startImport(source: String, file: String?) throws(OpeningError) -> StartedImport {
    try withDiary { try $0.startImport(source: source, file: file) }
  }

  func importTransaction(
    _ startedImport: StartedImport, _ policy: ImportPolicy, _ body: (ImportTransaction) throws -> Void
  ) throws(OpeningError) -> ImportTally {
    try withDiary { try $0.importTransaction(startedImport, policy, body) }
  }

  func previewImport(_ beers: [ImportedBeer], source: String, _ policy: ImportPolicy) throws(OpeningError)
    -> ImportTally
  {
    if opened != nil { return try withDiary { try $0.previewImport(beers, source: source, policy) } }
    var tally = ImportTally()
    tally.added = beers.count
    tally.decisions = NewLabelDecisions(allOf: beers)
    return tally
  }

  func firstID(ofSource source: String, in ids: Range<String>) throws(OpeningError) -> String? {
    if opened == nil { return nil }
    return try withDiary { try $0.firstID(ofSource: source, in: ids) }
  }

  func possibleDuplicateCount(_ beers: [ImportedBeer], source: String) throws(OpeningError) -> Int {
    if opened == nil { return 0 }
    return try withDiary { try $0.possibleDuplicateCount(beers, source: source) }
  }

  func finishImport(_ startedImport: StartedImport) throws(OpeningError) -> Int64? {
    try withDiary { try $0.finishImport(startedImport) }
  }

  func undoStartedImport(_ startedImport: StartedImport) throws(OpeningError) {
    try withDiary { try $0.undoStartedImport(startedImport) }
  }

  /// Calls `body` with the diary, which is opened or created first.
  private func withDiary<Value>(_ body: (Diary) throws -> Value) throws(OpeningError) -> Value {
    try OpeningError.mapErrors(at: context.path(options)) { try body(open()) }
  }
}
