import ArgumentParser
import DiaryProcess
import DiaryStore
import DiarySync
import DiaryText
import DiaryUpkeep
import Foundation
import SQLiteKit

struct DoctorCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Check the diary for problems, and repair them.",
    discussion: """
      Checks the file's pages, indexes, triggers and views, the links between beers, photos and images, the order of \
      photos, the search index, dates, numbers out of range, and the keys and the store of a synchronized diary. --deep \
      also compares every image with its SHA-256 and the search index with all texts. Without --repair nothing is \
      changed, and a repair never deletes what you recorded. The exit status is 65 if problems remain.

      EXAMPLES:
        beerdiary doctor
        beerdiary doctor --deep --json
        beerdiary doctor --repair
      """)

  static let json: JSONType = .object("integrity_check")

  private static let refusalOutcome = "Nothing was repaired"
  private static let refusalAdvice = "Use --yes to repair without confirmation."

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  @Flag(name: .long, help: "Also compare every image with its SHA-256, and the search index with all texts.")
  var deep = false

  @Flag(name: .long, help: "Repair the problems after asking.")
  var repair = false

  @OptionGroup var confirmation: ConfirmationOptions

  @OptionGroup var times: ImportedTimesOptions

  func validate() throws {
    if !times.isEmpty, !repair {
      throw ValidationError("--local-times and --keep-times require --repair.")
    }
    if confirmation.yes, !repair { throw ValidationError("--yes requires --repair.") }
  }

  func run(in context: CommandContext) throws {
    let lockHolder = repair ? nil : Diary.lockHolder(ofStoreAt: context.path(options))
    let access: CommandAccess = repair ? .repairing : .examining(isLocked: lockHolder != nil)
    try context.withDiary(options, access) { diary in
      let (found, imagesInStore) = try examine(diary, in: context)
      // Of a damaged file, this may not be readable.
      let isSynchronized = (try? SyncSession.status(of: diary)) != nil
      func line(_ finding: Finding) -> String {
        FindingText(finding, of: diary.path, isSynchronized: isSynchronized).line
      }
      let repaired = try context.reportingDiscardedValues(
        in: repair ? diary : nil, options, namesTitle: true, canUndo: { _ in false }
      ) { try repair(found, diary, in: context, line) }
      let left = repair && !found.isEmpty ? try examine(diary, in: context).findings : found
      let json = DoctorReport(
        found, left: left, imagesInStore: imagesInStore, isDeep: deep, isSynchronized: isSynchronized,
        diary.path
      ).json
      context.report(output, json: JSONText.of(json)) {
        if left.isEmpty {
          $0.line(repaired.isEmpty ? "No problems found in \(diary.path)." : "All problems are repaired.")
        } else if !repaired.isEmpty {
          for finding in left { $0.line(line(finding)) }
        }
        if imagesInStore > 0 { $0.line(context.sentence(imagesInStore: imagesInStore, options)) }
      }
      if let lockHolder, diary.isReadOnly {
        context.errors.sentence(
          "The search index was not checked because \(lockHolder.title) has the diary locked.")
      }
      if !left.isEmpty { throw ExitStatus.badData }
    }
  }

  /// Returns the problems, and the number of images that are only in the store for synchronizing, which is no problem.
  private func examine(_ diary: Diary, in context: CommandContext) throws
    -> (findings: [Finding], imagesInStore: Int)
  {
    let progress = context.progress
    progress.show("Checking the diary")
    return try context.allOrNothing { isCancelled in
      let findings = try diary.examine(
        isDeep: deep,
        progress: { progress.show("Comparing images: \(NumberText.count($0)) of \(NumberText.count($1))") },
        isCancelled: isCancelled)
      // What a damaged file says about its synchronization cannot be relied on.
      if findings.contains(where: { $0.kind == .damagedFile }) { return (findings, 0) }
      let (local, imagesInStore) = try withoutImagesInStore(findings, diary, in: context)
      return (try local + context.syncSession.problems(of: diary).compactMap { Finding($0) }, imagesInStore)
    }
  }

  /// Returns the findings without photos whose images are in the store for synchronizing, and the number of these.
  private func withoutImagesInStore(_ findings: [Finding], _ diary: Diary, in context: CommandContext) throws
    -> (findings: [Finding], imagesInStore: Int)
  {
    guard let index = findings.firstIndex(where: { $0.kind == .imageMissing }) else { return (findings, 0) }
    let stored = try context.syncSession.photosOnlyInStore(of: diary, readsStore: true)
    let missing = try diary.photosWithoutImage()
    let lost = missing.filter { !stored.contains($0) }
    let finding = Finding(.imageMissing, lost.map(String.init))
    let others = (before: findings[..<index], after: findings[(index + 1)...])
    return (others.before + [finding].compactMap { $0 } + others.after, missing.count - lost.count)
  }

  /// Prints the findings and how they are repaired, repairs them if requested, and returns what was repaired.
  ///
  /// - Parameter line: Describes a finding on one line.
  private func repair(
    _ found: [Finding], _ diary: Diary, in context: CommandContext, _ line: (Finding) -> String
  ) throws -> [Finding] {
    let console = output.json ? context.errors : context.output
    if !output.json || repair {
      for finding in found { console.line(line(finding)) }
    }
    guard repair else { return [] }
    if found.contains(where: { $0.kind.isRepairable || $0.kind == .importedTimes }) {
      try context.requireConfirmation(
        confirmation, orRefuse: Self.refusalOutcome, advice: Self.refusalAdvice)
    }
    // The findings are printed before anything changes.
    console.flushUnlessPaged()
    let backup = "To back up first, use \(options.suggestion("backup", "FILE"))."
    let timesRepair = ImportedTimesRepair(
      diary: diary, options: times, confirmation: confirmation, backupAdvice: backup, context: context,
      console: console)
    let times = try timesRepair.run() ? found.filter { $0.kind == .importedTimes } : []
    guard found.contains(where: \.kind.isRepairable),
      try context.confirms(
        confirmation, orRefuse: Self.refusalOutcome, advice: Self.refusalAdvice,
        declined: times.isEmpty ? "Nothing was changed." : "Nothing else was changed.",
        question: { "\(backup) Repair the problems?" })
    else { return times }
    context.progress.show("Repairing the diary")
    let repaired = try times + diary.repair(isDeep: deep)
    let synchronization = found.filter { [.exposedSyncKeys, .unsentBeers].contains($0.kind) }
    if !synchronization.isEmpty { try context.syncSession.repair(diary) }
    return repaired + synchronization
  }
}

extension Finding {
  /// Creates the finding for a problem with the synchronization.
  fileprivate init?(_ problem: SyncProblem) {
    switch problem {
    case .missingKeys(let path): self.init(.syncKeys, [path])
    case .exposedKeys(let path): self.init(.exposedSyncKeys, [path])
    case .unreachableStore(let sentence): self.init(.syncStore, [sentence])
    case .lostObjects(let names): self.init(.lostSyncObjects, names)
    case .unusableObjects(let names): self.init(.unusableSyncObjects, names)
    case .unsentBeers(let ids): self.init(.unsentBeers, ids.map(String.init))
    }
  }
}
