extension Key {
  /// The key as help and hints name it: `J`, `Ctrl-F`, `Shift-Up`, `PgDn`.
  package var label: String {
    var parts: [String] = []
    if modifiers.contains(.control) { parts.append("Ctrl") }
    if modifiers.contains(.alt) { parts.append("Alt") }
    if modifiers.contains(.shift) { parts.append("Shift") }
    return (parts + [code.label(isModified: modifiers.contains(.control))]).joined(separator: "-")
  }
}

extension Key {
  /// Reads a label, in any case unless it is a single letter; `nil` if there is no such key.
  package init?(label: String) {
    var modifiers: Modifiers = []
    var rest = label[...]
    let prefixes: [(String, Modifiers)] = [("ctrl-", .control), ("alt-", .alt), ("shift-", .shift)]
    while let prefix = prefixes.first(where: { rest.count > $0.0.count && rest.lowercased().hasPrefix($0.0) })
    {
      modifiers.insert(prefix.1)
      rest = rest.dropFirst(prefix.0.count)
    }
    if let code = Self.named[rest.lowercased()] {
      self = code == .tab && modifiers == .shift ? Key(.backTab) : Key(code, modifiers)
    } else if let character = rest.first, rest.count == 1, !modifiers.contains(.shift) {
      let isLetter = modifiers.contains(.control)
      self.init(.character(isLetter ? Character(character.lowercased()) : character), modifiers)
    } else {
      return nil
    }
  }

  private static let named: [String: Code] = {
    let codes: [Code] = [
      .character(" "), .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .insert, .delete,
      .backspace, .enter, .escape, .tab,
    ]
    let all = codes + (1...12).map { .function($0) }
    return all.reduce(into: [:]) { $0[Key($1).label.lowercased()] = $1 }
  }()
}

extension Key.Code {
  fileprivate func label(isModified: Bool) -> String {
    switch self {
    case .character(" "): "Space"
    case .character(let character): isModified ? character.uppercased() : String(character)
    case .up: "Up"
    case .down: "Down"
    case .left: "Left"
    case .right: "Right"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .insert: "Ins"
    case .delete: "Del"
    case .backspace: "Backspace"
    case .enter: "Enter"
    case .escape: "Esc"
    case .tab: "Tab"
    case .backTab: "Shift-Tab"
    case .function(let number): "F\(number)"
    }
  }
}
