import GRDB
import SQLiteKit
import Synchronization

/// Reports what the transactions of this diary change.
///
/// The writing connection calls it, one call at a time.
final class CommitObserver: TransactionObserver {
  /// Columns of `photo` that the background work fills in and no list or screen shows.
  private static let hiddenColumns: Set<String> = ["sha256", "is_missing"]

  /// Columns of `beer` that change without the user's doing; see ``LabelAssignment``.
  private static let hiddenBeerColumns: Set<String> = ["label_id"]

  private let commits: OwnCommits
  private let report: (StoreChange) -> Void
  private var beers = ChangedBeers()
  /// Whether the transaction has changed anything that is shown.
  private var hasChanges = false
  /// Whether the transaction has added or deleted photos, which can change the lists that their beers are in.
  private var changesPhotoCounts = false

  init(commits: OwnCommits, report: @escaping (StoreChange) -> Void) {
    self.commits = commits
    self.report = report
  }

  func observes(eventsOfKind kind: DatabaseEventKind) -> Bool {
    switch kind {
    case .insert("beer"), .delete("beer"), .insert("photo"), .delete("photo"): true
    case .update("beer", let columns): columns != Self.hiddenBeerColumns
    case .insert("label_fields"), .delete("label_fields"): true
    case .update("photo", let columns): !columns.isSubset(of: Self.hiddenColumns)
    default: false
    }
  }

  func databaseDidChange(with event: DatabaseEvent) {
    hasChanges = true
    if event.tableName == "beer" { beers.insert(event.rowID) }
    if event.tableName == "photo", event.kind != .update { changesPhotoCounts = true }
  }

  func databaseWillCommit() { commits.begin() }

  func databaseDidCommit(_ db: Database) {
    // An import adds photos without changing their beers, whose ids are not known here.
    let areBeersUnknown = changesPhotoCounts && beers.ids?.isEmpty == true
    if hasChanges { report(StoreChange(beers: areBeersUnknown ? nil : beers.ids)) }
    databaseDidRollback(db)
  }

  func databaseDidRollback(_ db: Database) {
    commits.finish()
    beers = ChangedBeers()
    hasChanges = false
    changesPhotoCounts = false
  }
}
