import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiarySync
import DiaryText
import SyncStores

struct SyncInitCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Store the diary for other devices, encrypted with a new passphrase.",
    discussion: """
      Use it on the first device, and `beerdiary sync join` on the others. The passphrase is asked for twice; it comes \
      from --passphrase-file, or $BEERDIARY_SYNC_PASSPHRASE, if there is one. It has at least \
      \(SyncSetupOptions.minLength) characters. Keep it: it cannot be recovered, and a new device needs it. Devices that \
      have joined work without it.

      EXAMPLES:
        beerdiary sync init ~/Sync/beer
        beerdiary sync init /mnt/nas/beer --device-name laptop
      """)

  static let json: JSONType = .object("sync_result")
  static let exitStatuses: [ExitStatus] = [.cannotCreate, .unavailable]

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var setup: SyncSetupOptions

  func run(in context: CommandContext) throws {
    try context.withDiary(options, .changing) { diary in
      let location = try setup.storeLocation(in: context)
      if let status = try SyncSession.status(of: diary) {
        throw CommandFailure(SyncFailure.alreadySynchronized(location: status.location))
      }
      try context.synchronizing { try SyncSession.requireApart(location, from: diary) }
      if SyncSession.hasOtherFiles(location) {
        context.errors.sentence(
          "\(location.text) has other files. To keep the store apart from them, name a new folder in it, such as \(location.text)/beer."
        )
      }
      let passphrase = try setup.passphrase(for: "init", isNew: true, in: context)
      context.progress.show("Deriving the key from the passphrase")
      try context.synchronizing {
        try context.syncSession.create(
          diary, at: location, passphrase: passphrase,
          deviceName: setup.deviceName ?? SyncSetupOptions.hostName)
      }
      context.progress.end()
      context.errors.sentence(
        "Keep the passphrase: if you lose it, no new device can join, and if no device is left, the store cannot be read."
      )
      let report = try SyncReporter(context: context, options: options, diary: diary).synchronize()
      try report.write(output, beginning: "This diary is now synchronized with \(location.text).")
    }
  }
}

struct SyncJoinCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "join", abstract: "Synchronize the diary with one that another device has stored.",
    discussion: """
      The beers of both are in the diary of both devices afterwards. Beers that were imported from the same file are \
      recognized. If an earlier version has imported them, or if they come from the same diary of Beer Diary for iOS, \
      those of the other device have to be in the store when this one sends its own; otherwise they are in the diary \
      twice. A missing diary is created. A diary that was copied, or restored from a backup, continues as a new device, \
      and sends what it has not sent yet. If the store has moved, join it at its new location.

      EXAMPLES:
        beerdiary sync join ~/Sync/beer
        beerdiary sync join ~/Sync/beer --passphrase-file passphrase.txt
      """)

  static let json: JSONType = .object("sync_result")
  static let exitStatuses: [ExitStatus] = [.cannotCreate, .unavailable]

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var setup: SyncSetupOptions

  func run(in context: CommandContext) throws {
    let location = try setup.storeLocation(in: context)
    let passphrase = context.isMissing(options) ? try passphraseForNewDiary(location, context) : nil
    try context.withDiary(options, .changing, createsMissing: passphrase != nil) { diary in
      let passphrase =
        try passphrase ?? setup.passphrase(for: "join", isNew: false, in: context)
      context.progress.show("Checking the passphrase")
      try context.synchronizing {
        try context.syncSession.join(
          diary, at: location, passphrase: passphrase,
          deviceName: setup.deviceName ?? SyncSetupOptions.hostName, keepsName: setup.deviceName == nil)
      }
      context.progress.end()
      let report = try SyncReporter(context: context, options: options, diary: diary).synchronize()
      try report.write(output, beginning: "This diary is now synchronized with \(location.text).")
    }
  }

  /// Returns the passphrase after checking it, so that no diary is created if it is wrong.
  private func passphraseForNewDiary(_ location: StoreLocation, _ context: CommandContext) throws -> String {
    _ = try context.changeablePath(options)
    try context.requireFolder(options)
    let passphrase = try setup.passphrase(for: "join", isNew: false, in: context)
    try context.synchronizing { try context.syncSession.check(location, passphrase: passphrase) }
    return passphrase
  }
}

struct SyncLeaveCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "leave", abstract: "Stop synchronizing the diary, and delete the keys of this device.",
    discussion: """
      All beers and photos stay, here, in the store and on other devices. Images that are only in the store, because \
      `sync.photos` is `recent`, are fetched first; if that is not possible, nothing is changed. Of a conflict, only the \
      value that is shown stays, so as long as there are conflicts, nothing is changed either. Changes that were not sent \
      stay in this diary. To synchronize again, use `beerdiary sync join` with the passphrase. To delete what is stored, \
      delete the store.

      EXAMPLE:
        beerdiary sync leave
      """)

  static let json: JSONType = .object("sync_status")
  static let exitStatuses: [ExitStatus] = [.unavailable]

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  @Flag(name: .long, help: "Leave images that are only in the store; they will be missing in this diary.")
  var withoutImages = false

  @Flag(name: .long, help: "Leave despite conflicts; only the values that are shown stay in this diary.")
  var discardConflicts = false

  func run(in context: CommandContext) throws {
    try context.withDiary(options, .changing) { diary in
      let status = try SyncSession.status(of: diary)
      if !discardConflicts, let count = status?.conflictCount, count > 0 { throw refusal(count) }
      let progress = context.progress
      try context.synchronizing {
        try context.cancellable("Stopped. The diary is still synchronized.") { isCancelled in
          try context.syncSession.leave(
            diary, withoutImages: withoutImages,
            onProgress: { progress.show("Getting images: \(NumberText.count($0.received)) received") },
            isCancelled: isCancelled)
        }
      }
      context.reportDone(output, json: JSONText.of(SyncStatusCommand.members(nil))) {
        $0.line("This diary is no longer synchronized with \(status?.location ?? "a store").")
      }
    }
  }

  /// Returns the failure of a diary with conflicts, of which this device would forget the values that are not shown.
  private func refusal(_ conflictCount: Int) -> CommandFailure {
    CommandFailure(
      sentence: """
        This diary has \(NumberText.count(conflictCount, "conflict")), and would keep only the values that are shown. \
        Nothing was changed. Choose with \(options.suggestion("sync", "conflicts")), or leave anyway with \
        \(options.suggestion("sync", "leave", "--discard-conflicts")).
        """, status: .badData)
  }
}
