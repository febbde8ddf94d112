import DiaryModel
import DiaryProcess
import DiaryStore
import DiarySync
import DiaryText
import Settings
import Sync

/// Synchronizes a diary for a command, and prints the result.
struct SyncReporter {
  let context: CommandContext
  let options: StoreOptions
  let diary: Diary

  /// The result of a synchronization.
  struct Result {
    fileprivate let reporter: SyncReporter
    fileprivate let report: SyncReport
    /// Why the synchronization failed; `nil` if it succeeded.
    fileprivate let failure: SyncFailure?
    fileprivate let conflictCount: Int
    fileprivate let isRepair: Bool
  }

  /// Synchronizes the diary until it is done, or a signal stops it.
  ///
  /// If it fails, ``Result/write(_:beginning:)`` throws the failure, after printing what was exchanged before.
  ///
  /// - Throws: Errors of the diary, or `EndedBySignal` if a signal stopped it.
  func synchronize(isRepair: Bool = false) throws -> Result {
    var report = SyncReport()
    var failure: SyncFailure?
    do {
      try synchronize(isRepair: isRepair, report: &report)
    } catch let error as SyncFailure {
      failure = error
    }
    return Result(
      reporter: self, report: report, failure: failure,
      conflictCount: try SyncSession.status(of: diary)?.conflictCount ?? 0, isRepair: isRepair)
  }

  /// Synchronizes the diary, and completes the beers that have arrived, even if not everything can be exchanged.
  ///
  /// - Parameter report: Gets what was exchanged, also before an error.
  private func synchronize(isRepair: Bool, report: inout SyncReport) throws {
    let progress = context.progress
    progress.show("Synchronizing")
    try context.cancellable("Stopped. Run `beerdiary sync now` to continue.") { isCancelled in
      do {
        try context.syncSession.synchronize(
          diary, isRepair: isRepair, report: &report,
          onProgress: { done in
            progress.show(
              "Synchronizing: \(NumberText.count(done.sent, "file")) sent, \(NumberText.count(done.received)) received"
            )
          }, isCancelled: isCancelled)
      } catch let failure as SyncFailure where failure != .notSynchronized {
        // Beers of other devices may have arrived before. If this fails as well, the failure itself is more important.
        try? completeBeers(progress, isCancelled)
        throw failure
      }
      try completeBeers(progress, isCancelled)
    }
  }

  /// Gets those images of photos that this device does not have.
  ///
  /// - Parameter photos: The ids of the photos.
  /// - Returns: What was received, and what was not.
  /// - Throws: Errors of the store and the diary, or `EndedBySignal` if a signal canceled it.
  func fetchImages(ofPhotos photos: Set<Int64>) throws -> SyncReport {
    let progress = context.progress
    progress.show("Getting images")
    return try context.synchronizing {
      try context.cancellable("Stopped. Run the command again to get the other images.") { isCancelled in
        let report = try context.syncSession.fetchImages(
          ofPhotos: photos, of: diary,
          onProgress: { progress.show("Getting images: \(NumberText.count($0.received)) received") },
          isCancelled: isCancelled)
        try completeBeers(progress, isCancelled)
        return report
      }
    }
  }

  /// Gives labels to the beers that have arrived, if they were too many for one transaction, and describes their photos.
  ///
  /// The screen does that in the background. Without it, `beerdiary had` would not find the beers, and an export would not
  /// have the format and the size of the photos.
  private func completeBeers(_ progress: ProgressLine, _ isCancelled: () -> Bool) throws {
    let work: [BackgroundWork] = [.labelingBeers, .readingPhotoMetadata]
    while !isCancelled(), let slice = try diary.doBackgroundWork(work) { progress.show(slice) }
  }
}

extension SyncReporter.Result {
  /// Prints the result.
  ///
  /// - Parameter beginning: A sentence that comes first; `nil` for none.
  /// - Throws: Why the synchronization failed, after printing what was exchanged.
  func write(_ output: OutputOptions, beginning: String? = nil) throws {
    let context = reporter.context
    let sentences = [beginning, done].compactMap { $0 }
    context.reportDone(output, json: JSONText.of(members)) { console in
      if !sentences.isEmpty { console.line(sentences.joined(separator: " ")) }
    }
    if !output.json { for warning in warnings { context.errors.sentence(warning) } }
    if let failure { throw CommandFailure(failure) }
  }

  /// What was exchanged, as sentences; `nil` if nothing was, because of a failure.
  private var done: String? {
    var sentences: [String] = []
    if let sent = SyncText.sent(report.sentChangeCount) {
      sentences.append(sent)
    } else if isRepair, report.sent > 0, report.putAgain == 0 {
      // A device that has no changes sends its name.
      sentences.append("Sent \(NumberText.count(report.sent, "update")) again.")
    }
    sentences += SyncText.received(changes: report.receivedChangeCount, images: report.receivedImages)
    if let returned = SyncText.returned(report.returnedBeerCount) { sentences.append(returned) }
    if let storedAgain = SyncText.storedAgain(report.putAgain) { sentences.append(storedAgain) }
    if let images = SyncText.storedAgain(images: report.imagesPutAgain) { sentences.append(images) }
    if !report.restored.isEmpty {
      let names = report.restored.sorted().map { "“\($0)”" }
      sentences.append("Stored \(names.joined(separator: " and ")) again.")
    }
    if !report.replaced.isEmpty {
      sentences.append("Replaced \(NumberText.count(report.replaced.count, "damaged file")).")
    }
    if !sentences.isEmpty { return sentences.joined(separator: " ") }
    if failure != nil { return nil }
    let isComplete =
      report.tooLarge.isEmpty && report.unusableObjects.isEmpty && report.delayedObjects.isEmpty
    return isComplete ? "Everything is up to date." : "Everything else is up to date."
  }

  /// What the user should know or do, as sentences.
  private var warnings: [String] {
    let options = reporter.options
    var warnings: [String] = []
    if conflictCount > 0 {
      warnings.append(
        "\(NumberText.count(conflictCount, "conflict")). Choose with \(options.suggestion("sync", "conflicts"))."
      )
    }
    if report.isCloned {
      warnings.append("The diary was copied or restored, so this device continues as a new one.")
    }
    if report.missingImages > 0 {
      warnings.append(
        "\(NumberText.count(report.missingImages, "photo")) \(report.missingImages == 1 ? "has" : "have") not arrived yet."
      )
    }
    warnings += sizeWarnings
    if !report.newer.isEmpty {
      warnings.append("A newer version of Beer Diary has sent changes. Update Beer Diary on this device.")
    }
    let unusable = report.unusableObjects.sorted()
    if let sentence = SyncText.unusable(unusable) {
      let (owner, files) =
        unusable.count == 1
        ? ("device that stored it", "the file") : ("devices that stored them", "the files")
      let advice =
        isRepair
        ? """
        Use `beerdiary sync repair` on the \(owner). If that is no longer possible, move \(files) out of the store.
        """
        : """
        If this does not change, use \(options.suggestion("sync", "repair")), also on the other devices. If that does \
        not help, move \(files) out of the store.
        """
      warnings.append("\(sentence) \(advice)")
    }
    if let sentence = SyncText.delayed(report.delayedObjects.sorted()) {
      warnings.append(
        "\(sentence) If this does not change, use \(options.suggestion("sync", "repair")), also on the other devices."
      )
    }
    // The failure already names the files.
    if case .unreadableFiles = failure { return warnings }
    if let unreadable = SyncText.unreadable(report.unreadable.keys.sorted()) { warnings.append(unreadable) }
    return warnings
  }

  /// What is too large to be sent, as sentences.
  private var sizeWarnings: [String] {
    var warnings: [String] = []
    let count = report.tooLarge.subtracting([ObjectName.snapshot]).count
    if count > 0 {
      warnings.append(
        "\(NumberText.count(count, "change is", "changes are")) too large to send, and "
          + "\(count == 1 ? "stays" : "stay") only on this device.")
    }
    if report.tooLarge.contains(ObjectName.snapshot) {
      warnings.append(
        "The store lacks changes of other devices, and this diary is too large to put them there again. Synchronize "
          + "those devices.")
    }
    return warnings
  }

  private var members: JSONMembers {
    func count(_ number: Int) -> JSONValue { .integer(Int64(number)) }
    return [
      ("changes", count(report.sentChangeCount)), ("sent", count(report.sent)),
      ("received_changes", count(report.receivedChangeCount)), ("received", count(report.applied)),
      ("received_images", count(report.receivedImages)),
      ("returned_beers", count(report.returnedBeerCount)), ("restored", count(report.restored.count)),
      ("conflicts", count(conflictCount)), ("missing_images", count(report.missingImages)),
      ("damaged", count(report.damaged.count)), ("waiting", count(report.waiting.count)),
      ("damaged_files", .array(report.unusableObjects.sorted().map { .text($0) })),
      ("waiting_files", .array(report.delayedObjects.sorted().map { .text($0) })),
      ("unreadable_files", .array(report.unreadable.keys.sorted().map { .text($0) })),
      ("replaced", count(report.replaced.count)), ("newer", count(report.newer.count)),
      ("lost", count(report.lost.count)), ("stored_again", count(report.putAgain)),
      ("images_stored_again", count(report.imagesPutAgain)),
      ("too_large", count(report.tooLarge.count)),
      ("unsendable", count(report.unsendable.count + report.unsendableChangeCount)),
      ("new_device", .boolean(report.isCloned)), ("failure", .init(failure?.sentence)),
    ]
  }
}

extension CommandContext {
  /// Synchronizes with the keys of this user.
  var syncSession: SyncSession {
    SyncSession(
      folder: folders.state + "/sync", cost: passphraseCost,
      fetchesOnlyRecentImages: settings.preferences.syncedPhotos == .recent)
  }

  /// Returns a sentence about images that are only in the store, with how to get them.
  ///
  /// - Parameters:
  ///   - count: The number of images.
  ///   - options: The options of the store, which the suggested commands repeat.
  ///   - fetchArguments: The arguments with which `photo fetch` gets them; `nil` to say only how to get all images.
  func sentence(
    imagesInStore count: Int, _ options: StoreOptions, fetchArguments: [String]? = nil
  ) -> String {
    let images = NumberText.count(count, "image is", "images are")
    let fetch = fetchArguments.map {
      "\(SuggestedCommand.text(["photo", "fetch"] + $0, store: options.store)); to get all images, use "
    }
    let setting =
      settings.preferences.syncedPhotos == .recent ? "`beerdiary config set sync.photos all` and " : ""
    return """
      \(images) only in the store for synchronizing. To get \(count == 1 ? "it" : "them"), use \(fetch ?? "")\
      \(setting)\(options.suggestion("sync", "now")).
      """
  }

  /// Calls a function, and gives a failure of the synchronization its exit status.
  ///
  /// - Throws: A `CommandFailure` with the exit status that belongs to a ``DiarySync/SyncFailure``; other errors as they
  ///   are.
  func synchronizing<Value>(_ work: () throws -> Value) throws -> Value {
    do {
      return try work()
    } catch let failure as SyncFailure {
      throw CommandFailure(failure)
    }
  }
}

extension CommandFailure {
  init(_ failure: SyncFailure) {
    let status: ExitStatus =
      switch failure {
      case .store(let error): ExitStatus(error)
      case .notSynchronized, .missingKeys, .noFolder, .notAFolder, .noDiary: .noInput
      case .alreadySynchronized, .otherDiary, .newerFormat, .unreadableKeys, .missingObject, .damagedObject:
        .badData
      case .diaryExists, .folderOfDiary: .cannotCreate
      case .wrongPassphrase, .wrongPassphraseOrDamagedObject: .noPermission
      case .emptyPassphrase: .usage
      case .system(_, let code), .unwritable(_, let code), .unreadableFiles(_, _, let code):
        ExitStatus(systemError: code)
      case .location, .missingImages: .unavailable
      case .busy: .busy
      }
    self.init(sentence: failure.sentence, status: status)
  }
}
