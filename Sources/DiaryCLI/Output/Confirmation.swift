import DiaryProcess
import Foundation

/// A question on the terminal that only y or yes agrees to: Enter, and anything else, changes nothing.
enum Confirmation {
  enum Answer {
    case yes, no
    /// What the question offers besides.
    case other
  }

  /// Whether somebody is there to answer.
  static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && Console.standardError.isTerminal }

  static func ask(_ question: String) -> Bool { answer(question, other: nil) == .yes }

  /// - Parameter other: A letter that the question offers besides y and n, lower case; `nil` for none.
  static func answer(_ question: String, other: Character?) -> Answer {
    let console = Console.standardError
    console.question(question + (other.map { " [y/N/\($0)]" } ?? " [y/N]"))
    console.flush()
    switch (readLine() ?? "").trimmingCharacters(in: .whitespaces).lowercased() {
    case "y", "yes": return .yes
    case let letter where letter == other.map({ String($0) }): return .other
    default: return .no
    }
  }
}
