/// The last messages of the status line, and how far they were read in words.
struct MessageHistory: Hashable, Sendable {
  private static let maxCount = 50

  /// The message in the status line until the next key; `nil` if there is none.
  var current: Notice? {
    didSet {
      guard let current else { return }
      // What is appended is read after the part that is read now.
      if oldValue.map({ current.text.hasPrefix($0.text) }) != true { part = 0 }
      note(current, after: oldValue)
    }
  }
  /// The part of the message that is read in words or, if there is no message, the part of a long line that is shown;
  /// counts on beyond the last part of a line, after which comes the first.
  var part = 0
  /// The selection that was read last, on its own or at the end of a message; `nil` until there is one.
  var announcedSelection: AnnouncedSelection?
  /// The screen that was just opened, whose name is read before its status in words; `nil` after the next key.
  var openedScreen: ScreenKind?
  /// The messages, the last one at the end.
  private(set) var notices: [Notice] = []
  /// How many messages there have been, also those that are no longer kept.
  private(set) var count = 0

  /// Begins the line of what the next key shows at its first part, without the name of its screen.
  mutating func endReading() {
    part = 0
    openedScreen = nil
  }

  /// Adds a message.
  ///
  /// - Parameter previous: The message that it replaces; `nil` if there was none. A message to which something was
  ///   added takes the place of what it was before.
  private mutating func note(_ notice: Notice, after previous: Notice?) {
    if let previous, previous != notice, notices.last == previous,
      notice.text.hasPrefix(previous.text) || notice.text.hasSuffix(previous.text)
    {
      notices.removeLast()
      count -= 1
    }
    if notices.last == notice { return }
    add(notice)
  }

  /// Adds a message that was shown in another way.
  mutating func add(_ notice: Notice) {
    notices.append(notice)
    count += 1
    if notices.count > Self.maxCount { notices.removeFirst() }
  }
}

/// A selection that a screen reader has read.
struct AnnouncedSelection: Hashable, Sendable {
  let screen: ScreenKind
  /// That of the ``Selection``.
  let id: String
}
