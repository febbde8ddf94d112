/// What the mouse did, in cells.
package struct MouseEvent: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The first button went down; of a double click the second press counts 2.
    case press(clicks: Int)
    /// It moved with the first button down.
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

/// What a person does at a terminal.
package enum TerminalInput: Hashable, Sendable {
  case key(Key)
  case mouse(MouseEvent)
  case paste(Paste)
}
