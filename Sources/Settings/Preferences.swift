package import DiaryStore
package import DiaryText
package import Interchange
package import Terminal

/// What the user's configuration says; the defaults apply to the rest.
package struct Preferences: Hashable, Sendable {
  /// The colors of the screen (`theme`).
  package var theme = ThemeChoice.auto
  /// The user's own colors.
  package var tones: [ThemeTone: Color] = [:]
  /// How days and months are written, on the screen and in output (`date`).
  package var dateFormat = DateText.Format.words
  /// What the list is sorted by at the start.
  package var order = BeerQuery.Order.date
  /// Whether that begins at the other end.
  package var isReversed = false
  /// Whether the list shows cards at the start; `nil` if it is as the user left it.
  package var showsCards: Bool?
  /// Whether the beer under the cursor is next to the list at the start; `nil` if it is as the user left it.
  package var showsPreview: Bool?
  /// Whether the mouse is used on the screen (`mouse`); `--no-mouse` switches it off as well.
  package var usesMouse = true
  /// Whether a screen reader reads the screen, for which other settings have other defaults.
  package var isForScreenReader = false
  /// Whether the terminal is asked about its background and its pictures.
  package var asksTerminal = true
  /// How photos are drawn on the screen (`pictures.mode`).
  package var pictures = PictureMode.auto
  /// Whether an old diary is copied to the folder of backups before it is migrated.
  package var backsUpBeforeMigration = false
  /// Whether a synchronized diary is synchronized on its own while the screen is open.
  package var synchronizesAutomatically = true
  /// How often that happens, in minutes.
  package var syncInterval = 5
  /// Which images are fetched from other devices.
  package var syncedPhotos = SyncedPhotos.all
  /// Whether the form has the parts of a tasting sheet.
  package var usesTastingSheet = false
  /// The parts of the user's own tasting sheet, in the order of the file; empty for those of the standard one.
  package var tastingParts: [TastingSheet.Part] = []
  /// The keys of actions, in the order of the file.
  package var keys: [KeySetting] = []
  /// What columns of files to be imported are, by name.
  package var mappings: [SavedMapping] = []

  /// The intervals that can be set, in minutes: up to a day.
  package static let syncIntervals = 1...1440

  /// Creates the defaults.
  package init() {}

  /// The tasting sheet of the form; `nil` for a form without one.
  package var tastingSheet: TastingSheet? {
    guard usesTastingSheet else { return nil }
    return tastingParts.isEmpty ? .standard : TastingSheet(tastingParts)
  }
}

/// The colors for the terminal's background.
package enum ThemeChoice: String, Hashable, Sendable, CaseIterable {
  /// Colors for the background that the terminal reports, or else for the one in `COLORFGBG`, which rxvt, Konsole and
  /// others set; otherwise colors for any background.
  case auto
  /// Colors for a dark background.
  case dark
  /// Colors for a light background.
  case light
  /// No colors.
  case mono
}

/// How photos are drawn.
package enum PictureMode: String, Hashable, Sendable, CaseIterable {
  /// In the best way that the terminal has.
  case auto
  /// As pixels, with kitty's graphics protocol.
  case kitty
  /// As pixels, as sixels.
  case sixel
  /// Block elements in as many colors as the terminal has.
  case cells
  /// Block elements in the palette of 256 colors.
  case cells256 = "cells-256"
  /// Characters.
  case ascii
  /// Not at all: photos are described in words, as screen readers would read a drawing character by character.
  case words
}

/// The photos whose images a synchronized diary fetches.
package enum SyncedPhotos: String, Hashable, Sendable, CaseIterable {
  /// All of them.
  case all
  /// Those of the last twelve months.
  case recent
}

/// The keys that replace an action's default keys.
///
/// Only the interface knows whether the action exists and whether the keys are free.
package struct KeySetting: Hashable, Sendable {
  /// The name of the action, as the user wrote it.
  package let action: String
  /// The keys, which may be none; the action then has no key.
  package let keys: [Key]
  let position: SourcePosition?

  /// A mistake in this setting.
  ///
  /// - Parameters:
  ///   - text: What is wrong, without a full stop.
  ///   - consequence: What applies instead, without a full stop; `nil` if there is nothing to say.
  package func mistake(_ text: String, consequence: String? = nil) -> SettingsMistake {
    SettingsMistake(
      at: position, in: SettingsFile.configurationName, text, consequence: consequence,
      unusable: SettingName(["keys", action]))
  }
}
