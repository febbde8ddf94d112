import ArgumentParser

struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Back up the diary, list backups, or restore one.",
    discussion: """
      `beerdiary backup` is short for `beerdiary backup create`, and `beerdiary backup FILE` for `beerdiary backup \
      create FILE`.

      EXAMPLES:
        beerdiary backup
        beerdiary backup list
        mkdir -p "$HOME/backups"
        beerdiary backup "$HOME/backups/diary-$(date +%F).sqlite"
        beerdiary backup restore "$HOME/backups/diary-2026-11-21.sqlite"
      """,
    subcommands: [CreateBackupCommand.self, ListBackupsCommand.self, RestoreBackupCommand.self],
    defaultSubcommand: CreateBackupCommand.self)
}
