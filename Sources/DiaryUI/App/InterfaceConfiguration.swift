import DiaryText
import Interchange

/// What the program was started with: the settings, the diary's file, and the terminal, which its answers describe more
/// closely.
package struct InterfaceConfiguration: Hashable, Sendable {
  /// How the interface looks, adapted to the answers of the terminal.
  package internal(set) var appearance: Appearance
  /// The tasting sheet of the form; `nil` for a form without one.
  var tastingSheet: TastingSheet?
  /// The saved mappings of the columns of imported files, in the order in which they were saved.
  var mappings: [SavedMapping]
  /// Whether the diary is synchronized on its own: at the start, after changes, every few minutes, and at the end.
  let synchronizesAutomatically: Bool
  /// All actions with the keys from the settings.
  var actions: ActionTable
  /// Why the diary cannot be changed; `nil` if it can be.
  var readOnly: ReadOnlyCause?
  /// Whether the diary is removed when the program ends.
  let isTemporary: Bool
  /// The name of the diary's file; `nil` for the user's usual one.
  let storeName: String?
  /// The folder in which the program was started, with `~` for the home folder and `/` at the end.
  let workingFolder: String
  /// The name of the user's editor; `nil` if it is not known.
  let editor: String?
  /// A sentence about the settings or the terminal; `nil` if there is none.
  let startupWarning: String?
  /// A sentence about the diary, which is no problem; `nil` if there is none, or if there is a warning.
  let startupNotice: String?
  /// The telemetry notice; `nil` if there is none or the user has seen it.
  var telemetryNotice: String?
  /// Whether a key has been pressed in the diary; the status line is not read before that.
  var isTelemetryNoticeDue = false

  /// Returns a path as it is shown: with the folder in which the program was started if it is relative.
  func shownPath(_ path: String) -> String {
    path.hasPrefix("/") || path.hasPrefix("~") ? path : workingFolder + path
  }

  /// Adds a mapping, or replaces the one with its name.
  mutating func noteSaved(_ mapping: SavedMapping) {
    mappings.removeAll { $0.name == mapping.name }
    mappings.append(mapping)
  }
}
