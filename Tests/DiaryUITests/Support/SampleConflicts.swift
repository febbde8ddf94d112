import DiaryModel
import DiaryStore
import DiaryUI
import Foundation
import Settings
import Terminal

/// Conflicts of the sample beers, made up for tests.
enum SampleConflicts {
  static let rating = conflict(
    1, "rating", "Rating", of: "Trappistes Rochefort 10", [("4.5", "laptop"), ("3.75", "phone")])
  static let notes = conflict(
    4, "notes", "Notes", of: "Schlenkerla Märzen",
    [
      ("Smoke and bacon, then more smoke. Like a campfire in the rain.", "phone"), (nil, "laptop"),
      ("Smoky.", "tablet"),
    ])
  static let label = conflict(
    90, "style", "Label style", of: "Pliny the Elder", isLabel: true,
    [("Double IPA", "laptop"), ("IPA", "phone")])
  static let all = [rating, notes, label]

  static func conflict(
    _ id: Int64, _ register: String, _ field: String, of title: String, isLabel: Bool = false,
    _ values: [(String?, String)]
  ) -> SyncConflict {
    let uuid = SampleBeers.uuid(id)
    let choices = values.enumerated().map { index, value in
      SyncConflict.Choice(
        text: value.0, device: value.1, time: now.addingTimeInterval(Double(-3600 * (index + 1))))
    }
    return SyncConflict(
      id: SyncConflict.ID(entity: isLabel ? "label" : "beer", uuid: uuid, field: register),
      beer: isLabel ? nil : uuid, title: title, field: field, choices: choices)
  }

  /// 15 June 2024, 12:00 UTC.
  static let now = Date(timeIntervalSince1970: 1_718_452_800)

  static func status(
    minutesAgo: Double? = 3, unsent: Int = 0, conflicts: Int = 0, failure: String? = nil
  ) -> SyncStatus {
    SyncStatus(
      location: "/home/ada/Sync/beer", device: "0011223344556677",
      lastSync: minutesAgo.map { now.addingTimeInterval(-60 * $0) }, unsentCount: unsent,
      conflictCount: conflicts, failure: failure)
  }
}

extension HeadlessInterface {
  /// Opens a synchronized diary.
  static func synchronized(
    _ size: Size = Size(width: 80, height: 24), _ status: SyncStatus = SampleConflicts.status(),
    conflicts: [SyncConflict] = [], beers: [BeerDetail] = SampleBeers.all,
    appearance: Appearance = Appearance(), preferences: Preferences = Preferences(), isReadOnly: Bool = false
  ) -> HeadlessInterface {
    var diary = FakeDiary(beers)
    diary.conflicts = conflicts
    diary.syncStatus = status
    if !conflicts.isEmpty { diary.syncStatus?.conflictCount = conflicts.count }
    var interface = HeadlessInterface(
      size, diary: diary, appearance: appearance, preferences: preferences, isReadOnly: isReadOnly)
    interface.send(.time(SampleConflicts.now))
    return interface
  }

  /// What was requested of the synchronization.
  var syncRequests: [SyncRequest] {
    effects.compactMap { if case .synchronize(let request) = $0 { request } else { nil } }
  }
}
