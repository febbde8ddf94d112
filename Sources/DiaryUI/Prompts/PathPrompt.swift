import DiaryText
import Telemetry
import Terminal

/// A prompt for a path, which Tab completes with the names in its folder.
protocol PathPrompt: PromptBehavior {
  /// Whether the answer is a folder; otherwise Enter lists a folder, to choose a file in it.
  var choosesFolder: Bool { get }
  /// The kinds of errors that another path may solve.
  var correctableErrors: Set<ErrorKind> { get }
}

extension PathPrompt {
  var choosesFolder: Bool { false }
  var correctableErrors: Set<ErrorKind> { [.noInput, .permission] }

  func keyHints(for prompt: Prompt) -> [PromptHint] { pathHints(for: prompt) }

  func pathHints(for prompt: Prompt) -> [PromptHint] {
    [
      PromptHint("Enter", listsFolder(prompt.input.text) ? "look into the folder" : "done"),
      PromptHint("Esc", "leave it"), prompt.completionHint,
    ]
  }

  func handle(_ key: Key, in state: inout AppState) -> [Effect]? {
    guard let prompt = state.prompt else { return nil }
    switch key {
    case Key(.tab): return complete(by: 1, in: &state)
    case Key(.backTab): return complete(by: -1, in: &state)
    case Key(.enter) where listsFolder(prompt.input.text):
      state.prompt?.completion = nil
      return listFolder(in: &state)
    default: return nil
    }
  }

  /// Whether Enter lists the folder that is typed.
  private func listsFolder(_ text: String) -> Bool { !choosesFolder && (text.hasSuffix("/") || text == "~") }

  /// Completes the path as far as all names in the folder agree, and then with one name after the other.
  private func complete(by step: Int, in state: inout AppState) -> [Effect] {
    guard var completion = state.prompt?.completion else { return listFolder(in: &state) }
    state.prompt?.input = completion.next(by: step)
    state.prompt?.completion = completion
    return []
  }

  private func listFolder(in state: inout AppState) -> [Effect] {
    // A home folder alone is a folder.
    if state.prompt?.input.text == "~" { state.prompt?.input.set("~/") }
    return [.listFolder(FolderRequest(typed: state.prompt?.input.text ?? ""))]
  }

  /// Completes the path with the names in its folder, or lists them if there are several; `nil` if the folder cannot be
  /// read.
  fileprivate func complete(_ prompt: inout Prompt, _ request: FolderRequest, with names: [String]?) {
    guard let names else { return prompt.refuse("There is no such folder.") }
    let candidates = choosesFolder ? names.filter { $0.hasSuffix("/") } : names
    let completion = PathCompletion(request, names: candidates)
    prompt.hint = nil
    if completion.candidates.isEmpty { return prompt.refuse(refusal(of: request, names)) }
    if completion.candidates.count > 1 {
      prompt.hint = completion.candidates.joined(separator: "  ")
      // If no more characters are certain, the next Tab puts in the first name.
      if completion.path == request.typed {
        prompt.completion = WordCompletion(
          TextInput(request.typed), before: request.folder, candidates: completion.candidates)
        return
      }
    }
    prompt.input.set(completion.path)
  }

  /// Why nothing in a folder completes the path.
  private func refusal(of request: FolderRequest, _ names: [String]) -> String {
    if choosesFolder, request.typed == request.folder {
      return "There is no folder in it; Enter takes this one."
    }
    if request.typed != request.folder { return "Nothing there begins like that." }
    return names.isEmpty ? "This folder is empty." : "Only hidden files are here; type a dot to see them."
  }

  /// Opens the prompt again with a path that caused an error; `nil` if another path does not solve it.
  ///
  /// Ignores the keys that were typed ahead: they were meant for what the file would have led to.
  func reopened(with path: String, after problem: Problem, in context: ScreenContext) -> [Intent]? {
    guard context.prompt == nil, correctableErrors.contains(problem.kind) else { return nil }
    var prompt = Prompt(self, text: path)
    prompt.problem = PromptProblem(problem.sentence)
    return [.dropTypeAhead, .prompt(prompt)]
  }
}

extension Prompt {
  /// Opens a prompt with a folder, which gives way if a path is typed that begins with `/` or `~`.
  init(_ behavior: some PathPrompt, folder: String) {
    self.init(behavior, input: TextInput(folder, as: .folder))
  }
}

extension AppState {
  /// Takes in the names in a folder, unless the path has changed since they were requested.
  mutating func acceptFolder(_ request: FolderRequest, _ names: [String]?) {
    guard var prompt, let behavior = prompt.behavior as? any PathPrompt, prompt.input.text == request.typed
    else { return }
    behavior.complete(&prompt, request, with: names)
    self.prompt = prompt
  }
}
