import DiaryText
import DiaryUI
import Settings
import Terminal
import Testing

/// The settings file, opened from the screen.
@Suite struct EditedSettingsTests {
  private func screen(after result: Result<[SettingsMistake]?, Problem>) -> String {
    var interface = HeadlessInterface(
      Size(width: 200, height: 24), diary: FakeDiary(SampleBeers.all))
    interface.send(.settingsEdited(result))
    return interface.screen
  }

  @Test(arguments: [",", ":settings\n", ":preferences\n"])
  func theEditorIsOpenedWithAKeyAndFromThePalette(_ keys: String) {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    for character in keys { interface.press(character == "\n" ? Key(.enter) : .character(character)) }
    #expect(interface.effects.contains(.editSettings))
  }

  @Test func theHelpNamesTheSettingsAction() {
    var interface = HeadlessInterface(
      Size(width: 80, height: 200), diary: FakeDiary(SampleBeers.all))
    interface.type("?")
    #expect(interface.screen.contains("Open the settings file in your editor"))
  }

  @Test func aMessageAfterEditingSaysWhenTheSettingsApply() {
    #expect(screen(after: .success([])).contains("The settings apply from the next start."))
    #expect(screen(after: .success(nil)).contains("The settings were not changed."))
  }

  @Test func mistakesAndProblemsAreShown() {
    let mistakes = SettingsFile(text: "date = \"x\"\nmouse = 3\n").mistakes
    let both = screen(after: .success(mistakes))
    #expect(both.contains("config.toml, line 1, column") && both.contains("check` lists 1 more."))
    #expect(!screen(after: .success(Array(mistakes.prefix(1)))).contains("more."))
    #expect(screen(after: .failure(Problem(sentence: "No editor."))).contains("No editor."))
  }
}
