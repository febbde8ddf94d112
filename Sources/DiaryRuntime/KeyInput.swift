import Glibc
import Terminal
import TerminalCurses

/// Reads keys, pastes and the mouse, and notices when no more can come.
final class KeyInput {
  /// A terminal that is gone may stay readable for ever without giving anything.
  private static let fruitlessReads = 200

  private var isReadable = false
  private var fruitless = 0
  private(set) var isClosed = false

  /// Notes what `poll` said of standard input.
  func note(readiness: Int16) {
    isReadable = readiness & Int16(POLLIN) != 0
    isClosed = readiness & Int16(POLLHUP | POLLERR | POLLNVAL) != 0
  }

  func inputs(from terminal: CursesTerminal) -> [TerminalInput] {
    let inputs = terminal.pendingInputs()
    fruitless = isReadable && terminal.wasSilent ? fruitless + 1 : 0
    if fruitless > Self.fruitlessReads { isClosed = true }
    return inputs
  }
}
