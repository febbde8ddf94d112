/// The last messages of the status line.
struct MessageHistory: Hashable, Sendable {
  private static let maxCount = 50

  /// The message in the status line until the next key; `nil` if there is none.
  var current: Notice? { didSet { if let current { note(current, after: oldValue) } } }
  /// The part of a long status that is shown in words; counts on beyond the last part, after which comes the first.
  var statusPart = 0
  /// The messages, the last one at the end.
  private(set) var notices: [Notice] = []
  /// How many messages there have been, also those that are no longer kept.
  private(set) var count = 0

  /// Adds a message.
  ///
  /// - Parameter previous: The message that it replaces; `nil` if there was none. A message to which something was
  ///   appended takes the place of its beginning.
  private mutating func note(_ notice: Notice, after previous: Notice?) {
    if let previous, previous != notice, notices.last == previous, notice.text.hasPrefix(previous.text) {
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
