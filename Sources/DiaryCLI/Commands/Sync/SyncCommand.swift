import ArgumentParser

struct SyncCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync", abstract: "Use the diary on several devices.",
    discussion: """
      Each device keeps a whole diary and works without the others. `beerdiary sync now` sends your changes to a store, \
      such as a folder that Syncthing copies, a network folder, or a USB stick, and gets those of the other devices. \
      Everything in the store is encrypted with a passphrase. If two devices change the same field at the same time, both \
      values are kept until you choose: see `beerdiary sync conflicts`. A beer that was edited comes back if another \
      device, which had not seen that, empties the trash with it.

      EXAMPLES:
        beerdiary sync init ~/Sync/beer
        beerdiary sync join ~/Sync/beer
        beerdiary sync now
        beerdiary sync
      """,
    subcommands: [
      SyncInitCommand.self, SyncJoinCommand.self, SyncNowCommand.self, SyncStatusCommand.self,
      SyncConflictsCommand.self, SyncDevicesCommand.self, SyncRepairCommand.self, SyncLeaveCommand.self,
    ],
    defaultSubcommand: SyncStatusCommand.self)
}
