/// A prompt for the name of a saved mapping, which Tab completes.
protocol MappingNamePrompt: CompletedPrompt where Owner == ImportScreen {
  /// The names of the saved mappings, in the order in which they were saved.
  var names: [String] { get }
}

extension MappingNamePrompt {
  func completion(of input: TextInput, in context: ScreenContext) -> WordCompletion? {
    WordCompletion(input, among: names)
  }

  func isReady(in context: ScreenContext) -> Bool { owner(in: context).canReread }
}
