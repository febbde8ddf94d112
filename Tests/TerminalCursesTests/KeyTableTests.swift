import Terminal
import Testing

@testable import TerminalCurses

/// The numbers are those that ncurses documents in its header; they are part of its binary interface.
@Suite struct KeyTableTests {
  @Test(
    arguments: [
      (0o402, Key(.down)), (0o403, Key(.up)), (0o404, Key(.left)), (0o405, Key(.right)), (0o406, Key(.home)),
      (0o407, Key(.backspace)), (0o512, Key(.delete)), (0o513, Key(.insert)), (0o522, Key(.pageDown)),
      (0o523, Key(.pageUp)), (0o527, Key(.enter)), (0o541, Key(.backTab)), (0o550, Key(.end)),
      (0o520, Key(.down, .shift)), (0o521, Key(.up, .shift)), (0o611, Key(.left, .shift)),
      (0o622, Key(.right, .shift)),
    ] as [(Int32, Key)])
  func keyNumbersOfNcursesAreDecoded(number: Int32, key: Key) {
    #expect(KeyTable.key(number: number) == key)
  }

  @Test(
    arguments: [
      (1, Key(.function(1))), (12, Key(.function(12))), (13, Key(.function(1), .shift)),
      (24, Key(.function(12), .shift)), (25, Key(.function(1), .control)), (49, Key(.function(1), .alt)),
    ] as [(Int32, Key)])
  func functionKeysHaveTheirModifiers(number: Int32, key: Key) {
    #expect(KeyTable.key(number: 0o410 + number) == key)
  }

  @Test(arguments: [0o410, 0o410 + 61, 0o632, 0o633, 0o400, 99_999] as [Int32])
  func otherNumbersAreNotKeys(number: Int32) {
    #expect(KeyTable.key(number: number) == nil)
  }

  @Test(arguments: [
    ("kUP", Key(.up, .shift)), ("kDN", Key(.down, .shift)), ("kUP5", Key(.up, .control)),
    ("kLFT3", Key(.left, .alt)), ("kRIT6", Key(.right, [.shift, .control])), ("kDC5", Key(.delete, .control)),
    ("kNXT7", Key(.pageDown, [.alt, .control])), ("kpADD", .character("+")), ("kpSUB", .character("-")),
  ])
  func namesIncludeTheirModifiers(name: String, key: Key) {
    #expect(KeyTable.key(name: name) == key)
  }

  @Test(arguments: ["", "kxIN", "kUPX", "kpZRO"])
  func unknownNamesAreNotKeys(name: String) {
    #expect(KeyTable.key(name: name) == nil)
  }
}
