import Terminal

// A pasted text is put where text is typed; nowhere is it taken for keys.
extension AppState {
  /// Far more than is typed into one line.
  private static let mostOnOneLine = 10_000

  mutating func receive(_ paste: Paste) -> [Effect] {
    guard takesText else { return refuse("Nothing was pasted. Open a text field first.") }
    guard case .text(let text) = paste else {
      return refuse("Nothing was pasted. The limit is 1 MB.")
    }
    if prompt == nil, screens[screen].textInput == .lines { return insert(text) }
    guard text.count <= Self.mostOnOneLine else {
      return refuse("Nothing was pasted. The text is too long for one line.")
    }
    return insert(text.onOneLine)
  }

  /// Whether something is being typed.
  private var takesText: Bool {
    if let prompt { return prompt.behavior.style.takesText && !prompt.isAwaitingAnswer }
    guard isReady else { return false }
    return screens[screen].textInput != .none
  }

  /// Says why nothing was taken, where it is seen.
  private mutating func refuse(_ reason: String) -> [Effect] {
    if prompt != nil { prompt?.refuse(reason) } else { notice = Notice(text: reason, kind: .problem) }
    return []
  }

  private mutating func insert(_ text: String) -> [Effect] {
    if prompt != nil { return insertInPrompt(text) }
    notice = nil
    screens[screen].insert(text)
    return []
  }
}

extension String {
  /// The lines with a blank between them, and none for those that are empty at its ends.
  fileprivate var onOneLine: String {
    let lines = split(separator: "\n", omittingEmptySubsequences: true)
    return lines.joined(separator: " ").replacing("\t", with: " ")
  }
}
