import Glibc
import Terminal
import TerminalCurses

/// The parts of a terminal that the event loop uses.
protocol InterfaceTerminal: AnyObject {
  /// Whether no input had arrived when it was last requested.
  var wasSilent: Bool { get }
  /// Returns the keys, pastes and mouse events since the last call.
  func pendingInputs() -> [TerminalInput]
  func draw(_ canvas: Canvas)
  func redrawAll()
  /// Restores the terminal for a while.
  func suspend()
  func resume()
  /// Restores the terminal for good.
  func restore()
  /// Reads the size after it has changed.
  func updateSize() -> Size
}

extension CursesTerminal: InterfaceTerminal {}

/// Reads keys, pastes and mouse events, and detects the end of input.
final class KeyInput {
  /// The descriptor of a closed terminal can stay readable without returning data.
  private static let fruitlessReads = 200

  /// The descriptor to poll for input.
  let descriptor: Int32
  private var isReadable = false
  private var fruitless = 0
  private(set) var isClosed = false

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Records the events that `poll` returned for the descriptor.
  func note(readiness: Int16) {
    isReadable = readiness & Int16(POLLIN) != 0
    isClosed = readiness & Int16(POLLHUP | POLLERR | POLLNVAL) != 0
  }

  func inputs(from terminal: any InterfaceTerminal) -> [TerminalInput] {
    let inputs = terminal.pendingInputs()
    fruitless = isReadable && terminal.wasSilent ? fruitless + 1 : 0
    if fruitless > Self.fruitlessReads { isClosed = true }
    return inputs
  }
}
