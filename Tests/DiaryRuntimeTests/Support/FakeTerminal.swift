import DiaryModel
import DiaryStore
import DiaryUI
import Dispatch
import Foundation
import Terminal

@testable import DiaryRuntime

/// A terminal whose user types when something is seen on it.
///
/// The event loop waits for a pipe as for a real terminal. If nothing is drawn for a long time, the pipe is closed, which
/// ends the loop as a terminal that went away.
final class FakeTerminal: InterfaceTerminal {
  /// What the user waits for, and what they do then.
  struct Step {
    /// What is waited for, for the message of a test that fails.
    let awaited: String
    let isSeen: (String) -> Bool
    let action: (FakeTerminal) -> Void

    init(
      when isSeen: @escaping (String) -> Bool, awaiting awaited: String = "a screen",
      _ action: @escaping (FakeTerminal) -> Void
    ) {
      self.awaited = awaited
      self.isSeen = isSeen
      self.action = action
    }

    init(seen text: String, _ action: @escaping (FakeTerminal) -> Void) {
      self.init(when: { $0.contains(text) }, awaiting: "“\(text)”", action)
    }

    /// Types keys, all of them before the loop looks.
    static func typing(_ keys: Key..., when seen: String) -> Step {
      Step(seen: seen) { terminal in terminal.type(keys.map { .key($0) }) }
    }
  }

  /// How long nothing is drawn before the terminal goes away: longer than a busy machine needs; see `Gate`.
  private static let patience = DispatchTimeInterval.seconds(600)

  /// What happened, in order.
  private(set) var events: [String] = []
  /// All that was drawn, as text.
  private(set) var screens: [String] = []
  private(set) var wasSilent = true
  var size = Size(width: 80, height: 24)
  var cellSize: Size?
  /// How often the screen has to be drawn until all pictures have been sent.
  var partsToSend = 0
  var isSending: Bool { partsToSend > 0 }

  private var steps: [Step]
  private var inputs: [TerminalInput] = []
  private let pipe = Pipe()
  private let progress = DispatchSemaphore(value: 0)

  init(_ steps: Step...) { self.steps = steps }

  /// What the loop polls.
  var descriptor: Int32 { pipe.fileHandleForReading.fileDescriptor }

  /// What the user still waits for; `nil` if they have done everything.
  var awaited: String? { steps.first?.awaited }

  func type(_ typed: [TerminalInput]) {
    inputs += typed
    wake()
  }

  /// Makes the descriptor readable; what was written is never read, so it stays so until `pendingInputs`.
  func wake() { write("\0") }

  /// Writes what another reader of the terminal gets.
  func write(_ text: String) { pipe.fileHandleForWriting.write(Data(text.utf8)) }

  /// Ends input as a terminal that goes away.
  func hangUp() { try? pipe.fileHandleForWriting.close() }

  /// Closes the pipe if nothing is drawn for a long time.
  func watch() {
    let progress = progress
    let end = pipe.fileHandleForWriting
    Thread.detachNewThread {
      while progress.wait(timeout: .now() + Self.patience) == .success {}
      try? end.close()
    }
  }

  func pendingInputs() -> [TerminalInput] {
    wasSilent = inputs.isEmpty
    if !wasSilent { _ = pipe.fileHandleForReading.availableData }
    defer { inputs = [] }
    return inputs
  }

  func draw(_ canvas: Canvas) {
    progress.signal()
    partsToSend = max(0, partsToSend - 1)
    let text = canvas.text
    screens.append(text)
    guard let step = steps.first, step.isSeen(text) else { return }
    steps.removeFirst()
    step.action(self)
  }

  func note(_ event: String) { events.append(event) }

  func redrawAll() { events.append("redraw") }
  func suspend() { events.append("suspend") }
  func resume() { events.append("resume") }
  func restore() { events.append("restore") }

  func updateSize() -> Size {
    events.append("size")
    return size
  }
}
