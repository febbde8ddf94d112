import DiaryText
import Settings
import Terminal
import Testing

@testable import DiaryUI

/// The settings file, opened from the screen.
@Suite struct EditedSettingsTests {
  private func screen(after result: Result<EditedSettings?, Problem>) -> String {
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
    let edited = EditedSettings(Preferences(), mistakes: [])
    #expect(
      screen(after: .success(edited)).contains(
        "Keys, dates, pictures and your own colors apply now, the rest from the next start."))
    #expect(screen(after: .success(nil)).contains("The settings were not changed."))
  }

  @Test func editedKeysAndDatesApplyImmediately() {
    var interface = HeadlessInterface(Size(width: 80, height: 24), diary: FakeDiary(SampleBeers.all))
    let file = SettingsFile(text: "date = \"iso\"\n[keys]\nstatistics = \"F3\"\n")
    interface.send(.settingsEdited(.success(EditedSettings(file.preferences, mistakes: file.mistakes))))
    #expect(interface.screen.contains("2024-06-01"))
    interface.press(Key(.function(3)))
    #expect(interface.state.screen == .statistics)
  }

  @Test func mistakesAndProblemsAreShown() {
    let mistakes = SettingsFile(text: "date = \"x\"\nmouse = 3\n").mistakes
    let both = screen(after: .success(EditedSettings(Preferences(), mistakes: mistakes)))
    #expect(both.contains("config.toml, line 1, column") && both.contains("check` lists 1 more."))
    let first = EditedSettings(Preferences(), mistakes: Array(mistakes.prefix(1)))
    #expect(!screen(after: .success(first)).contains("more."))
    #expect(screen(after: .failure(Problem(sentence: "No editor."))).contains("No editor."))
  }
}
