import CNcurses
package import Terminal

/// The real terminal: the only place that calls ncurses. Used by one thread, the interface's.
package final class CursesTerminal {
  package enum Failure: Error {
    /// Standard input or output is no terminal, or its type is unknown.
    case unavailable(reason: String)
  }

  /// Takes the terminal over.
  package init() throws(Failure) {
  }

  package var size: Size { Size(width: 80, height: 24) }

  /// All keys that have been pressed and not read yet. Never waits.
  package func pendingKeys() -> [Key] { [] }

  /// Shows a canvas; only what changed since the last one is sent.
  package func draw(_ canvas: Canvas) {}

  /// Gives the terminal back as it was found. Calling it again does nothing.
  package func restore() {}
}
