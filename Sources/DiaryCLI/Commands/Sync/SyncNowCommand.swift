import ArgumentParser
import DiaryProcess
import DiaryStore
import DiarySync

struct SyncNowCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "now", abstract: "Send your changes, and get those of other devices.",
    discussion: """
      You can stop it with Ctrl-C: what was sent or received is kept, and the next run continues. What two devices have \
      changed without seeing each other is listed by `beerdiary sync conflicts`. If your changes cannot be sent, or a \
      file of the store cannot be read, everything else is still exchanged, and the command then fails with the reason.

      EXAMPLES:
        beerdiary sync now
        beerdiary sync now --quiet
      """)

  static let json: JSONType = .object("sync_result")
  static let exitStatuses: [ExitStatus] = [.unavailable]

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) throws {
    try context.withDiary(options, .changing) { diary in
      try SyncReporter(context: context, options: options, diary: diary).synchronize().write(output)
    }
  }
}

struct SyncRepairCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "repair", abstract: "Synchronize, and repair what is damaged or missing in the store.",
    discussion: """
      Reads everything in the store, replaces what is damaged if this device has it, and applies changes even if others \
      that they depend on are lost. Use it if `beerdiary sync now` keeps reporting damage, or after an old copy of the \
      store was restored. Run it on each device. If a file is still reported then, because the device that stored it no \
      longer exists, move it out of the store.

      EXAMPLE:
        beerdiary sync repair
      """)

  static let json: JSONType = .object("sync_result")
  static let exitStatuses: [ExitStatus] = [.unavailable]

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) throws {
    try context.withDiary(options, .changing) { diary in
      try SyncReporter(context: context, options: options, diary: diary).synchronize(isRepair: true)
        .write(output)
    }
  }
}
