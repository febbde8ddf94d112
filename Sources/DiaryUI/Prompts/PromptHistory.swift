import Foundation
import Terminal

/// The texts entered in prompts of one kind since the program started.
struct PromptHistory: Hashable, Sendable {
  /// The name of a history, which prompts may share.
  struct ID: Hashable, Sendable, ExpressibleByStringLiteral {
    private let name: String

    init(stringLiteral name: String) { self.name = name }
  }

  private static let maxCount = 100

  /// The entries without duplicates, the newest last.
  private var entries: [String] = []

  var isEmpty: Bool { entries.isEmpty }

  mutating func note(_ text: String) {
    guard text.contains(where: { !$0.isWhitespace }) else { return }
    entries.removeAll { $0 == text }
    entries = (entries + [text]).suffix(Self.maxCount)
  }

  /// The entry `steps` steps back, counted from 1 for the newest; `nil` if there is none.
  subscript(steps: Int) -> String? {
    let index = entries.count - steps
    return entries.indices.contains(index) ? entries[index] : nil
  }

  /// The position of a prompt in the history.
  struct Recall: Hashable, Sendable {
    var steps = 0
    /// The text before the first step; it follows the newest entry.
    let typed: String
  }
}

extension ScreenContext {
  /// Returns a history, which is empty until something is entered; an empty one for a prompt without a history.
  func history(_ id: PromptHistory.ID?) -> PromptHistory {
    id.flatMap { promptMemory.histories[$0] } ?? PromptHistory()
  }

  /// Whether Up and Down recall earlier entries; in a search with typed text they move in its result.
  func recallsEntries(_ prompt: Prompt) -> Bool {
    !history(prompt.behavior.history).isEmpty && !(prompt.isSearch && prompt.isTyped)
  }
}

extension AppState {
  /// Replaces the text with an earlier or later entry, or with the text that was typed before.
  mutating func recall(by step: Int) -> [Effect] {
    guard var prompt else { return [] }
    let history = ScreenContext(self).history(prompt.behavior.history)
    var recall = prompt.recall ?? PromptHistory.Recall(typed: prompt.input.text)
    var text: String
    repeat {
      recall.steps += step
      guard let entry = recall.steps == 0 ? recall.typed : history[recall.steps] else { return [] }
      text = entry
      // The newest entry can equal the present text.
    } while text.trimmingCharacters(in: .whitespaces)
      == prompt.input.text.trimmingCharacters(in: .whitespaces)
    prompt.recall = recall
    prompt.clearFeedback()
    prompt.input.set(text)
    self.prompt = prompt
    return followPrompt()
  }
}
