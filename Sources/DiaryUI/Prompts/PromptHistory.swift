import Foundation
import Terminal

/// What was typed into prompts of one kind since the program started, to be recalled.
struct PromptHistory: Hashable, Sendable {
  private static let maxCount = 100

  /// Without duplicates, the newest last.
  private var entries: [String] = []

  var isEmpty: Bool { entries.isEmpty }

  mutating func note(_ text: String) {
    guard text.contains(where: { !$0.isWhitespace }) else { return }
    entries.removeAll { $0 == text }
    entries = (entries + [text]).suffix(Self.maxCount)
  }

  /// The entry so many steps back, the newest being the first.
  subscript(steps: Int) -> String? {
    let index = entries.count - steps
    return entries.indices.contains(index) ? entries[index] : nil
  }

  /// How far back a prompt shows what was typed before.
  struct Recall: Hashable, Sendable {
    var steps = 0
    /// What was typed before the first step, which follows the newest entry.
    let typed: String
  }
}

extension ScreenContext {
  /// Whether Up and Down recall earlier entries; in a search that is being typed they move in its result.
  func recallsEntries(_ prompt: Prompt) -> Bool {
    prompt.behavior.history(in: self)?.isEmpty == false && !(prompt.isSearch && prompt.isTyped)
  }
}

extension AppState {
  /// Replaces what is typed with an earlier entry, or a later one, or what was typed before.
  mutating func recall(by step: Int) -> [Effect] {
    guard var prompt, let history = prompt.behavior.history(in: ScreenContext(self)) else { return [] }
    var recall = prompt.recall ?? PromptHistory.Recall(typed: prompt.input.text)
    var text: String
    repeat {
      recall.steps += step
      guard let entry = recall.steps == 0 ? recall.typed : history[recall.steps] else { return [] }
      text = entry
      // What the list shows now is the newest entry as well.
    } while text.trimmingCharacters(in: .whitespaces)
      == prompt.input.text.trimmingCharacters(in: .whitespaces)
    prompt.recall = recall
    prompt.clearFeedback()
    prompt.input.set(text)
    self.prompt = prompt
    return followPrompt()
  }
}
