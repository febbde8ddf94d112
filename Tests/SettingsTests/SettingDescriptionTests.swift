import DiaryUI
import Settings
import Testing

/// The reference's list of settings says what the reader accepts.
@Suite struct SettingDescriptionTests {
  @Test(arguments: SettingDescription.all.map(\.name)) func everyListedValueIsAccepted(_ name: String) throws
  {
    let setting = try #require(SettingDescription.all.first { $0.name == name })
    for value in setting.choices {
      #expect(SettingsFile(text: text(name, value)).mistakes == [], "\(name) = \(value)")
    }
  }

  @Test(arguments: SettingDescription.all.filter(\.isClosed).map(\.name))
  func aValueThatIsNotListedIsAMistake(_ name: String) {
    #expect(SettingsFile(text: text(name, "\"nothing of the kind\"")).mistakes.count == 1)
  }

  @Test func theDefaultsAreThoseOfAnEmptyFile() {
    for setting in SettingDescription.all {
      guard let value = setting.defaultValue else { continue }
      #expect(SettingsFile(text: text(setting.name, value)).preferences == Preferences(), "\(setting.name)")
    }
  }

  @Test func everyTableOfTheReaderIsListed() {
    let mistake = SettingsFile(text: "unknown = 1").mistakes.first?.sentence ?? ""
    for setting in SettingDescription.all {
      let table = setting.name.split(separator: ".").first.map(String.init) ?? ""
      #expect(mistake.contains(table))
    }
  }

  /// The setting as a line of the file, with real names for those of the user.
  private func text(_ name: String, _ value: String) -> String {
    name.replacing("ACTION", with: "add").replacing("NAME", with: "club")
      .replacing("COLUMN", with: "Score") + " = \(value)"
  }
}
