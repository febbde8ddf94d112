import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import DiaryUI
import Foundation
import Settings
import Synchronization
import Terminal
import TestSupport
import Testing

@testable import DiaryRuntime

/// The event loop on a simulated terminal, over a real diary with one beer.
@Suite struct EventLoopTests {
  private static let list = "Orval"

  private let folder: TemporaryFolder
  private let mailbox: Mailbox<EventLoop.Event>

  init() throws {
    folder = try TemporaryFolder()
    mailbox = try Mailbox()
    let diary = try Diary.open(at: folder.file("diary.sqlite"))
    _ = try diary.add(NewBeer(fields: BeerFields(name: "Orval")))
    try diary.close()
  }

  /// Runs the loop until it ends by itself.
  ///
  /// - Parameter store: The path of the diary; `nil` for the one with a beer.
  private func run(
    _ terminal: FakeTerminal, store: String? = nil,
    runCommand: @escaping (TerminalCommand) -> Int32? = { _ in nil },
    refusal: @escaping (TerminalCommand) -> Problem? = { _ in nil },
    editText: @escaping (String) throws(TextEditor.Failure) -> String? = { _ in nil },
    editSettings: @escaping () -> Result<EditedSettings?, Problem> = { .success(nil) },
    announceEditor: @escaping () -> TextEditor.Announcement? = { nil }
  ) -> (ending: Ending, loop: EventLoop) {
    let store = store ?? folder.file("diary.sqlite")
    let runner = EffectRunner(
      openDiary: { _, _ throws(OpeningError) in try Diary.open(at: store) }, record: { _ in },
      cacheFolder: nil, settingsFolder: folder.path,
      draftFolder: DraftFolder(folder.file("drafts"), store: store)
    ) { [mailbox] in mailbox.post(.message($0)) }
    let loop = EventLoop(
      state: AppState(size: terminal.size), terminal: terminal, mailbox: mailbox, input: terminal.descriptor,
      runEffect: runner.run, runCommand: { CommandResult(status: runCommand($0)) },
      refusal: refusal, editText: editText, editSettings: editSettings, announceEditor: announceEditor,
      printLine: { terminal.note($0) }, stopProcess: { terminal.note("stop") })
    terminal.watch()
    let ending = loop.run()
    _ = runner.drafts.finish()
    #expect(runner.finish(within: RunningDiary.patience) == nil)
    for line in runner.exitMessages.withLock({ $0 }) { terminal.note(line) }
    return (ending, loop)
  }

  @Test func theScreenIsDrawnUntilAllPicturesAreSent() {
    let next = FakeTerminal.Step(when: { _ in true }) { _ in }
    let terminal = FakeTerminal(
      FakeTerminal.Step(seen: "q quit") { $0.partsToSend = 1_000 }, next, next,
      FakeTerminal.Step(when: { _ in true }) { terminal in
        terminal.partsToSend = 0
        terminal.type([.reply(.attributes([4])), .key(.character("q"))])
      })

    let (ending, _) = run(terminal)

    #expect(ending == .finished && terminal.awaited == nil)
  }

  @Test func keysAreTakenAndAnswersShownUntilTheUserLeaves() {
    let terminal = FakeTerminal(
      .typing(Key(.enter), when: Self.list), .typing(.character("q"), when: "q back"),
      .typing(.character("q"), when: "q quit"))

    let (ending, loop) = run(terminal)

    #expect(ending == .finished)
    #expect(!loop.isForced)
    #expect(terminal.awaited == nil)
    #expect(terminal.events == ["restore"])
  }

  @Test func aCommandThatIsRefusedDoesNotTakeTheTerminal() {
    let terminal = FakeTerminal(
      .typing(.character("d"), when: "sample diary"), .typing(.character("q"), when: "It is not installed."))

    let (ending, _) = run(
      terminal, store: folder.file("empty.sqlite"),
      runCommand: { _ in
        terminal.note("run")
        return 0
      }, refusal: { _ in Problem(sentence: "It is not installed.") })

    #expect(ending == .finished && terminal.awaited == nil)
    #expect(terminal.events == ["restore"])
  }

  @Test func aChangeIsStoredAndShown() throws {
    let terminal = FakeTerminal(
      .typing(.character("d"), when: Self.list), .typing(.character("q"), when: "u: undo"))

    #expect(run(terminal).ending == .finished)

    let diary = try Diary.open(at: folder.file("diary.sqlite"))
    #expect(try diary.beersInTrash() == [1])
    try diary.close()
  }

  @Test func oneInterruptEndsTheProgramAndTwoForceIt() {
    let once = run(FakeTerminal(.typing(.control("c"), when: Self.list)))
    #expect(once.ending == .signal(.interrupt))
    #expect(!once.loop.isForced)

    let twice = run(FakeTerminal(.typing(.control("c"), .control("c"), when: Self.list)))
    #expect(twice.ending == .signal(.interrupt))
    #expect(twice.loop.isForced)
  }

  @Test(arguments: [Character("a"), "e"]) func twoInterruptsInAFormLeaveOneDraft(_ key: Character) throws {
    let form = key == "a" ? "New beer" : "Name        Orval"
    let terminal = FakeTerminal(
      .typing(.character(key), when: Self.list),
      .typing(.character("X"), .control("c"), .control("c"), when: form))

    let (ending, loop) = run(terminal)

    #expect(ending == .signal(.interrupt) && loop.isForced && terminal.awaited == nil)
    let drafts = try FileManager.default.contentsOfDirectory(atPath: folder.file("drafts"))
    #expect(drafts.count == 1, "\(drafts)")
  }

  @Test func oneInterruptAfterTheEndDoesNotForceIt() {
    let (ending, loop) = run(FakeTerminal(.typing(.character("q"), .control("c"), when: Self.list)))

    #expect(ending == .finished && !loop.isForced)
  }

  @Test func messagesAfterTheEndAreLeftInTheMailbox() {
    let terminal = FakeTerminal(.typing(.character("q"), .character("x"), when: Self.list))

    #expect(run(terminal).ending == .finished)

    let left = mailbox.drain().contains { event in
      if case .message(.key(.character("x"))) = event { true } else { false }
    }
    #expect(left)
  }

  @Test func aSignalEndsTheProgram() {
    let mailbox = mailbox
    let terminal = FakeTerminal(
      .init(seen: Self.list) { _ in mailbox.post(.message(.signal(.terminate))) })

    #expect(run(terminal).ending == .signal(.terminate))
  }

  @Test func aTerminalThatDisconnectsEndsTheProgram() {
    #expect(run(FakeTerminal(.init(seen: Self.list) { $0.hangUp() })).ending == .signal(.hangup))
  }

  @Test func aTerminalThatIsReadableForeverWithoutInputEndsTheProgram() {
    let terminal = FakeTerminal(.init(seen: Self.list) { $0.wake() })

    #expect(run(terminal).ending == .signal(.hangup))
    // It was given a chance.
    #expect(terminal.screens.count > 100)
  }

  @Test func theAgeOfTheLastSynchronizationIsThatOfTheLastEvent() {
    let mailbox = mailbox
    let status = SyncStatus(location: "", device: "", lastSync: Date(timeIntervalSinceNow: -200))
    let terminal = FakeTerminal(
      .init(seen: Self.list) { _ in
        mailbox.post(.message(.synced(SyncOutcome(isAsked: false), .success(status))))
      }, .typing(.character("q"), when: "⇅ 3 min ago"))

    #expect(run(terminal).ending == .finished && terminal.awaited == nil)
  }

  @Test func aNewSizeIsReadAndDrawn() {
    let mailbox = mailbox
    let terminal = FakeTerminal(
      .init(seen: Self.list) { terminal in
        terminal.size = Size(width: 100, height: 40)
        mailbox.post(.windowChanged)
      },
      .init(when: { $0.split(separator: "\n", omittingEmptySubsequences: false).count == 40 }) { terminal in
        terminal.type([.key(.character("q"))])
      })

    #expect(run(terminal).ending == .finished)
    #expect(terminal.events == ["size", "restore"])
  }

  @Test func theTerminalIsRestoredWhileTheProgramIsStopped() {
    let terminal = FakeTerminal(
      .typing(.control("z"), when: Self.list), .typing(.character("q"), when: Self.list))

    #expect(run(terminal).ending == .finished)
    #expect(
      terminal.events.prefix(5)
        == ["suspend", "Type fg to return to the diary.", "stop", "resume", "size"])
  }

  @Test func aSignalEndsTheProgramWhileItWaitsForEnterAfterACommand() throws {
    let empty = folder.file("empty.sqlite")
    try Diary.open(at: empty).close()
    let mailbox = mailbox
    let terminal = FakeTerminal(.typing(.character("d"), when: "sample"))

    let (ending, _) = run(terminal, store: empty) { _ in
      mailbox.post(.message(.signal(.terminate)))
      return 1
    }

    #expect(ending == .signal(.terminate))
  }

  @Test func enterGoesBackToTheDiaryAfterACommandThatFailed() throws {
    let empty = folder.file("empty.sqlite")
    try Diary.open(at: empty).close()
    let terminal = FakeTerminal(
      .typing(.character("d"), when: "sample"), .typing(.character("q"), when: "sample"))

    let (ending, _) = run(terminal, store: empty) { _ in
      terminal.write("x\n")
      return 1
    }

    #expect(ending == .finished && terminal.awaited == nil)
  }

  @Test func theEditorOfTheSettingsHasTheTerminalUntilItExits() {
    let terminal = FakeTerminal(
      .typing(.character(","), when: Self.list), .typing(.character("q"), when: "apply now"))

    let (ending, _) = run(
      terminal,
      editSettings: {
        terminal.note("editor")
        return .success(EditedSettings(Preferences(), mistakes: []))
      })

    #expect(ending == .finished && terminal.awaited == nil)
    #expect(terminal.events.prefix(3) == ["suspend", "editor", "resume"])
  }

  @Test(arguments: [false, true]) func anEditorIsIntroducedBeforeItIsOpened(_ waits: Bool) {
    let terminal = FakeTerminal(
      .typing(.character(","), when: Self.list), .typing(.character("q"), when: "apply now"))
    let (ending, _) = run(
      terminal,
      editSettings: {
        terminal.note("editor")
        return .success(EditedSettings(Preferences(), mistakes: []))
      },
      announceEditor: {
        if waits { terminal.write("\n") }
        return TextEditor.Announcement(sentence: "Opening vi.", waits: waits)
      })

    #expect(ending == .finished && terminal.awaited == nil)
    let read = waits ? ["Enter opens it, q cancels."] : []
    #expect(terminal.events.starts(with: ["suspend", "Opening vi."] + read + ["editor", "resume"]))
  }

  @Test(arguments: ["q", "\u{1B}", nil]) func anEditorCanBeCanceledBeforeItIsOpened(_ typed: String?) {
    let mailbox = mailbox
    let terminal = FakeTerminal(
      .typing(.character(","), when: Self.list), .typing(.character("q"), when: Self.list))
    let (ending, _) = run(
      terminal,
      editSettings: {
        terminal.note("editor")
        return .success(nil)
      },
      announceEditor: {
        // Ctrl-C arrives as a signal.
        if let typed { terminal.write(typed) } else { mailbox.post(.message(.signal(.interrupt))) }
        return TextEditor.Announcement(sentence: "Opening vi.", waits: true)
      })

    #expect(ending == .finished && terminal.awaited == nil)
    #expect(terminal.events.starts(with: ["suspend", "Opening vi.", "Enter opens it, q cancels.", "resume"]))
  }

  /// Opens the editor for the notes of the beer, from its form or from its page.
  private func openingEditor(inForm: Bool) throws -> FakeTerminal {
    let diary = try Diary.open(at: folder.file("diary.sqlite"))
    _ = try diary.edit(1, to: BeerFields(name: "Orval", notes: "Old notes"))
    try diary.close()
    let hint = inForm ? "Ctrl-S save" : "q back"
    let opening = FakeTerminal.Step(
      when: { $0.contains("Old notes") && $0.contains(hint) }, awaiting: "the notes"
    ) {
      $0.type([.key(inForm ? .control("o") : .character("E"))])
    }
    return FakeTerminal(.typing(inForm ? .character("e") : Key(.enter), when: Self.list), opening)
  }

  @Test(arguments: [SystemSignal.hangup, .terminate], [true, false])
  func textFromTheEditorSurvivesASignalThatEndsTheProgram(_ signal: SystemSignal, inForm: Bool) throws {
    let mailbox = mailbox
    let terminal = try openingEditor(inForm: inForm)
    let edit = { (text: String) throws(TextEditor.Failure) -> String? in
      mailbox.post(.message(.signal(signal)))
      return text + " and two pages"
    }

    let (ending, _) = run(terminal, editText: edit)

    #expect(ending == .signal(signal) && terminal.awaited == nil)
    let diary = try Diary.open(at: folder.file("diary.sqlite"))
    let notes = try diary.beer(1)?.beer.fields.notes
    try diary.close()
    let drafts = folder.file("drafts")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: drafts)) ?? []
    let kept = names.compactMap { try? String(contentsOfFile: "\(drafts)/\($0)", encoding: .utf8) }
    let isKept = ([notes ?? ""] + kept).contains { $0.contains("Old notes and two pages") }
    #expect(isKept, "\(kept)")
  }

  @Test func whereTheEditorLeftATextIsSaidAgainAtTheEnd() throws {
    let mailbox = mailbox
    let terminal = try openingEditor(inForm: false)
    let edit = { (_: String) throws(TextEditor.Failure) -> String? in
      mailbox.post(.message(.signal(.hangup)))
      throw TextEditor.Failure(sentence: "The editor crashed.", keptText: "Your text is in notes.txt.")
    }

    #expect(run(terminal, editText: edit).ending == .signal(.hangup))
    #expect(terminal.events.last == "Your text is in notes.txt.")
  }

  /// Ctrl-Z has stopped both programs, and the shell has resumed both.
  @Test func aStopThatAnotherProgramReceivedIsNotRepeated() throws {
    let empty = folder.file("empty.sqlite")
    try Diary.open(at: empty).close()
    let mailbox = mailbox
    let terminal = FakeTerminal(
      .typing(.character("d"), when: "sample"), .typing(.character("q"), when: "sample"))

    let (ending, _) = run(terminal, store: empty) { _ in
      terminal.note("command")
      mailbox.post(.message(.signal(.stop)))
      mailbox.post(.message(.signal(.resumed)))
      return 0
    }

    #expect(ending == .finished)
    #expect(terminal.events.prefix(3) == ["suspend", "command", "resume"])
    #expect(!terminal.events.contains("stop"))
  }

  @Test func twoClicksOpenABeer() {
    let terminal = FakeTerminal(
      .init(seen: Self.list) { terminal in
        let lines = terminal.screens.last?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
        let row = lines.firstIndex { $0.contains(Self.list) } ?? 0
        let press = MouseEvent(.press(clicks: 1), at: Point(column: 5, row: row))
        let release = MouseEvent(.release, at: press.point)
        terminal.type([.mouse(press), .mouse(release), .mouse(press), .mouse(release)])
      }, .typing(.character("q"), when: "q back"), .typing(.character("q"), when: "q quit"))

    #expect(run(terminal).ending == .finished)
    #expect(terminal.awaited == nil)
  }
}
