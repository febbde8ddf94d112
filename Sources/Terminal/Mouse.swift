/// A mouse event, in cells.
package struct MouseEvent: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The first button was pressed; the second press of a double click has the count 2.
    case press(clicks: Int)
    /// The mouse moved with the first button down.
    case drag
    case release
    case wheelUp, wheelDown
  }

  package var kind: Kind
  package var point: Point

  package init(_ kind: Kind, at point: Point) {
    self.kind = kind
    self.point = point
  }
}

/// An input from the user, or an answer of the terminal.
package enum TerminalInput: Hashable, Sendable {
  case key(Key)
  case mouse(MouseEvent)
  case paste(Paste)
  case reply(TerminalReply)
}
