import Foundation
import Terminal

/// What was typed into prompts of one kind since the program began, to be typed again.
struct PromptHistory: Hashable, Sendable {
  private static let most = 100

  /// The newest last, none twice.
  private var entries: [String] = []

  var isEmpty: Bool { entries.isEmpty }

  mutating func note(_ text: String) {
    guard text.contains(where: { !$0.isWhitespace }) else { return }
    entries.removeAll { $0 == text }
    entries = (entries + [text]).suffix(Self.most)
  }

  /// The entry so many steps back, the newest being the first.
  subscript(steps: Int) -> String? {
    let index = entries.count - steps
    return entries.indices.contains(index) ? entries[index] : nil
  }

  /// How far back a prompt shows what was typed before.
  struct Recall: Hashable, Sendable {
    var steps = 0
    /// What it goes forward to at last.
    let typed: String
  }
}

extension AppState {
  private func history(of purpose: Prompt.Purpose) -> PromptHistory? {
    switch purpose {
    case .search: searches
    case .filter: filters
    default: nil
    }
  }

  /// Whether the arrows lead to earlier entries; amid a search that is being typed they lead through what it shows.
  func recallsEntries(_ prompt: Prompt) -> Bool {
    history(of: prompt.purpose)?.isEmpty == false && !(prompt.isSearch && prompt.isTyped)
  }

  /// Puts an earlier entry in the place of what is typed, or a later one, or what was typed before.
  mutating func recall(by step: Int) -> [Effect] {
    guard var prompt, let history = history(of: prompt.purpose) else { return [] }
    var recall = prompt.recall ?? PromptHistory.Recall(typed: prompt.input.text)
    var text: String
    repeat {
      recall.steps += step
      guard let entry = recall.steps == 0 ? recall.typed : history[recall.steps] else { return [] }
      text = entry
      // What is kept at the moment is the newest entry as well.
    } while text.trimmingCharacters(in: .whitespaces)
      == prompt.input.text.trimmingCharacters(in: .whitespaces)
    prompt.recall = recall
    prompt.beginAnew()
    prompt.input.set(text)
    self.prompt = prompt
    return followPrompt(prompt)
  }
}
