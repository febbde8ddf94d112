import DiaryStore
import Terminal
import Testing

@testable import DiaryUI

/// Keys without an action on the screen.
@Suite struct UnusedKeyTests {
  @Test func aKeyThatNothingUsesIsAnsweredWithTheKeyForHelp() {
    var interface = interface()
    interface.type("Q")
    #expect(interface.statusLine.contains("Q is not used here. ? shows the keys."))
    interface.press(Key(.down))
    #expect(!interface.screen.contains("is not used here"))
  }

  /// As in vim's `ma`, which would open a form, and `zd`, which would move a beer to the trash.
  @Test(arguments: ["ma", "zd", "Qa", "yd", "ZD"])
  func aLetterImmediatelyAfterAnUnusedCharacterBelongsToIt(_ keys: String) {
    var interface = interface()
    interface.type(keys)
    #expect(interface.state.path == [.list] && interface.changeRequests.isEmpty)
    #expect(interface.statusLine.contains("\(keys) is not used here. ? shows the keys."))
    #expect(!interface.state.needsTick)
    interface.type("d")
    #expect(interface.changeRequests == [.trash([1])])
  }

  @Test func aHarmlessLetterWorksDirectlyAfterAnUnusedCharacter() {
    var interface = interface()
    interface.type("Qj")
    #expect(interface.state.list.scroll.cursor == 1 && !interface.screen.contains("is not used here"))
    interface.type("QS")
    #expect(interface.state.screen == .statistics)
  }

  @Test func anActionThatTakesNoCountDelaysOnlyItsOwnKey() {
    var interface = interface()
    interface.type("2dd")
    #expect(
      interface.statusLine.contains("not saved. Press Enter after it.  Ignored d.")
        && interface.changeRequests.isEmpty)
    interface.type("2dj")
    #expect(interface.state.list.scroll.cursor == 1)
    interface.type("gp3t")
    #expect(interface.state.screen == .photos && interface.statusLine.contains("Ignored 3t."))
    interface.type("m")
    #expect(interface.state.screen == .movingPhoto)
    #expect(interface.changeRequests.isEmpty)
  }

  @Test func aLetterAfterAPauseIsIndependent() {
    var interface = interface()
    interface.type("m")
    #expect(interface.state.needsTick)
    interface.pause()
    #expect(!interface.state.needsTick)
    interface.type("a")
    #expect(interface.state.screen == .form)
  }

  @Test func otherKeysAfterAnUnusedCharacterWorkImmediately() {
    for key in [Key(.enter), .character("?"), .character(":"), .character("/"), .character(" ")] {
      var (unused, usual) = (interface(), interface())
      unused.type("m")
      unused.press(key)
      usual.press(key)
      #expect(unused.screen == usual.screen, "\(key.label)")
    }
    var interface = interface()
    interface.press(Key(.tab))
    interface.type("a")
    #expect(interface.state.screen == .form)
  }

  @Test func aPointTakesOnlyDigitsAlong() {
    var interface = interface()
    interface.diary.storesChanges = true
    interface.type("d.u")
    #expect(interface.changeRequests.count == 2 && !interface.screen.contains("is not used here"))
    interface.type(".a")
    #expect(interface.state.screen == .form)
  }

  @Test func aNumberKeepsTheLetterAfterItFromItsEffect() {
    var interface = interface()
    interface.type("S5q")
    #expect(interface.state.path == [.list, .statistics])
    #expect(interface.statusLine.contains("Ignored 5q."))
    interface.tick(20)
    interface.type("q")
    #expect(interface.state.path == [.list])
  }

  @Test func aKeyOfAnotherScreenSaysWhichOne() {
    var interface = interface()
    interface.press(.control("s"))
    #expect(interface.statusLine.contains("Ctrl-S is not used here. In Form: save the beer."))
    interface.type("lJ")
    #expect(
      interface.statusLine.contains("J is not used here. In Photos: move the photo down, toward the end."))
  }

  @Test func aKeyThatOnlyMovesOnAnotherScreenIsAnsweredWithTheKeyForHelp() {
    var interface = interface()
    interface.press(Key(.tab))
    #expect(interface.statusLine.contains("Tab is not used here. ? shows the keys."))
    for key in [Key(.left), .character("h")] {
      interface.press(key)
      #expect(interface.statusLine.contains("There is nothing to the left."))
    }
  }

  /// It opens something else on each screen.
  @Test func enterOnALargePhotoIsAnsweredWithTheKeyForHelp() {
    var interface = interface()
    interface.type("p")
    interface.press(Key(.enter), Key(.enter))
    #expect(interface.statusLine.contains("Enter is not used here. ? shows the keys."))
  }

  @Test func aKeyOfTheScreenBelowSaysThatFirst() {
    var interface = interface()
    interface.type("p")
    interface.press(Key(.enter))
    interface.type("x")
    #expect(
      interface.statusLine.contains("x is not used here. Back in Photos: remove the photo from the beer."))
  }

  @Test(arguments: 40...100) func theAnswerIsOnOneLine(_ width: Int) {
    var interface = interface(Size(width: width, height: 24))
    interface.type("l")
    for key in "JV*=" {
      interface.type(String(key))
      #expect(interface.statusLine.contains("\(key) is not used here."))
    }
  }

  @Test func theKeyForHelpIsTheOneThatTheUserHasBound() {
    let actions = ActionTable(
      ActionTable.standard.actions.map { original in
        guard original == .help else { return original }
        var rebound = original
        rebound.bindings = original.bindings.map {
          Action.Binding(keys: [Key(.function(6))], screens: $0.screens)
        }
        return rebound
      })
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all), actions: actions)
    interface.type("Q")
    #expect(interface.statusLine.contains("Q is not used here. F6 shows the keys."))
  }

  @Test func aKeyTypedAheadIsNotReported() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all), opens: false)
    interface.type("Qj")
    interface.answerHeld()
    #expect(interface.cursorLine.contains("Pliny") && !interface.screen.contains("is not used here"))
  }

  @Test func typedAndPastedTextIsNotAnUnusedKey() {
    var interface = interface()
    interface.type("aQ\u{1F37A}")
    #expect(!interface.screen.contains("is not used here"))
    interface.press(Key(.escape), .character("y"))
    interface.send(.paste(.text("QQQ")))
    #expect(interface.screen.contains("Nothing was pasted. Open a text field first."))
  }
}
