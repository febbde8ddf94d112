import Foundation

/// A question on the terminal that only y or yes agrees to.
enum Confirmation {
  /// Whether somebody is there to answer.
  static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && Console.standardError.isTerminal }

  static func ask(_ question: String) -> Bool {
    let console = Console.standardError
    console.sentence(question)
    console.write("[y/N] ")
    console.flush()
    return ["y", "yes"].contains((readLine() ?? "").lowercased())
  }
}
