/// A mouse event, in cells.
package struct MouseEvent: Hashable, Sendable {
  /// What the mouse did.
  package enum Kind: Hashable, Sendable {
    /// The first button was pressed; the second press of a double click has the count 2.
    case press(clicks: Int)
    /// The mouse moved with the first button down.
    case drag
    /// A button was released, whichever it was.
    case release
    /// The wheel was turned by one step.
    case wheelUp, wheelDown
  }

  /// What the mouse did.
  package var kind: Kind
  /// The cell under the pointer.
  package var point: Point

  package init(_ kind: Kind, at point: Point) {
    self.kind = kind
    self.point = point
  }
}

/// An input from the user, or an answer of the terminal.
package enum TerminalInput: Hashable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// The mouse was used; only if the terminal was asked to report that.
  case mouse(MouseEvent)
  /// Text was pasted, which is one input however long it is.
  case paste(Paste)
  /// The terminal answered a question about itself.
  case reply(TerminalReply)
}
