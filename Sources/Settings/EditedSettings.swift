/// The settings after the user has edited them.
package struct EditedSettings: Hashable, Sendable {
  /// The settings that apply now; what has a mistake has its default.
  package let preferences: Preferences
  /// The mistakes, also those in the keys, in the order of the files; empty if there are none.
  package let mistakes: [SettingsMistake]

  package init(_ preferences: Preferences, mistakes: [SettingsMistake]) {
    self.preferences = preferences
    self.mistakes = mistakes
  }
}
