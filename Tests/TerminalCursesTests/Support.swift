import Terminal

@testable import TerminalCurses

/// The bytes of a text as they arrive from the terminal.
func events(_ text: String) -> [InputEvent] { text.utf8.map(InputEvent.byte) }

/// What a text means that arrives at the start.
func inputs(_ text: String) -> [TerminalInput] {
  var decoder = KeyDecoder()
  return decoder.inputs(for: events(text))
}
