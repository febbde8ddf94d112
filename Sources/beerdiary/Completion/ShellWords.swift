import ArgumentParser
import DiaryStore
import Terminal

/// Candidates as the shell that asks for them has to get them to take each for what it is.
enum ShellWords {
  /// What bash leaves as it is in a list of words.
  private static let plain = Set("_./,@%+=")

  /// - Parameter words: Texts from the diary, which may hold anything; those with control characters are left out.
  static func candidates(_ words: [String]) -> [String] {
    let words = words.filter { !$0.isEmpty && $0.safeForTerminal == $0 }
    switch CompletionShell.requesting {
    // The script hands them to `compgen -W`, which expands each: a name such as $(reboot) would be run.
    case .bash?: return words.map(forBash)
    // `_describe` takes what is behind a colon for a description.
    case .zsh?: return words.map { $0.replacing("\\", with: "\\\\").replacing(":", with: "\\:") }
    default: return words
    }
  }

  /// A value behind a colon, in quotation marks where the filter wants them.
  ///
  /// Bash compares with what is typed as if it had none, so a candidate with them would never be offered: there the
  /// filter takes the words behind the first for words of any text.
  static func filterValue(_ value: String) -> String {
    CompletionShell.requesting == .bash ? value : FilterText.value(value)
  }

  private static func forBash(_ word: String) -> String {
    word.reduce(into: "") { text, character in
      let isPlain =
        !character.isASCII || character.isLetter || character.isNumber || plain.contains(character)
      text += isPlain ? String(character) : "\\\(character)"
    }
  }
}
