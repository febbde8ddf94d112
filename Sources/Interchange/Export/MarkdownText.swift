/// A line of text as Markdown, which shows it as it was written: with a backslash before what Markdown would take for a
/// mark, and only there.
///
/// The text may be anywhere on a line, also in a heading or in the description of a picture.
///
/// Source: CommonMark 0.31.2; GitHub Flavored Markdown for tables and strikethrough.
struct MarkdownText {
  private let scalars: [Unicode.Scalar]

  /// Leaves out control characters, and leading blanks, which could make a line code.
  init(_ text: String) {
    let visible = text.unicodeScalars.filter { $0.properties.generalCategory != .control || $0 == "\t" }
    scalars = Array(visible.drop(while: Self.isBlank))
  }

  /// The text with its backslashes.
  var escaped: String {
    let marks = [blockMark, closingMark]
    var result = String.UnicodeScalarView()
    for index in scalars.indices {
      if marks.contains(index) || isInlineMark(index) { result.append("\\") }
      result.append(scalars[index])
    }
    return String(result)
  }

  // MARK: - Blocks

  /// The index of the scalar that would make the text a heading, a quotation, a list, a line or the underline of a
  /// heading; `nil` if it is none.
  private var blockMark: Int? {
    guard let first = scalars.first else { return nil }
    let isMark =
      switch first {
      case ">": true
      case "#": isEndOfMark(scalars.prefix { $0 == "#" }.count)
      case "+": isEndOfMark(1)
      case "-": isEndOfMark(1) || scalars.allSatisfy(Self.isUnderline)
      case "=", ":": scalars.allSatisfy(Self.isUnderline)
      default: false
      }
    return isMark ? 0 : numberMark
  }

  /// The index of the `.` or `)` that would make the text an item of a numbered list; `nil` if there is none.
  private var numberMark: Int? {
    let end = scalars.prefix { "0"..."9" ~= $0 }.count
    guard end > 0, end < scalars.count, scalars[end] == "." || scalars[end] == ")", isEndOfMark(end + 1)
    else { return nil }
    return end
  }

  /// Whether the text ends at an index, or has a blank there.
  private func isEndOfMark(_ index: Int) -> Bool { index == scalars.count || Self.isBlank(scalars[index]) }

  /// The index of the first `#` at the end that a heading would leave out; `nil` if there is none.
  private var closingMark: Int? {
    let end = scalars.count - scalars.reversed().prefix(while: Self.isBlank).count
    let start = end - scalars[..<end].reversed().prefix { $0 == "#" }.count
    return start < end && (start == 0 || Self.isBlank(scalars[start - 1])) ? start : nil
  }

  // MARK: - Marks within a line

  /// Whether a scalar could begin or end code, emphasis, a link, HTML, a character reference or a cell of a table, or
  /// escape the next one.
  private func isInlineMark(_ index: Int) -> Bool {
    let previous = index == 0 ? nil : scalars[index - 1]
    let next = index + 1 == scalars.count ? nil : scalars[index + 1]
    // What the text follows and precedes on the line is not known.
    let isApart = previous.map(Self.isSpace) == true && next.map(Self.isSpace) == true
    switch scalars[index] {
    case "`", "[", "]", "|": return true
    case "*": return !isApart
    case "_": return !isApart && !(previous.map(Self.isWord) == true && next.map(Self.isWord) == true)
    // It ends what is struck through only after something else.
    case "~": return next == "~" || previous.map(Self.isSpace) == false
    case "\\": return next.map(Self.isPunctuation) ?? true
    case "<": return next.map { Self.isASCIILetter($0) || $0 == "/" || $0 == "!" || $0 == "?" } ?? false
    case "&": return beginsCharacterReference(index)
    default: return false
    }
  }

  /// Returns whether something like `&amp;` or `&#233;` begins at an index.
  private func beginsCharacterReference(_ index: Int) -> Bool {
    var rest = scalars[(index + 1)...]
    if rest.first == "#" { rest.removeFirst() }
    let name = rest.prefix { Self.isASCIILetter($0) || "0"..."9" ~= $0 }
    return !name.isEmpty && name.endIndex < scalars.count && scalars[name.endIndex] == ";"
  }

  // MARK: - Kinds of scalars

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }

  /// Whether a line of only these underlines a heading or a table, or is a line itself.
  private static func isUnderline(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "-" || scalar == "=" || scalar == ":" || isBlank(scalar)
  }

  private static func isASCIILetter(_ scalar: Unicode.Scalar) -> Bool {
    "a"..."z" ~= scalar || "A"..."Z" ~= scalar
  }

  /// Whether a scalar is a letter or a digit, between which `_` is not a mark.
  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }

  /// Whether a scalar can be escaped.
  private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
    33...47 ~= scalar.value || 58...64 ~= scalar.value || 91...96 ~= scalar.value || 123...126 ~= scalar.value
  }
}
