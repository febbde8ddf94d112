import DiaryProcess
import DiaryText
import Foundation
import Settings

/// The user's settings, which are read when a command first needs them.
final class CommandSettings {
  let folder: String
  /// The settings and the mistakes in them, which are not reported.
  private(set) lazy var file = SettingsFile(folder: folder)
  private let errors: Console
  private var hasReported = false

  init(_ folders: UserFolders, errors: Console) {
    folder = folders.settings
    self.errors = errors
  }

  /// What the settings say; the mistakes in them are reported before.
  var preferences: Preferences {
    reportMistakes()
    return file.preferences
  }

  /// Reports the mistakes in the settings, once in each run.
  func reportMistakes() {
    if hasReported { return }
    hasReported = true
    report(file.mistakes)
  }

  /// Reports mistakes in the settings, also those that only the interface or the diary finds.
  func report(_ mistakes: [SettingsMistake]) {
    for mistake in mistakes { errors.line("beerdiary: \(mistake.sentence)") }
  }
}

extension CommandContext {
  /// Writes dates as the settings say.
  var dates: DateText { DateText(timeZone: .current, format: settings.preferences.dateFormat) }

  /// Whether the settings allow drawings, which screen readers would read character by character.
  var drawsPictures: Bool { settings.preferences.pictures != .words }
}
