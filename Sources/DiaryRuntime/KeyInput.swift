import Glibc
import Terminal
import TerminalCurses

/// What the event loop uses of a terminal.
protocol InterfaceTerminal: AnyObject {
  /// Whether nothing had arrived when inputs were last asked for.
  var wasSilent: Bool { get }
  /// All that was pressed, pasted or done with the mouse since the last call.
  func pendingInputs() -> [TerminalInput]
  func draw(_ canvas: Canvas)
  func redrawAll()
  /// Gives the terminal back for a while.
  func suspend()
  func resume()
  /// Gives the terminal back for good.
  func restore()
  /// Asks for the size after it has changed.
  func updateSize() -> Size
}

extension CursesTerminal: InterfaceTerminal {}

/// Reads keys, pastes and the mouse, and notices when no more can come.
final class KeyInput {
  /// A terminal that is gone may stay readable for ever without giving anything.
  private static let fruitlessReads = 200

  /// To be polled for input.
  let descriptor: Int32
  private var isReadable = false
  private var fruitless = 0
  private(set) var isClosed = false

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Notes what `poll` said of the descriptor.
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
