import ArgumentParser

struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Back up the diary to one file, or restore a backup.",
    discussion: """
      `beerdiary backup FILE` is short for `beerdiary backup create FILE`.

      EXAMPLES:
        mkdir -p "$HOME/backups"
        beerdiary backup "$HOME/backups/diary-$(date +%F).sqlite"
        beerdiary backup restore "$HOME/backups/diary-2026-11-21.sqlite"
      """,
    subcommands: [CreateBackupCommand.self, RestoreBackupCommand.self],
    defaultSubcommand: CreateBackupCommand.self)
}
