import Terminal

// Pasted text goes into text fields and is never taken for keys.
extension AppState {
  /// Far more than anyone types into one line.
  private static let maxLineLength = 10_000

  mutating func handlePaste(_ paste: Paste) -> [Effect] {
    guard takesText else { return refuse("Nothing was pasted. Open a text field first.") }
    guard case .text(let text) = paste else {
      return refuse("Nothing was pasted. The limit is 1 MB.")
    }
    if prompt == nil, screens[screen].textInput == .lines { return insert(text) }
    guard text.count <= Self.maxLineLength else {
      return refuse("Nothing was pasted. The text is too long for one line.")
    }
    return insert(text.onOneLine)
  }

  /// Whether the user is typing text.
  private var takesText: Bool {
    if let prompt { return prompt.behavior.style.takesText && !prompt.keepsKeys }
    guard isReady else { return false }
    return screens[screen].textInput != .none
  }

  /// Shows why nothing was pasted, and closes a prompt that would submit what was typed before it.
  private mutating func refuse(_ reason: String) -> [Effect] {
    if prompt?.behavior.submitsWhenQuiet == true { prompt = nil }
    if prompt != nil { prompt?.refuse(reason) } else { notice = Notice(text: reason, kind: .problem) }
    // The keys before it may open what it was meant for, and would remove the message.
    if let last = typeAhead.keys.indices.last { typeAhead.keys[last].remark = reason }
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
  /// The nonempty lines, joined by spaces.
  var onOneLine: String {
    let lines = split(separator: "\n", omittingEmptySubsequences: true)
    return lines.joined(separator: " ").replacing("\t", with: " ")
  }
}
