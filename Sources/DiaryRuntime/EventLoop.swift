import DiaryProcess
import DiaryText
import DiaryUI
import Foundation
import Glibc
import Settings
import Synchronization
import Terminal

/// The loop that owns the terminal.
///
/// It sleeps until there is a key, a signal or an answer, handles all that have arrived, and draws once. It never
/// accesses the diary, and wakes up on its own only while something on the screen moves.
final class EventLoop {
  enum Event: Sendable {
    case message(Message)
    case windowChanged
  }

  private static let tick = Duration.milliseconds(90)
  private static let secondInterrupt = Duration.seconds(1)

  private var state: AppState
  private let terminal: any InterfaceTerminal
  private let mailbox: Mailbox<Event>
  private let runEffect: (Effect) -> Void
  private let runCommand: (TerminalCommand) -> CommandResult
  private let refusal: (TerminalCommand) -> Problem?
  private let editText: (String) throws(TextEditor.Failure) -> String?
  private let editSettings: () -> Result<EditedSettings?, Problem>
  private let stopProcess: () -> Void
  private let announceEditor: () -> TextEditor.Announcement?
  private let printLine: (String) -> Void
  /// The descriptor from which the terminal is read.
  private let input: Int32
  private var endOfInput = EndOfInput()
  private var clicks = ClickCounter()
  private var nextTick: ContinuousClock.Instant?
  private var lastInterrupt: ContinuousClock.Instant?
  private var ending: Ending?
  /// Whether the user insisted on quitting, so that nothing is waited for.
  private(set) var isForced = false

  /// Creates a loop that handles the input of a terminal and the events of a mailbox.
  ///
  /// - Parameters:
  ///   - input: The descriptor from which the terminal is read.
  ///   - runEffect: Starts an effect and returns immediately.
  ///   - runCommand: Runs a command on the terminal.
  ///   - refusal: Returns why a command is not run; `nil` if it is.
  ///   - editText: Lets the user edit a text, and returns it; `nil` if it is unchanged.
  ///   - editSettings: Opens the settings in the user's editor, and returns them; `nil` if they are
  ///     unchanged.
  ///   - announceEditor: Returns what to print before the user's editor is opened; `nil` for nothing.
  ///   - printLine: Prints a line while the terminal is left.
  ///   - stopProcess: Stops the process until the shell resumes it.
  init(
    state: AppState, terminal: any InterfaceTerminal, mailbox: Mailbox<Event>, input: Int32 = STDIN_FILENO,
    runEffect: @escaping (Effect) -> Void,
    runCommand: @escaping (TerminalCommand) -> CommandResult = { _ in CommandResult(status: nil) },
    refusal: @escaping (TerminalCommand) -> Problem? = { _ in nil },
    editText: @escaping (String) throws(TextEditor.Failure) -> String? = { text throws(TextEditor.Failure) in
      try TextEditor.edit(text)
    },
    editSettings: @escaping () -> Result<EditedSettings?, Problem> = { .success(nil) },
    announceEditor: @escaping () -> TextEditor.Announcement? = { nil },
    printLine: @escaping (String) -> Void = { line in
      Console.standardError.line(line)
      Console.standardError.flush()
    },
    stopProcess: @escaping () -> Void
  ) {
    self.state = state
    self.terminal = terminal
    self.mailbox = mailbox
    self.input = input
    self.runEffect = runEffect
    self.runCommand = runCommand
    self.refusal = refusal
    self.editText = editText
    self.editSettings = editSettings
    self.announceEditor = announceEditor
    self.printLine = printLine
    self.stopProcess = stopProcess
  }

  /// Runs until the interface ends, and restores the terminal.
  func run() -> Ending {
    defer { terminal.restore() }
    perform(state.start())
    while true {
      let canvas = state.draw()
      terminal.draw(canvas)
      perform(state.request(canvas.missingPictures))
      waitForEvents(showing: canvas)
      receiveEvents()
      if let ending { return ending }
    }
  }
}

extension EventLoop {
  private func receiveEvents() {
    // Taken first, because messages after the end go back to the mailbox.
    let events = mailbox.drain()
    let inputs = terminal.pendingInputs()
    endOfInput.noteRead(wasSilent: terminal.wasSilent)
    for input in inputs {
      switch input {
      case .key(let key): receive(.key(key))
      case .mouse(let event): receive(.mouse(clicks.counted(event)))
      case .paste(let paste): receive(.paste(paste))
      case .reply(let reply): receive(.terminalReply(reply))
      }
    }
    for event in events {
      switch event {
      case .message(let message): receive(message)
      case .windowChanged:
        receive(.resized(terminal.updateSize()))
        // Another font changes it as well.
        if let size = terminal.cellSize { receive(.terminalReply(.cellSize(size))) }
      }
    }
    if let nextTick, ContinuousClock.now >= nextTick {
      self.nextTick = nil
      receive(.tick)
    }
    if endOfInput.isReached { receive(.signal(.hangup)) }
    // Times are as old as the last event, so that an idle program sleeps.
    if state.showsTime { receive(.time(Date())) }
  }

  private func receive(_ message: Message) {
    if message.isInterrupt { noteInterrupt() }
    // Later messages may report a failed change, so they are left for the caller.
    guard ending == nil else { return mailbox.post(.message(message)) }
    perform(state.update(message))
  }

  /// The second interrupt ends the program, however the screen handles the first.
  private func noteInterrupt() {
    let now = ContinuousClock.now
    if let lastInterrupt, now - lastInterrupt < Self.secondInterrupt {
      // The first one may have left typed text on the screen, which is kept once.
      if ending == nil { perform(state.update(.signal(.interrupt))) }
      ending = .signal(.interrupt)
      isForced = true
    }
    lastInterrupt = now
  }

  private func perform(_ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .redrawAll: terminal.redrawAll()
      case .suspend: suspend()
      case .editNotes(let text, let beer): edit(text, beer: beer)
      case .editSettings:
        var result: Result<EditedSettings?, Problem> = .success(nil)
        leaveTerminal { if introduceEditor() { result = editSettings() } }
        mailbox.post(.message(.settingsEdited(result)))
      case .runCommand(let command): run(command)
      case .quit(let ending): self.ending = self.ending ?? ending
      default: runEffect(effect)
      }
    }
  }

  /// Runs the user's editor on the terminal.
  ///
  /// The form takes the text before it learns what has happened since, such as a signal that ends the program: then the
  /// text is saved with the form or in its draft.
  private func edit(_ text: String, beer: Int64?) {
    var notes: String?
    var problem: Problem?
    leaveTerminal {
      guard introduceEditor() else { return }
      do throws(TextEditor.Failure) { notes = try editText(text) } catch {
        problem = Problem(sentence: error.sentence)
        // The sentence on the screen is soon gone, and never seen if the program ends.
        if let sentence = error.keptText { runEffect(.printAtExit(sentence)) }
      }
    }
    receive(.notesEdited(notes, from: text, beer: beer, problem: problem))
  }

  /// Says which editor is opened; returns `false` if the user cancels, or if a signal ends the program, before the user
  /// has read how it is left.
  private func introduceEditor() -> Bool {
    guard let announcement = announceEditor() else { return true }
    for line in announcement.sentence.wrapped(to: state.size.width) { printLine(line) }
    guard announcement.waits else { return true }
    printLine("Enter opens it, q cancels.")
    return withoutLineInput { waitForEnter(cancelKeys: ["q", "Q", "\u{1B}"]) }
  }

  private func run(_ command: TerminalCommand) {
    if let problem = refusal(command) { return mailbox.post(.message(.commandRefused(problem))) }
    var result = CommandResult(status: nil)
    leaveTerminal {
      result = runCommand(command)
      // The sample has a screen of its own, and prints only what went wrong.
      if let status = result.status, command != .showSample || status != 0 {
        printLine("Press Enter to go back to your diary.")
        waitForEnter()
      }
    }
    mailbox.post(.message(.commandEnded(command, status: result.status, change: result.change)))
  }

  /// Lets the user read what was printed; returns `false` if a signal that ends the program ends this as well.
  ///
  /// - Parameter cancelKeys: Characters that end this with `false`, as Ctrl-C does then; empty for none.
  @discardableResult private func waitForEnter(cancelKeys: [Unicode.Scalar] = []) -> Bool {
    var events: [Event] = []
    defer { events.forEach(mailbox.post) }
    while !events.contains(where: { $0.isTermination || !cancelKeys.isEmpty && $0.isInterrupt }) {
      var polled = polledDescriptors
      guard poll(&polled, nfds_t(polled.count), -1) > 0 else { continue }
      events += mailbox.drain()
      guard polled[0].revents != 0 else { continue }
      var byte: UInt8 = 0
      switch read(input, &byte, 1) {
      case 1:
        let character = Unicode.Scalar(byte)
        if ["\n", "\r"].contains(character) { return true }
        if cancelKeys.contains(character) { return false }
      case -1 where errno == EINTR: continue
      default: return true
      }
    }
    return false
  }

  /// Calls `body` while the terminal, which is left, gives each key immediately and shows none.
  private func withoutLineInput(_ body: () -> Bool) -> Bool {
    var before = termios()
    // Input that is no terminal has no lines to wait for.
    guard tcgetattr(input, &before) == 0 else { return body() }
    var modes = before
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(input, TCSADRAIN, &modes)
    // The rest of the sequence of a key that begins with Esc is no input for the diary or the editor.
    defer { tcsetattr(input, TCSAFLUSH, &before) }
    return body()
  }

  /// Leaves the terminal to another program while `body` runs.
  ///
  /// The diary ignores Ctrl-C for that time, and Ctrl-Z, which stops it together with the other program.
  private func leaveTerminal(_ body: () -> Void) {
    terminal.suspend()
    body()
    terminal.resume()
    for event in mailbox.drain() {
      switch event {
      case .message(.signal(.interrupt)), .message(.signal(.stop)): continue
      default: mailbox.post(event)
      }
    }
    mailbox.post(.windowChanged)
  }

  private func suspend() {
    terminal.suspend()
    // A user who pressed Ctrl-Z to undo is suddenly in the shell.
    printLine("Type fg to return to the diary.")
    stopProcess()
    terminal.resume()
    mailbox.post(.windowChanged)
  }
}

extension EventLoop {
  /// Sleeps until an event arrives, as soon as the terminal has the pictures on the canvas.
  private func waitForEvents(showing canvas: Canvas) {
    while true {
      var polled = polledDescriptors
      let ready = poll(&polled, nfds_t(polled.count), terminal.isSending ? 0 : timeout())
      endOfInput.note(readiness: ready > 0 ? polled[0].revents : 0)
      guard ready == 0, terminal.isSending else { return }
      terminal.draw(canvas)
    }
  }

  /// The terminal and the mailbox.
  private var polledDescriptors: [pollfd] {
    [input, mailbox.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  }

  /// In milliseconds; -1 for no limit.
  private func timeout() -> Int32 {
    guard state.needsTick else {
      nextTick = nil
      return -1
    }
    let now = ContinuousClock.now
    let due = nextTick ?? now + Self.tick
    nextTick = due
    return max(0, Int32((due - now) / .milliseconds(1)) + 1)
  }
}

extension EventLoop.Event {
  /// Whether it is Ctrl-C while the terminal is left.
  fileprivate var isInterrupt: Bool { if case .message(.signal(.interrupt)) = self { true } else { false } }

  /// Whether it ends the program without a question.
  fileprivate var isTermination: Bool {
    switch self {
    case .message(.signal(.terminate)), .message(.signal(.hangup)): true
    default: false
    }
  }
}

extension Message {
  fileprivate var isInterrupt: Bool {
    switch self {
    case .key(let key): key == .control("c")
    case .signal(let signal): signal == .interrupt
    default: false
    }
  }
}

// MARK: - Mailbox

/// Passes values from any thread to the loop that waits for them.
///
/// The loop polls `descriptor`, which becomes readable when a value is posted.
final class Mailbox<Item: Sendable>: Sendable {
  /// The descriptor to poll for input.
  let descriptor: Int32
  private let writeEnd: Int32
  private let items = Mutex<[Item]>([])

  init() throws(SystemFailure) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemFailure(call: "pipe", code: errno) }
    descriptor = ends[0]
    writeEnd = ends[1]
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
  }

  deinit {
    close(descriptor)
    close(writeEnd)
  }

  /// Never blocks: only the first value after `drain` writes to the pipe, so the pipe cannot fill up.
  func post(_ item: Item) {
    let isFirst = items.withLock { items in
      items.append(item)
      return items.count == 1
    }
    guard isFirst else { return }
    var byte: UInt8 = 0
    while write(writeEnd, &byte, 1) < 0, errno == EINTR {}
  }

  /// Returns all values since the last call, in order.
  func drain() -> [Item] {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(descriptor, &bytes, bytes.count) > 0 {}
    return items.withLock { items in
      defer { items = [] }
      return items
    }
  }
}
