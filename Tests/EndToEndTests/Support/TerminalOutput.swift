import Foundation

/// What a program sent to a terminal, looked through for anything that a terminal would obey and the program does not
/// send by itself.
struct TerminalOutput {
  /// Final bytes of the sequences that curses, a shell and this program send.
  private static let finals = Set("ABCDGHJKLMPSTXZ@bdfghlmrtu".unicodeScalars)
  /// Control characters that they send.
  private static let controls: Set<Unicode.Scalar> = ["\u{7}", "\u{8}", "\t", "\n", "\r", "\u{E}", "\u{F}"]
  /// Second characters of their short sequences; those in brackets have a third.
  private static let short = Set("=>78MEDHc\\".unicodeScalars)
  private static let designating = Set("()*+".unicodeScalars)
  /// What the program asks the terminal at the start: its background, pictures and attributes.
  private static let queries = [
    "\u{1B}]11;?\u{1B}\\", "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\", "\u{1B}[c",
  ].map { Array($0.unicodeScalars) }

  /// What was found, with what stands around it.
  private(set) var findings: [String] = []
  private let scalars: [Unicode.Scalar]

  init(_ data: Data) {
    scalars = Array(String(decoding: data, as: UTF8.self).unicodeScalars)
    var index = 0
    while index < scalars.count { index = look(at: index) }
  }

  /// Returns where to go on.
  private mutating func look(at index: Int) -> Int {
    let scalar = scalars[index]
    if scalar == "\u{1B}" { return lookAtSequence(index) }
    switch scalar.properties.generalCategory {
    case .control where !Self.controls.contains(scalar): note("a control character", index)
    case .format where scalar != "\u{200D}": note("an invisible character", index)
    case .lineSeparator, .paragraphSeparator: note("a line end", index)
    default: break
    }
    return index + 1
  }

  private mutating func lookAtSequence(_ index: Int) -> Int {
    guard index + 1 < scalars.count else { return index + 1 }
    if let query = Self.queries.first(where: { scalars[index...].starts(with: $0) }) {
      return index + query.count
    }
    let second = scalars[index + 1]
    if Self.short.contains(second) { return index + 2 }
    if Self.designating.contains(second) { return index + 3 }
    guard second == "[" else {
      note("a sequence", index)
      return index + 2
    }
    let end = scalars[(index + 2)...].firstIndex { !(0x20...0x3F ~= $0.value) } ?? scalars.count - 1
    var parameters = String.UnicodeScalarView()
    parameters.append(contentsOf: scalars[(index + 2)..<end])
    let isOurs = Self.finals.contains(scalars[end]) && !String(parameters).contains(HostileText.mark)
    if !isOurs { note("a control sequence", index) }
    return end + 1
  }

  private mutating func note(_ what: String, _ index: Int) {
    let around = scalars[max(0, index - 8)..<min(scalars.count, index + 16)]
    findings.append("\(what): " + around.map { $0.escaped(asASCII: true) }.joined())
  }
}
