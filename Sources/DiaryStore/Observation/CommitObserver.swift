import GRDB
import SQLiteKit
import Synchronization

/// Tells what this diary's own transactions change.
///
/// Called by the writing connection, one call at a time.
final class CommitObserver: TransactionObserver {
  /// What the background work fills in about photos and nothing shows.
  private static let unseenColumns: Set<String> = ["sha256", "is_missing"]

  private let commits: OwnCommits
  private let report: (StoreChange) -> Void
  private var beers = ChangedBeers()
  private var isSeen = false

  init(commits: OwnCommits, report: @escaping (StoreChange) -> Void) {
    self.commits = commits
    self.report = report
  }

  func observes(eventsOfKind kind: DatabaseEventKind) -> Bool {
    switch kind {
    case .insert("beer"), .delete("beer"), .insert("photo"), .delete("photo"): true
    case .update("beer", _): true
    case .update("photo", let columns): !columns.isSubset(of: Self.unseenColumns)
    default: false
    }
  }

  func databaseDidChange(with event: DatabaseEvent) {
    isSeen = true
    if event.tableName == "beer" { beers.insert(event.rowID) }
  }

  func databaseWillCommit() { commits.begin() }

  func databaseDidCommit(_ db: Database) {
    if isSeen { report(StoreChange(beers: beers.ids)) }
    databaseDidRollback(db)
  }

  func databaseDidRollback(_ db: Database) {
    commits.finish()
    (beers, isSeen) = (ChangedBeers(), false)
  }
}
