import DiaryStore

/// One import on its way.
final class ImportRun<Destination: ImportDestination> {
  /// Photos that are added together: what was added stays when the import is killed.
  private static var photosAtATime: Int { 16 }

  let rows: ReadAhead
  let destination: Destination
  private var policy: ImportPolicy
  var summary: ImportSummary
  private var first: ImportRows?
  /// Photos of the rows of the transaction that is open.
  private var photos: [ImportedPhoto] = []
  private var failure: ImportError?
  private var isAtEnd = false

  init(rows: ReadAhead, destination: Destination, policy: ImportPolicy, summary: ImportSummary) {
    self.rows = rows
    self.destination = destination
    self.policy = policy
    self.summary = summary
  }

  /// Writes all rows, and the photos of each transaction behind it.
  ///
  /// The import is started with the first beer, so that a file with none leaves no trace.
  func run(
    file: String?, _ onProgress: (ImportProgress) -> Void, _ isCancelled: () -> Bool
  ) throws(ImportError) {
    first = try rows.next()
    photos = rows.latest.photos
    guard let first else { return onProgress(rows.latest.progress) }
    summary.lookalikes = try Lookalikes(among: first, in: destination, summary.understanding)
    policy.expectedRows = rows.latest.expectedRows
    let batch = try store { () throws(DiaryError) in
      try destination.startImport(source: summary.dialect.source, file: file)
    }
    do throws(ImportError) {
      try write(batch, onProgress, isCancelled)
    } catch {
      // Of an import that was to be whole nothing was written; its number is not needed.
      if policy.isOneTransaction { try store { () throws(DiaryError) in try destination.withdraw(batch) } }
      throw error
    }
    if summary.tally.added + summary.tally.updated > 0 {
      summary.batch = destination.number(of: batch)
    } else {
      try store { () throws(DiaryError) in try destination.withdraw(batch) }
    }
  }

  private func write(
    _ batch: Destination.Batch, _ onProgress: (ImportProgress) -> Void, _ isCancelled: () -> Bool
  ) throws(ImportError) {
    repeat {
      var tally = ImportTally()
      do throws(DiaryError) {
        tally = try destination.importRows(batch, policy) { try nextRows(onProgress, isCancelled) }
      } catch {
        throw failure ?? .store(error)
      }
      summary.tally += tally
      try addPhotos()
      if let failure { throw failure }
    } while !isAtEnd && !summary.wasCancelled
  }

  /// The next rows of the transaction.
  ///
  /// What goes wrong ends it, and undoes it where all rows or none are wanted.
  private func nextRows(_ onProgress: (ImportProgress) -> Void, _ isCancelled: () -> Bool) throws
    -> ImportRows?
  {
    if isCancelled() {
      summary.wasCancelled = true
      if policy.isOneTransaction { throw failed(.store(.cancelled)) }
      return nil
    }
    if let first {
      self.first = nil
      return first
    }
    do throws(ImportError) {
      let next = try rows.next()
      isAtEnd = next == nil
      if next != nil { photos += rows.latest.photos }
      onProgress(rows.latest.progress)
      return next
    } catch {
      failure = error
      if policy.isOneTransaction { throw error }
      return nil
    }
  }

  private func failed(_ error: ImportError) -> ImportError {
    failure = error
    return error
  }

  private func addPhotos() throws(ImportError) {
    while !photos.isEmpty {
      let outcomes = try store { () throws(DiaryError) in
        try destination.importPhotos(photos.prefix(Self.photosAtATime))
      }
      summary.photos.merge(outcomes) { $0 + $1 }
      photos.removeFirst(min(Self.photosAtATime, photos.count))
    }
  }

  private func store<Value>(_ work: () throws(DiaryError) -> Value) throws(ImportError) -> Value {
    do { return try work() } catch { throw .store(error) }
  }
}
