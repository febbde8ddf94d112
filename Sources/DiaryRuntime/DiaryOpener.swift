import CoreDataMigration
import DiaryProcess
import DiaryStore
import DiaryUI
import Foundation
import SQLiteKit
import Synchronization

/// Opens the diary and reports changes by other programs.
final class DiaryOpener: Sendable {
  private let session: DiarySession
  private let pictures: PictureLoader
  private let drafts: DraftKeeper
  private let adoption: AdoptionRecord?
  private let migrationWarnings: WarningsFile?
  private let openDiary: Interface.OpenDiary
  /// Whether a running migration is to stop; if the diary opens nevertheless, it is used as usual.
  private let isCancelled = Atomic(false)

  init(
    _ session: DiarySession, _ pictures: PictureLoader, _ drafts: DraftKeeper, _ adoption: AdoptionRecord?,
    migrationWarnings: WarningsFile?, openDiary: @escaping Interface.OpenDiary
  ) {
    self.session = session
    self.pictures = pictures
    self.drafts = drafts
    self.adoption = adoption
    self.migrationWarnings = migrationWarnings
    self.openDiary = openDiary
  }

  /// Cancels a running migration.
  func cancel() { isCancelled.store(true, ordering: .relaxed) }

  /// Opens the diary; returns when it is ready for changes.
  func open() {
    let throttle = ProgressThrottle<MigrationProgress.Phase>()
    let result = Result { () throws(OpeningError) in
      try openDiary(
        { if throttle.isDue(in: $0.phase) { self.session.post(.migrating($0)) } },
        { self.isCancelled.load(ordering: .relaxed) || self.session.isCancelled })
    }
    if case .success(let diary) = result {
      pictures.begin(with: diary)
      session.begin(with: diary)
      if let reason = diary.readOnlyReason { session.post(.becameReadOnly(reason)) }
    }
    session.post(.opened(result.map(\.migration)))
    guard case .success(let diary) = result else { return }
    followChanges(of: diary)
    saveOrPostWarnings(of: diary.migration)
    postAdoptionWarnings()
    // Nothing is offered that cannot be saved; another window may offer it.
    if diary.isReadOnly { return }
    for source in adoption?.interruptedSources() ?? [] { session.post(.adoptionInterrupted(source)) }
    drafts.offer()
  }

  /// Saves the warnings of a migration for later starts; if there are none, sends those of an earlier one.
  private func saveOrPostWarnings(of migration: MigrationReport?) {
    guard let migrationWarnings else { return }
    if let migration { migrationWarnings.save(of: migration) }
    if migration?.warnings.isEmpty ?? true {
      session.post(.migrationWarnings(migrationWarnings.read()))
    }
  }

  /// Sends the warnings of the last adoption.
  func postAdoptionWarnings() {
    if let adoption { session.post(.adoptionWarnings(adoption.warnings.read())) }
  }

  /// No longer offers to finish an adoption.
  func forgetAdoption(of source: String) { adoption?.end(source) }

  /// Users cannot follow a list that changes more often.
  private static let pauseBetweenChanges: TimeInterval = 0.2

  /// Reports other programs' changes until the diary is closed, also that its file has lost its name.
  private func followChanges(of diary: Diary) {
    diary.followChanges { [post = session.post, weak diary] change in
      guard change.isExternal else { return }
      if let diary, diary.hasMoved { return post(.becameReadOnly(.moved(path: diary.path))) }
      post(.storeChanged)
      Thread.sleep(forTimeInterval: Self.pauseBetweenChanges)
    }
  }
}
