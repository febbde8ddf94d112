import DiaryModel
import DiaryStore
import DiarySync
import DiaryUI
import Foundation
import SQLiteKit

// Requests of which an effect has only a value.
private struct SyncStatusRequest { let generation: Int }
private struct ConflictsRequest { let generation: Int }
private struct LocationRequest { let uuid: UUID }

// The synchronization with other devices.
extension DiaryReader {
  /// Reads the state of the synchronization, after the list items, so that it does not delay the first screen.
  func loadSyncStatus(_ generation: Int) {
    session.read(
      SyncStatusRequest(generation: generation), on: counts,
      answer: { .syncStatus(generation: $0.generation, $1) }
    ) { diary, _ throws(StoreError) in
      self.waitForListItems()
      return try SyncSession.status(of: diary)
    }
  }

  /// Reports how a synchronization ended, with the state after it.
  func loadSyncStatus(after outcome: SyncOutcome) {
    session.run(on: counts) { diary in
      .synced(outcome, Result { () throws(StoreError) in try SyncSession.status(of: diary) })
    }
  }

  /// Reads the conflicts.
  func loadConflicts(_ generation: Int) {
    session.read(
      ConflictsRequest(generation: generation), on: counts,
      answer: { .conflicts(generation: $0.generation, $1) }
    ) { diary, _ throws(StoreError) in
      try SyncSession.conflicts(of: diary)
    }
  }

  /// Finds the id of a beer with a UUID.
  func locateBeer(_ uuid: UUID) {
    session.read(LocationRequest(uuid: uuid), on: reads, answer: { .beerLocated($0.uuid, $1) }) {
      diary, _ throws(StoreError) in
      try diary.beer(uuid: uuid)?.beer.id
    }
  }
}
