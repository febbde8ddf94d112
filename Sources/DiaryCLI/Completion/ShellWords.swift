import ArgumentParser
import DiaryStore
import Terminal

/// The command line up to the cursor, to be completed.
struct CompletionContext {
  private static let optionsWithValue = ["--store", "--caption"]

  /// All words up to the current one, unquoted.
  let all: [String]
  /// The current word up to the cursor, unquoted.
  let current: String

  init(_ words: [String], current: String) {
    all = words.map(ShellWords.unquoted)
    self.current = ShellWords.unquoted(current)
  }

  /// The path of `--store`; `nil` for the default diary.
  var store: String? {
    if let index = all.firstIndex(of: "--store"), index + 2 < all.count { return all[index + 1] }
    return all.last { $0.hasPrefix("--store=") }.map { String($0.dropFirst("--store=".count)) }
  }

  /// The words before the current one that are neither the program nor options.
  var positionals: [String] {
    let before = all.dropLast()
    return before.indices.dropFirst().filter { index in
      !before[index].hasPrefix("-") && !Self.optionsWithValue.contains(before[index - 1])
    }.map { before[$0] }
  }

  /// Whether a word before is `--`, after which nothing is an option.
  var isAfterTerminator: Bool { all.dropLast().contains("--") }
}

/// Words as the requesting shell passes and expects them.
enum ShellWords {
  /// Returns the candidates in the form that the requesting shell expects.
  ///
  /// - Parameter words: Texts from the diary, which may hold anything; those with control characters are left out.
  static func candidates(_ words: [String]) -> [String] {
    let words = words.filter { !$0.isEmpty && $0.safeForTerminal == $0 }
    guard CompletionShell.requesting == .zsh else { return words }
    // `_describe` takes what follows a colon for a description.
    return words.map { $0.replacing("\\", with: "\\\\").replacing(":", with: "\\:") }
  }

  /// A word without its quotation; the script for bash has removed it already.
  static func unquoted(_ word: String) -> String {
    guard CompletionShell.requesting == .zsh else { return word }
    var text = ""
    var mark: Character?
    var isEscaped = false
    for character in word {
      if isEscaped {
        text.append(character)
        isEscaped = false
      } else if character == "\\", mark != "'" {
        isEscaped = true
      } else if character == mark {
        mark = nil
      } else if mark == nil, character == "'" || character == "\"" {
        mark = character
      } else {
        text.append(character)
      }
    }
    return text
  }
}
