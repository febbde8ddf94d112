import DiaryModel
import DiaryStore
import Terminal
import Testing

@testable import DiaryUI

/// The notes in the form: wrapped, moved in by lines, with undo.
@Suite struct NotesFieldTests {
  /// A new beer with the cursor in the notes.
  private func interface(_ width: Int = 80, _ height: Int = 24) -> HeadlessInterface {
    var interface = HeadlessInterface(
      Size(width: width, height: height), diary: FakeDiary(SampleBeers.all))
    interface.type("ax")
    for _ in 0..<10 { interface.press(Key(.down)) }
    return interface
  }

  private func savedNotes(_ interface: HeadlessInterface) -> String? {
    guard case .save(_, let fields, _)? = interface.changeRequests.last else { return nil }
    return fields.notes
  }

  @Test func enterBeginsALineAndTabLeavesTheField() {
    var interface = interface()
    #expect(interface.lines[23].contains("Enter new line"))
    interface.type("Malt.")
    interface.press(Key(.enter))
    interface.type("Dry.")
    #expect(interface.screen.contains("Notes       Malt.\n▌            Dry."))
    interface.press(Key(.tab))
    #expect(interface.cursorLine.contains("Position") && interface.lines[23].contains("Enter next field"))
    interface.press(Key(.backTab), .control("s"))
    #expect(savedNotes(interface) == "Malt.\nDry.")
  }

  @Test func theKeyThatLeavesTheNotesIsShown() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all), editor: "vim")
    interface.type("ax")
    #expect(!interface.lines[23].contains("Tab next") && interface.lines[23].contains("Ctrl-O notes in vim"))
    for _ in 0..<10 { interface.press(Key(.down)) }
    #expect(interface.lines[23].contains("Tab next   Enter new line   Ctrl-O vim   F1 help   Esc back"))
  }

  @Test func arrowsMoveByVisualLinesAndLeaveTheFieldAtItsEdges() {
    var interface = interface(41)
    interface.type("bread crust and honey with a long finish")
    #expect(interface.screen.contains("bread crust and honey with\n"))
    interface.press(Key(.up))
    interface.type("!")
    #expect(interface.cursorLine.contains("Notes       bread crust a!nd honey"))
    interface.press(Key(.up))
    #expect(interface.cursorLine.contains("Price"))
    interface.press(Key(.down), Key(.down))
    #expect(interface.cursorLine.contains("a long finish"))
    interface.press(Key(.down))
    #expect(interface.cursorLine.contains("Position"))
  }

  @Test func homeAndEndAreThoseOfTheVisualLine() {
    var interface = interface(41)
    interface.type("bread crust and honey with a long finish")
    interface.press(Key(.home))
    interface.type("<")
    interface.press(Key(.home, .control))
    interface.type("{")
    interface.press(Key(.end, .control))
    interface.type("}")
    interface.press(.control("s"))
    #expect(savedNotes(interface) == "{bread crust and honey with <a long finish}")
  }

  @Test func aWordIsUndoneAndRedone() {
    var interface = interface()
    interface.press(.control("_"))
    #expect(interface.statusLine.contains("Nothing to undo in this field."))
    interface.type("dry finish")
    interface.press(.control("_"))
    #expect(interface.cursorLine.hasSuffix(" dry"))
    interface.press(Key(.character("u"), .alt))
    #expect(!interface.cursorLine.contains("dry"))
    interface.press(.control("r"), .control("r"), .control("s"))
    #expect(savedNotes(interface) == "dry finish")
  }

  @Test func aPasteAndTheNotesOfTheEditorAreUndoneInOneStep() {
    var interface = interface()
    interface.type("Old. ")
    interface.send(.paste(.text("One\nTwo")))
    interface.press(.control("_"))
    #expect(interface.cursorLine.hasSuffix(" Old.") && !interface.screen.contains("Two"))
    interface.send(.notesEdited("From the editor", from: "Old. ", beer: nil, problem: nil))
    #expect(interface.cursorLine.contains("From the editor"))
    interface.press(.control("_"), .control("s"))
    #expect(savedNotes(interface) == "Old. ")
  }

  @Test(arguments: [(80, 24), (40, 12), (20, 5)])
  func longNotesScrollWithTheCursor(_ width: Int, _ height: Int) {
    var interface = interface(width, height)
    let lines = (1...40).map { "l\($0)" }
    interface.send(.paste(.text(lines.joined(separator: "\n"))))
    for line in lines.reversed() {
      #expect(interface.cursorLine.contains(" \(line)"))
      interface.press(Key(.up))
    }
    #expect(!interface.cursorLine.contains(" l"))
    interface.press(Key(.down))
    #expect(interface.screen.contains("↓"))
  }

  @Test func aClickPutsTheCursorThere() throws {
    var interface = interface()
    interface.type("Malt.")
    interface.press(Key(.enter))
    interface.type("Dry.")
    let row = try #require(interface.lines.firstIndex { $0.contains("Malt.") })
    interface.send(.mouse(MouseEvent(.press(clicks: 1), at: Point(column: 15, row: row))))
    interface.type("-")
    #expect(interface.cursorLine.contains("Ma-lt."))
  }

  @Test func aDraftKeepsTheLines() throws {
    var interface = interface()
    interface.type("Malt.")
    interface.press(Key(.enter))
    interface.type("Dry.")
    interface.send(.signal(.terminate))
    let drafts = interface.effects.compactMap {
      if case .keepDraft(let draft, _) = $0 { draft } else { nil }
    }
    #expect(drafts.last?.texts.contains { $0.kind == .notes && $0.text == "Malt.\nDry." } == true)
  }
}

/// Text in lines, with wide and combining characters.
@Suite struct TextBoxTests {
  private func lines(_ text: String, _ width: Int) -> [String] {
    let characters = Array(text)
    return TextBox(characters, width: width).firstLines(100).map { String(characters[$0]) }
  }

  @Test func linesAreBrokenAtBlanks() {
    #expect(lines("malt and hops", 8) == ["malt and ", "hops"])
    #expect(lines("malt   and", 5) == ["malt   ", "and"])
    #expect(lines("a\n\nb\n", 5) == ["a", "", "b", ""])
    #expect(lines("", 5) == [""])
  }

  @Test func longWordsAndWideScriptsAreBrokenAnywhere() {
    #expect(lines("abcdefg", 3) == ["abc", "def", "g"])
    #expect(lines("柚子の朝", 5) == ["柚子", "の朝"])
    #expect(lines("麦", 1) == ["麦"])
  }

  @Test func aCombiningCharacterIsOneStep() {
    var input = TextInput("cafe\u{301} 麦")
    #expect(input.characters.count == 6)
    let box = input.box(width: 20)
    #expect(box.columns(0..<6) == 7)
    #expect(box.index(atColumn: 6, of: 0..<6) == 5)
    _ = input.press(Key(.backspace), in: Size(width: 20, height: 5))
    _ = input.press(Key(.backspace), in: Size(width: 20, height: 5))
    _ = input.press(Key(.backspace), in: Size(width: 20, height: 5))
    #expect(input.text == "caf")
    input.undo()
    #expect(input.text == "cafe\u{301} 麦")
  }

  @Test func aMarkThatIsTypedJoinsTheCharacterBeforeIt() {
    var input = TextInput("cafe")
    input.insert("\u{301}")
    #expect(input.characters.count == 4 && input.cursor == 4)
    input.undo()
    #expect(input.text == "cafe" && input.characters.count == 4)
    input.redo()
    #expect(input.text == "cafe\u{301}")
  }

  @Test func keysThatDeleteToTheEdgeOfALineKeepTheOthers() {
    let size = Size(width: 20, height: 5)
    var input = TextInput("one\ntwo\nthree")
    input.moveCursor(to: 5)
    _ = input.press(.control("k"), in: size)
    #expect(input.text == "one\nt\nthree")
    _ = input.press(.control("k"), in: size)
    #expect(input.text == "one\ntthree")
    _ = input.press(.control("u"), in: size)
    #expect(input.text == "one\nthree")
  }

  @Test func movingThroughAShortLineKeepsTheColumn() {
    var input = TextInput("first line\nno\nlast line")
    input.moveCursor(to: 8)
    let positions = (0..<3).map { _ in
      let hasMoved = input.moveLine(by: 1, width: 20)
      return hasMoved ? input.cursor : nil
    }
    #expect(positions == [13, 22, nil])
  }

  @Test func aMoveEndsAStepOfUndo() {
    var input = TextInput()
    for key in [Key.character("a"), .character("b"), Key(.left), .character("c")] { _ = input.press(key) }
    #expect(input.text == "acb")
    input.undo()
    #expect(input.text == "ab")
    input.undo()
    #expect(input.isEmpty && !input.canUndo)
  }
}
