import DiaryStore
import SQLiteKit

/// Imports a file into a diary: analyzes the file, plans the import, and runs it.
///
/// An import that was killed is completed by running it again, since beers that are in the diary are recognized.
///
///     let file = try FileImport(ImportSource(path: path))
///     let plan = try file.plan(for: diary)
///     let summary = try file.run(into: diary)
package struct FileImport {
  private static let exampleCount = 20

  /// The result of analyzing the file.
  package let analysis: FileAnalysis
  /// The user's settings.
  package let options: ImportOptions
  private let pairing: PhotoPairing?

  /// Analyzes a file; its rows are read once unless the column names are sufficient.
  ///
  /// - Throws: `ImportError` if the file cannot be read, if its kind or its columns are not recognized, or if a list in it
  ///   has to be chosen.
  package init(
    _ source: ImportSource, _ options: ImportOptions = ImportOptions(),
    onProgress: (ImportProgress) -> Void = { _ in }
  ) throws(ImportError) {
    try self.init(
      FileColumns(source, options, onProgress: onProgress), options, onProgress: onProgress)
  }

  /// Analyzes a file whose columns are known already, perhaps with other options for their meaning.
  ///
  /// - Throws: `ImportError` if the file or the folder of photos cannot be read, if no column has the names of beers, or
  ///   if the columns are not those that the options name.
  package init(
    _ columns: FileColumns, _ options: ImportOptions, onProgress: (ImportProgress) -> Void
  ) throws(ImportError) {
    self.options = options
    let analysis = try FileAnalysis(columns, options, onProgress: onProgress)
    self.analysis = analysis
    // A Beer Diary export names its photos itself.
    let folder = analysis.dialect == .beerDiary ? nil : options.photoFolder
    pairing =
      if let folder { try PhotoPairing(folder, analysis.mapping, columns.reader) } else { nil }
  }

  /// Returns what an import would do, and writes nothing.
  ///
  /// - Parameters:
  ///   - destination: The diary; `nil` if there is none yet.
  ///   - onRejected: Called with every row that would be rejected, in the file's order.
  /// - Throws: `ImportError` if the file cannot be read, or `.store` with the reason if the diary cannot, such as
  ///   `.busy`.
  package func plan(
    for destination: (any ImportDestination)?, keepsRaw: Bool = false,
    onProgress: (ImportProgress) -> Void = { _ in },
    onRejected: (RejectedRow) -> Void = { _ in }, isCancelled: () -> Bool = { false }
  ) throws(ImportError) -> ImportPlan {
    var plan = ImportPlan(analysis: analysis)
    plan.onDuplicate = options.onDuplicate
    plan.photos = pairing?.report
    plan.exportedPhotos = ExportedPhotoCounts(folders: options.photoFolders)
    let rows = try rows(for: destination, keepsRaw: keepsRaw)
    while let next = try rows.next(onRejected), !plan.wasCancelled {
      if let destination, plan.tally.count == 0 {
        plan.possibleDuplicates = try destination.possibleDuplicates(
          among: next, source: analysis.dialect.source)
      }
      try addToPlan(next, &plan, destination)
      onProgress(rows.latest.progress)
      plan.wasCancelled = isCancelled()
    }
    plan.counts = rows.latest.counts
    return plan
  }

  private func addToPlan(
    _ beers: [ImportedBeer], _ plan: inout ImportPlan, _ destination: (any ImportDestination)?
  ) throws(ImportError) {
    for beer in beers { plan.exportedPhotos.add(beer.photos) }
    plan.examples += beers.prefix(Self.exampleCount - plan.examples.count).map(\.allFields)
    guard let destination else {
      let repeated = beers.count { $0.repetition == .superseded }
      plan.tally.repeated += repeated
      plan.tally.added += beers.count - repeated
      plan.tally.decisions.formUnion(NewLabelDecisions(allOf: beers))
      return
    }
    plan.tally += try mapErrors { () throws(StoreError) in
      try destination.previewImport(beers, source: analysis.dialect.source, policy)
    }
  }

  /// Reads the file to its end and writes its beers to a diary; see `run(into:creating:…)`.
  package func run(
    into destination: any ImportDestination, keepsRaw: Bool = false,
    onProgress: (ImportProgress) -> Void = { _ in },
    onRejected: (RejectedRow) -> Void = { _ in }, isCancelled: () -> Bool = { false }
  ) throws(ImportError) -> ImportSummary {
    try run(
      into: destination, creating: { destination }, keepsRaw: keepsRaw, onProgress: onProgress,
      onRejected: onRejected, isCancelled: isCancelled)
  }

  /// Reads the file to its end and writes its beers to a diary, which is created with the first one if there is none.
  ///
  /// A file without beers creates nothing and changes nothing.
  ///
  /// - Parameters:
  ///   - existing: The diary; `nil` if there is none yet.
  ///   - create: Creates the diary; called only if there is none.
  ///   - keepsRaw: Whether rejected rows are reported with their text in the file.
  ///   - onProgress: Called from this thread every few hundred rows and at the end.
  ///   - onRejected: Called from this thread with every row that is not imported, in the file's order.
  ///   - isCancelled: Called every few hundred rows; `true` stops the import.
  /// - Throws: `ImportError` if nothing was written: the file cannot be read, or `.store` with the reason, such as a
  ///   diary that is busy, full or read-only. If reading or writing fails later, what was committed before stays in the
  ///   diary, and ``ImportSummary/failure`` has the error.
  package func run(
    into existing: (any ImportDestination)?,
    creating create: () throws(ImportError) -> any ImportDestination,
    keepsRaw: Bool = false, onProgress: (ImportProgress) -> Void = { _ in },
    onRejected: (RejectedRow) -> Void = { _ in }, isCancelled: () -> Bool = { false }
  ) throws(ImportError) -> ImportSummary {
    if options.isStrict, let refused = try refusal(keepsRaw, onProgress, onRejected, isCancelled) {
      return refused
    }
    let rows = try rows(for: existing, keepsRaw: keepsRaw)
    var summary = ImportSummary(analysis: analysis, photoPairing: pairing?.report)
    summary.onDuplicate = options.onDuplicate
    if let first = try rows.next(onRejected) {
      let destination = if let existing { existing } else { try create() }
      let run = ImportRun(of: first, rows, into: destination, policy: policy, summary: summary)
      try run.run(file: analysis.columns.source.name, onProgress, onRejected, isCancelled)
      summary = run.summary
    } else {
      onProgress(rows.latest.progress)
    }
    summary.counts = rows.latest.counts
    return summary
  }

  /// Returns the summary of an import that writes nothing because rows are rejected; `nil` if none are.
  private func refusal(
    _ keepsRaw: Bool, _ onProgress: (ImportProgress) -> Void, _ onRejected: (RejectedRow) -> Void,
    _ isCancelled: () -> Bool
  ) throws(ImportError) -> ImportSummary? {
    let plan = try plan(
      for: nil, keepsRaw: keepsRaw, onProgress: onProgress, onRejected: onRejected,
      isCancelled: isCancelled)
    guard plan.counts.rejected > 0 || plan.wasCancelled else { return nil }
    var summary = ImportSummary(analysis: analysis)
    summary.counts = plan.counts
    summary.wasCancelled = plan.wasCancelled
    summary.wasRefused = true
    return summary
  }

  private func rows(
    for destination: (any ImportDestination)?, keepsRaw: Bool
  ) throws(ImportError) -> PrefetchingReader {
    let earlierIDs = try earlierIDs(in: destination)
    var identities = RowIdentityAssigner(analysis.mapping, analysis.identities, earlierIDs)
    if earlierIDs.hasSharedIDs { try identities.countRows(of: analysis.columns.reader(), analysis.mapping) }
    let reader = try analysis.columns.reader()
    return PrefetchingReader(
      RowStream(
        reader, analysis, options, identities, repetitions: try repetitions(), pairing: pairing,
        keepsRaw: keepsRaw))
  }

  /// Returns the detector of repeated rows; `nil` if each row is a separate beer.
  private func repetitions() throws(ImportError) -> RowRepetitions? {
    guard analysis.identity.isCertain else { return nil }
    guard policy.lastRowDecides else { return RowRepetitions() }
    let reader = try analysis.columns.reader()
    return try RowRepetitions(lastDecidesIn: RowStream(reader, analysis, options))
  }

  private func earlierIDs(in destination: (any ImportDestination)?) throws(ImportError) -> EarlierIDs {
    guard let destination else { return EarlierIDs() }
    return try mapErrors { () throws(StoreError) in
      try EarlierIDs(of: analysis.dialect.source, in: destination)
    }
  }

  private var policy: ImportPolicy {
    ImportPolicy(
      onDuplicate: options.onDuplicate, rowsAreComplete: analysis.hasCompleteRows,
      isOneTransaction: options.isStrict)
  }
}

/// An import that is running.
final class ImportRun {
  /// Why no more beers were written to a transaction.
  private enum End: Equatable {
    /// The transaction takes no more; the next one continues.
    case transaction
    /// No rows are left.
    case file
    /// A row cannot be read; the rows before it are committed.
    case failure(ImportError)
    /// The caller stopped the import.
    case cancelled
  }

  private let rows: PrefetchingReader
  private let destination: any ImportDestination
  private var policy: ImportPolicy
  private(set) var summary: ImportSummary
  /// The rows that were read before the import started; `nil` once they are written.
  private var first: [ImportedBeer]?

  /// Creates the import of the rows that a reader has returned first, and of those that follow.
  init(
    of first: [ImportedBeer], _ rows: PrefetchingReader, into destination: any ImportDestination,
    policy: ImportPolicy, summary: ImportSummary
  ) {
    self.first = first
    self.rows = rows
    self.destination = destination
    self.policy = policy
    self.summary = summary
    self.policy.expectedRows = rows.latest.expectedRows
  }

  /// Writes all rows and their photos.
  func run(
    file: String?, _ onProgress: (ImportProgress) -> Void, _ onRejected: (RejectedRow) -> Void,
    _ isCancelled: () -> Bool
  ) throws(ImportError) {
    summary.possibleDuplicates = try destination.possibleDuplicates(
      among: first ?? [], source: summary.dialect.source)
    let startedImport = try mapErrors { () throws(StoreError) in
      try destination.startImport(source: summary.dialect.source, file: file)
    }
    do throws(ImportError) {
      try write(startedImport, onProgress, onRejected, isCancelled)
    } catch {
      try finish(startedImport, after: error)
      return
    }
    let error = tryToFinish(startedImport)
    if let error, !hasWritten { throw .store(error) }
    summary.failure =
      summary.tally.photoFailure.map { ImportError.photosNotAdded($0) } ?? error.map { ImportError.store($0) }
  }

  /// Whether transactions have added or changed something, which stays whatever fails afterwards.
  private var hasWritten: Bool {
    summary.tally.added + summary.tally.updated + (summary.tally.photos[.added] ?? 0) > 0
  }

  /// Finishes the import; what was written can be undone even if that fails.
  ///
  /// - Returns: Why it failed; `nil` if it succeeded.
  private func tryToFinish(_ startedImport: StartedImport) -> StoreError? {
    do throws(StoreError) {
      summary.importID = try destination.finishImport(startedImport)
      return nil
    } catch {
      summary.importID = hasWritten ? startedImport.id : nil
      return error
    }
  }

  private func write(
    _ startedImport: StartedImport, _ onProgress: (ImportProgress) -> Void,
    _ onRejected: (RejectedRow) -> Void, _ isCancelled: () -> Bool
  ) throws(ImportError) {
    var end = End.transaction
    while end == .transaction {
      do throws(ImportError) {
        summary.tally += try destination.importTransaction(startedImport, policy) {
          transaction throws(ImportError) in
          end = try writeRows(to: transaction, onProgress, onRejected, isCancelled)
        }
      } catch {
        // A row that cannot be read came before what failed then.
        if case .failure(let first) = end { throw first }
        throw error
      }
      if case .failure(let error) = end { throw error }
    }
  }

  /// Writes rows until the transaction takes no more, the import is canceled or no rows are left.
  ///
  /// - Throws: Only if all that the transaction has written is to be rolled back. If a row cannot be read and the rows
  ///   before it can be committed, the result is `.failure`.
  private func writeRows(
    to transaction: ImportTransaction, _ onProgress: (ImportProgress) -> Void,
    _ onRejected: (RejectedRow) -> Void, _ isCancelled: () -> Bool
  ) throws(ImportError) -> End {
    var takesMore = true
    while takesMore {
      if isCancelled() {
        summary.wasCancelled = true
        if policy.isOneTransaction { throw .store(.cancelled) }
        return .cancelled
      }
      let next: [ImportedBeer]?
      do throws(ImportError) {
        next = if let first { first } else { try rows.next(onRejected) }
      } catch {
        if policy.isOneTransaction { throw error }
        return .failure(error)
      }
      first = nil
      onProgress(rows.latest.progress)
      guard let next else { return .file }
      takesMore = try mapErrors { () throws(StoreError) in try transaction.write(next) }
    }
    return .transaction
  }

  /// Ends an import that failed: beers that were added stay, and can be undone.
  ///
  /// The first error is the one to report, not one of the steps that follow it.
  ///
  /// - Throws: `error` if nothing was written.
  private func finish(_ startedImport: StartedImport, after error: ImportError) throws(ImportError) {
    if policy.isOneTransaction {
      // Nothing was written, so the record of the import is not needed.
      try? destination.undoStartedImport(startedImport)
      throw error
    }
    _ = tryToFinish(startedImport)
    guard summary.importID != nil || hasWritten else { throw error }
    summary.failure = error
  }
}

extension ImportDestination {
  /// Compares the first rows of a file with the diary before they are written.
  fileprivate func possibleDuplicates(
    among beers: [ImportedBeer], source: String
  ) throws(ImportError) -> PossibleDuplicates {
    try mapErrors { () throws(StoreError) in
      PossibleDuplicates(
        rows: beers.count, count: try possibleDuplicateCount(beers, source: source))
    }
  }
}

private func mapErrors<Value>(_ work: () throws(StoreError) -> Value) throws(ImportError) -> Value {
  do { return try work() } catch { throw .store(error) }
}
