/// The settings after the user has edited them.
package struct EditedSettings: Hashable, Sendable {
  package let preferences: Preferences
  package let mistakes: [SettingsMistake]

  package init(_ preferences: Preferences, mistakes: [SettingsMistake]) {
    self.preferences = preferences
    self.mistakes = mistakes
  }
}
