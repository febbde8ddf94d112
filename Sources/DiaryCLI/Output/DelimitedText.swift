import DiaryProcess
import Interchange
import Terminal

/// Lines of CSV or TSV, exactly as they are; on a terminal, control characters are replaced.
enum DelimitedText {
  /// Fields as exports write them.
  case csv
  /// Fields separated by tabs; in them, a tab, a line break and a backslash are `\t`, `\n`, `\r` and `\\`.
  case tsv

  /// Prints a line; `nil` is a field without a value.
  func write(_ fields: [String?], to console: Console) {
    var bytes: [UInt8] = []
    switch self {
    case .csv: CSVWriter.append(line: fields, to: &bytes)
    case .tsv: bytes += (fields.map { Self.escaped($0 ?? "") }.joined(separator: "\t") + "\n").utf8
    }
    guard console.isTerminal else { return console.write(raw: bytes) }
    // A tab stays one: it does no harm, and separates the fields.
    let parts = String(decoding: bytes.dropLast(), as: UTF8.self).split(
      separator: "\t", omittingEmptySubsequences: false)
    console.write(parts.map { String($0).safeForTerminal }.joined(separator: "\t") + "\n")
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\t": escaped += "\\t"
      case "\n": escaped += "\\n"
      case "\r": escaped += "\\r"
      case "\\": escaped += "\\\\"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
