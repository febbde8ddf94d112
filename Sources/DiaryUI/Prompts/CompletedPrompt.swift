import DiaryStore
import SQLiteKit
import Terminal

/// A prompt for words that Tab completes.
protocol CompletedPrompt: PromptBehavior {
  /// Returns the completions of the word before the cursor; `nil` if there are none.
  func completion(of input: TextInput, in context: ScreenContext) -> WordCompletion?
  /// Returns what can be typed if nothing completes the word; `nil` if there is no advice.
  func advice(on input: TextInput) -> String?

  /// Whether the words come from the diary and have to be read first.
  var usesVocabulary: Bool { get }
  /// Returns the field whose values complete the word; `nil` if they are part of the vocabulary, or none are needed.
  func fieldToRead(_ input: TextInput, _ vocabulary: FilterVocabulary) -> String?
}

extension CompletedPrompt {
  func advice(on input: TextInput) -> String? { nil }
  var usesVocabulary: Bool { false }
  func fieldToRead(_ input: TextInput, _ vocabulary: FilterVocabulary) -> String? { nil }

  func keyHints(for prompt: Prompt) -> [PromptHint] {
    [PromptHint("Enter", "done"), PromptHint("Esc", "cancel"), prompt.completionHint]
  }

  func handle(_ key: Key, in state: inout AppState) -> [Effect]? {
    switch key {
    case Key(.tab): complete(by: 1, in: &state)
    case Key(.backTab): complete(by: -1, in: &state)
    default: press(key, in: &state)
    }
  }

  /// Replaces the word before the cursor with the next candidate, or waits until the candidates have been read.
  fileprivate func complete(by step: Int, in state: inout AppState) -> [Effect] {
    guard let prompt = state.prompt else { return [] }
    var completion = prompt.completion
    if completion?.isDone != false {
      if isAwaitingWords(prompt.input, in: state) {
        state.prompt?.awaitedSteps += step
        return readValues(for: prompt.input, in: &state)
      }
      completion = self.completion(of: prompt.input, in: ScreenContext(state))
    }
    guard var completion else {
      state.prompt?.refuse(advice(on: prompt.input) ?? "No matches.")
      return []
    }
    state.prompt?.input = completion.next(by: step)
    state.prompt?.completion = completion
    return state.followPrompt()
  }

  private func isAwaitingWords(_ input: TextInput, in state: AppState) -> Bool {
    guard usesVocabulary else { return false }
    guard let vocabulary = state.promptMemory.vocabulary, !state.promptMemory.isVocabularyRequested else {
      return state.promptMemory.isVocabularyRequested
    }
    return fieldToRead(input, vocabulary).map { vocabulary.values[$0] == nil } ?? false
  }

  /// Requests the values of the field, once.
  private func readValues(for input: TextInput, in state: inout AppState) -> [Effect] {
    guard !state.promptMemory.isVocabularyRequested,
      let field = state.promptMemory.vocabulary.flatMap({ fieldToRead(input, $0) }),
      field != state.promptMemory.requestedField
    else { return [] }
    state.promptMemory.requestedField = field
    return [.loadValues(of: field)]
  }
}

extension AppState {
  /// Requests the words that complete names and values, unless they have been requested.
  mutating func loadVocabulary() -> [Effect] {
    guard !promptMemory.isVocabularyRequested else { return [] }
    promptMemory.isVocabularyRequested = true
    return [.loadVocabulary]
  }

  /// Stores the names and values of the diary, shows the result of a text that needs them, and completes the waiting word.
  mutating func storeVocabulary(_ vocabulary: Result<FilterVocabulary, StoreError>) -> [Effect] {
    promptMemory.isVocabularyRequested = false
    promptMemory.vocabulary = try? vocabulary.get()
    if case .failure(let error) = vocabulary { return refuseAwaited(error) + takeAwaitedChoice() }
    let usesVocabulary = (prompt?.behavior as? any CompletedPrompt)?.usesVocabulary == true
    let shown = usesVocabulary && prompt?.isTyped == true ? followPrompt() : []
    return shown + completeAwaited() + takeAwaitedChoice()
  }

  /// Says why the candidates of the waiting word could not be read, if a word is waiting.
  private mutating func refuseAwaited(_ error: StoreError) -> [Effect] {
    guard let prompt, prompt.awaitedSteps != 0 else { return [] }
    self.prompt?.awaitedSteps = 0
    self.prompt?.refuse("The values cannot be read: " + ErrorText.reason(error) + ".")
    return []
  }

  /// Completes the word for each Tab that was pressed while the candidates were being read.
  mutating func completeAwaited() -> [Effect] {
    guard let prompt, prompt.awaitedSteps != 0, let behavior = prompt.behavior as? any CompletedPrompt else {
      return []
    }
    let steps = prompt.awaitedSteps
    self.prompt?.awaitedSteps = 0
    return (0..<abs(steps)).flatMap { _ in behavior.complete(by: steps.signum(), in: &self) }
  }

  /// Stores the values of a field and completes the waiting word.
  mutating func storeValues(_ values: Result<[String], StoreError>, of field: String) -> [Effect] {
    promptMemory.requestedField = nil
    switch values {
    case .success(let values):
      promptMemory.vocabulary?.values[field] = values
      return completeAwaited()
    case .failure(let error): return refuseAwaited(error)
    }
  }
}
