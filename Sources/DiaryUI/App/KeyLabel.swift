package import Terminal

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
