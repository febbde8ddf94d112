import DiaryStore
import SQLiteKit

/// One import on its way.
final class ImportRun<Destination: ImportDestination> {
  let rows: PrefetchingReader
  let destination: Destination
  private var policy: ImportPolicy
  var summary: ImportSummary
  private var first: [ImportedBeer]?
  private var failure: ImportError?
  private var isAtEnd = false

  init(rows: PrefetchingReader, destination: Destination, policy: ImportPolicy, summary: ImportSummary) {
    self.rows = rows
    self.destination = destination
    self.policy = policy
    self.summary = summary
  }

  /// Writes all rows and their photos.
  ///
  /// The import is started with the first beer, so that a file with none leaves no trace.
  func run(
    file: String?, _ onProgress: (ImportProgress) -> Void, _ isCancelled: () -> Bool
  ) throws(ImportError) {
    first = try rows.next()
    guard let first else { return onProgress(rows.latest.progress) }
    summary.possibleDuplicates = try PossibleDuplicates(
      among: first, in: destination, summary.understanding)
    policy.expectedRows = rows.latest.expectedRows
    let batch = try mapErrors { () throws(Destination.Failure) in
      try destination.startImport(source: summary.dialect.source, file: file)
    }
    do throws(ImportError) {
      try write(batch, onProgress, isCancelled)
    } catch {
      // Of an import that was to be whole nothing was written; its number is not needed.
      if policy.isOneTransaction {
        try mapErrors { () throws(Destination.Failure) in try destination.withdraw(batch) }
      }
      throw error
    }
    summary.batch = try mapErrors { () throws(Destination.Failure) in try destination.finishImport(batch) }
    if let failure = summary.tally.photoFailure { throw .photosNotAdded(failure) }
  }

  private func write(
    _ batch: Destination.Batch, _ onProgress: (ImportProgress) -> Void, _ isCancelled: () -> Bool
  ) throws(ImportError) {
    repeat {
      var tally = ImportTally()
      do throws(Destination.Failure) {
        tally = try destination.importBeers(batch, policy) { try nextRows(onProgress, isCancelled) }
      } catch {
        throw failure ?? ImportError(error)
      }
      summary.tally += tally
      if let failure { throw failure }
    } while !isAtEnd && !summary.wasCancelled
  }

  /// The next rows of the transaction.
  ///
  /// What goes wrong ends it, and undoes it where all rows or none are wanted.
  private func nextRows(_ onProgress: (ImportProgress) -> Void, _ isCancelled: () -> Bool) throws
    -> [ImportedBeer]?
  {
    if isCancelled() {
      summary.wasCancelled = true
      if policy.isOneTransaction { throw failed(.diary(.store(.cancelled))) }
      return nil
    }
    if let first {
      self.first = nil
      return first
    }
    do throws(ImportError) {
      let next = try rows.next()
      isAtEnd = next == nil
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

  private func mapErrors<Value>(_ work: () throws(Destination.Failure) -> Value) throws(ImportError) -> Value
  {
    do { return try work() } catch { throw ImportError(error) }
  }
}
