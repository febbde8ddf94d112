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
  /// Returns whether the words of the diary decide what the text means, so that Enter waits until they have been read.
  func needsVocabulary(_ text: String, in context: ScreenContext) -> Bool
  /// Returns a text that means the same now that the words of the diary have been read; the text itself by default.
  func adapted(_ text: String, in context: ScreenContext) -> String
  /// Returns the field whose values complete the word; `nil` if they are part of the vocabulary, or none are needed.
  func fieldToRead(_ input: TextInput, _ vocabulary: FilterVocabulary) -> String?
}

extension CompletedPrompt {
  func advice(on input: TextInput) -> String? { nil }
  var usesVocabulary: Bool { false }
  func needsVocabulary(_ text: String, in context: ScreenContext) -> Bool { false }
  func adapted(_ text: String, in context: ScreenContext) -> String { text }
  func fieldToRead(_ input: TextInput, _ vocabulary: FilterVocabulary) -> String? { nil }

  func keyHints(for prompt: Prompt) -> [PromptHint] {
    [prompt.enterHint, PromptHint("Esc", "cancel"), prompt.completionHint]
  }

  func handle(
    _ key: Key, of prompt: inout Prompt, changing screen: inout Owner, in context: ScreenContext
  ) -> [Intent]? {
    switch key {
    case Key(.tab): complete(&prompt, by: 1, in: context)
    case Key(.backTab): complete(&prompt, by: -1, in: context)
    case Key(.enter) where needsVocabulary(prompt.input.text, in: context): awaitVocabulary(&prompt)
    default: press(key, changing: &screen, in: context)
    }
  }

  private func awaitVocabulary(_ prompt: inout Prompt) -> [Intent] {
    prompt.awaited = .vocabulary
    return [.loadVocabulary]
  }

  /// Replaces the word before the cursor with the next candidate, or waits until the candidates have been read.
  fileprivate func complete(_ prompt: inout Prompt, by step: Int, in context: ScreenContext) -> [Intent] {
    var completion = prompt.completion
    if completion?.isDone != false {
      if let reading = reading(for: prompt.input, context.promptMemory) {
        prompt.awaitedSteps += step
        return reading
      }
      completion = self.completion(of: prompt.input, in: context)
    }
    guard var completion else {
      prompt.refuse(advice(on: prompt.input) ?? "No matches.")
      return []
    }
    prompt.input = completion.next(by: step)
    prompt.completion = completion
    return [.followPrompt]
  }

  /// Returns what reads the words that complete the one before the cursor; `nil` if they have been read.
  private func reading(for input: TextInput, _ memory: PromptMemory) -> [Intent]? {
    guard usesVocabulary else { return nil }
    if memory.isVocabularyRequested { return [] }
    guard let vocabulary = memory.vocabulary, let field = fieldToRead(input, vocabulary),
      vocabulary.values[field] == nil
    else { return nil }
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

  /// Requests the values of a field, once.
  mutating func loadValues(of field: String) -> [Effect] {
    guard field != promptMemory.requestedField else { return [] }
    promptMemory.requestedField = field
    return [.loadValues(of: field)]
  }

  /// Stores the names and values of the diary, shows the result of a text that needs them, and completes the waiting word.
  mutating func storeVocabulary(_ vocabulary: Result<FilterVocabulary, StoreError>) -> [Effect] {
    promptMemory.isVocabularyRequested = false
    promptMemory.vocabulary = try? vocabulary.get()
    if case .failure(let error) = vocabulary { return refuseAwaited(error) + resumeEnter() }
    guard let prompt, let behavior = prompt.behavior as? any CompletedPrompt else { return resumeEnter() }
    let text = behavior.adapted(prompt.input.text, in: ScreenContext(self))
    if text != prompt.input.text { self.prompt?.input.set(text) }
    let shown = behavior.usesVocabulary && prompt.isTyped ? followPrompt() : []
    return shown + completeAwaited() + resumeEnter()
  }

  /// Says why the words could not be read, if Tab or Enter was pressed for them.
  private mutating func refuseAwaited(_ error: StoreError) -> [Effect] {
    guard let prompt, prompt.awaitedSteps != 0 || prompt.awaited == .vocabulary else { return [] }
    self.prompt?.awaitedSteps = 0
    if prompt.awaited == .vocabulary { self.prompt?.awaited = nil }
    self.prompt?.refuse("The diary cannot be read: " + ErrorText.reason(error) + ".")
    return []
  }

  /// Completes the word for each Tab that was pressed while the candidates were being read.
  mutating func completeAwaited() -> [Effect] {
    guard let prompt, prompt.awaitedSteps != 0, let behavior = prompt.behavior as? any CompletedPrompt else {
      return []
    }
    let steps = prompt.awaitedSteps
    self.prompt?.awaitedSteps = 0
    return (0..<abs(steps)).flatMap { _ in complete(by: steps.signum(), with: behavior) }
  }

  private mutating func complete(by step: Int, with behavior: any CompletedPrompt) -> [Effect] {
    guard var prompt else { return [] }
    let intents = behavior.complete(&prompt, by: step, in: ScreenContext(self))
    self.prompt = prompt
    return apply(intents)
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
