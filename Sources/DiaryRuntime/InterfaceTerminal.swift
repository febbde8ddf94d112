import Terminal
import TerminalCurses

/// The parts of a terminal that the event loop uses.
protocol InterfaceTerminal: AnyObject {
  /// Whether no input had arrived when it was last requested.
  var wasSilent: Bool { get }
  /// The size of a cell in pixels; `nil` if it is not known.
  var cellSize: Size? { get }
  /// Returns the keys, pastes, mouse events and answers since the last call.
  func pendingInputs() -> [TerminalInput]
  func draw(_ canvas: Canvas)
  /// Whether the same canvas has to be drawn again, because pictures are sent in parts.
  var isSending: Bool { get }
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
