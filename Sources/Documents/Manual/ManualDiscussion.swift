/// The longer text of a command's help: paragraphs, headings in capitals with a colon, and indented lines.
struct ManualDiscussion {
  private let lines: [Substring]

  init(_ text: String) { lines = text.split(separator: "\n", omittingEmptySubsequences: false) }

  func write(to page: inout Roff) {
    var isVerbatim = false
    var startsParagraph = true
    for line in lines {
      let isIndented = line.hasPrefix(" ")
      // Indented lines are printed verbatim.
      if isIndented != isVerbatim { page.macro(isIndented ? "EX" : "EE") }
      isVerbatim = isIndented
      if line.isEmpty {
        startsParagraph = true
      } else if isHeading(line) {
        page.macro("SH", String(line.dropLast()))
        startsParagraph = false
      } else {
        if startsParagraph, !isIndented { page.macro("PP") }
        startsParagraph = false
        page.line(String(line))
      }
    }
    if isVerbatim { page.macro("EE") }
  }

  private func isHeading(_ line: Substring) -> Bool {
    line.hasSuffix(":") && line.dropLast().allSatisfy { $0.isUppercase || $0 == " " }
  }
}
