import DiaryText
import Foundation
import Telemetry
import Terminal

/// A prompt for a path that Tab completes with the names in its folder.
protocol PathPrompt: PromptBehavior {
  /// Whether the answer is a folder; otherwise Enter opens a folder, to choose a file in it.
  var choosesFolder: Bool { get }
  /// The name of a new file, with which the prompt opens; empty for none.
  var suggestedName: String { get }
  /// Whether several files can be chosen from a list.
  var choosesSeveral: Bool { get }
  /// Whether the answer may be a file that does not exist yet.
  var choosesNewFile: Bool { get }
  /// The lowercase extensions of the files that can be chosen; empty for all files.
  var extensions: [String] { get }
  /// The kinds of errors that another path may solve.
  var correctableErrors: Set<ErrorKind> { get }
  /// The history of the paths that worked, in whose last folder the prompt opens.
  static var pathHistory: PromptHistory.ID { get }

  /// Uses several paths that were chosen from a list; `nil` unless ``choosesSeveral``.
  func answer(several paths: [String]) -> [Intent]?

  /// Uses a path. The prompt is closed before the intents are carried out.
  ///
  /// - Parameter path: The path as typed; empty only if ``choosesFolder``.
  /// - Throws: What is wrong with the path; the prompt is reopened and shows it.
  func use(
    _ path: String, changing screen: inout Owner, in context: ScreenContext
  ) throws(PromptProblem) -> [Intent]
}

extension PathPrompt {
  var choosesFolder: Bool { false }
  var suggestedName: String { "" }
  var choosesSeveral: Bool { false }
  var choosesNewFile: Bool { false }
  func answer(several paths: [String]) -> [Intent]? { nil }
  var extensions: [String] { [] }
  var correctableErrors: Set<ErrorKind> { [.noInput, .permission] }
  static var pathHistory: PromptHistory.ID { "folders" }

  /// Returns whether a name in a folder can be chosen, or is that of a folder, which can be opened.
  ///
  /// - Parameter name: The name of a file, or of a folder with `/` at the end.
  func offers(_ name: String) -> Bool {
    if name.hasSuffix("/") { return true }
    let lowercased = name.lowercased()
    return !choosesFolder && (extensions.isEmpty || extensions.contains { lowercased.hasSuffix("." + $0) })
  }

  /// Returns the prompt with the folder of the last path that worked, or else the one in which the program was started,
  /// and the suggested name in it.
  func prompt(in context: ScreenContext) -> Prompt {
    let last = context.history(Self.pathHistory)[1].map { FolderRequest(typed: $0).folder } ?? ""
    return Prompt(self, path: (last.isEmpty ? context.configuration.workingFolder : last) + suggestedName)
  }

  /// Uses the path; does nothing without a file name if the answer is a file.
  func submit(
    _ path: String, changing screen: inout Owner, in context: ScreenContext
  ) throws(PromptProblem) -> [Intent] {
    let path = DroppedPath.path(path)
    guard choosesFolder || !path.allSatisfy(\.isWhitespace) && !path.hasSuffix("/") else { return [] }
    return try use(path, changing: &screen, in: context)
  }

  /// Returns the lowercase extension of a path; empty if it has none.
  static func fileExtension(of path: String) -> String {
    let name = path.trimmingCharacters(in: .whitespaces).split(separator: "/").last ?? ""
    return name.lastIndex(of: ".").map { name[$0...].dropFirst().lowercased() } ?? ""
  }

  /// The lowercase extensions of diaries, which are adopted instead of imported.
  static var diaryExtensions: [String] { ["sqlite", "sqlite3", "db", "store"] }

  /// Remembers a path that has worked.
  static func remember(_ path: String) -> Intent { .rememberEntry(path, in: pathHistory) }

  func keyHints(for prompt: Prompt) -> [PromptHint] { pathHints(for: prompt) }

  func pathHints(for prompt: Prompt) -> [PromptHint] {
    [
      PromptHint("Enter", opensFolder(prompt.input.text) ? "open folder" : "done"),
      PromptHint("Esc", "cancel"), prompt.completionHint, PromptHint("Ctrl-O", "browse"),
    ]
  }

  func handle(
    _ key: Key, of prompt: inout Prompt, changing screen: inout Owner, in context: ScreenContext
  ) -> [Intent]? {
    switch key {
    case Key(.tab): return complete(&prompt, by: 1)
    case Key(.backTab): return complete(&prompt, by: -1)
    case .control("o"): return [.browse(prompt)]
    case Key(.enter) where opensFolder(prompt.input.text):
      expandHome(in: &prompt)
      return [.browse(prompt)]
    default: return nil
    }
  }

  /// Whether Enter opens the typed folder.
  private func opensFolder(_ text: String) -> Bool { !choosesFolder && (text.hasSuffix("/") || text == "~") }

  /// Completes the path to the common prefix of the names in the folder, then with one name after another.
  private func complete(_ prompt: inout Prompt, by step: Int) -> [Intent] {
    guard var completion = prompt.completion else { return listFolder(of: &prompt) }
    prompt.input = completion.next(by: step)
    prompt.completion = completion
    return []
  }

  private func listFolder(of prompt: inout Prompt) -> [Intent] {
    expandHome(in: &prompt)
    return [.effect(.listFolder(FolderRequest(typed: prompt.input.text)))]
  }

  /// Makes a folder of `~` alone, which is the home folder.
  private func expandHome(in prompt: inout Prompt) { if prompt.input.text == "~" { prompt.input.set("~/") } }

  /// Completes the path with the names in its folder, or lists them if there are several.
  ///
  /// - Parameter names: The names in the folder; `nil` if it cannot be read.
  fileprivate func complete(_ prompt: inout Prompt, _ request: FolderRequest, with names: [String]?) {
    guard let names else { return prompt.refuse("This folder cannot be opened. Check the path.") }
    let offered = names.filter(offers)
    let completion = PathCompletion(request, names: offered)
    prompt.hint = nil
    if completion.candidates.isEmpty { return prompt.refuse(refusal(of: request, names, offered)) }
    if completion.candidates.count > 1 {
      prompt.hint = completion.candidates.joined(separator: "  ")
      // If the path cannot get longer, the next Tab inserts the first name.
      if completion.path == request.typed {
        prompt.completion = WordCompletion(
          TextInput(request.typed), before: request.folder, candidates: completion.candidates)
        return
      }
    }
    prompt.input.set(completion.path)
  }

  /// Returns why nothing in the folder completes the path.
  ///
  /// - Parameter offered: Those of the names that can be chosen or opened.
  private func refusal(of request: FolderRequest, _ names: [String], _ offered: [String]) -> String {
    if choosesFolder, request.typed == request.folder {
      return "This folder has no folders. Press Enter to use it."
    }
    if request.typed != request.folder { return "No matches." }
    if names.isEmpty { return "This folder is empty." }
    return offered.isEmpty ? "Nothing to choose here." : "Only hidden files. Type a dot to see them."
  }

  /// Returns whether the screen that the prompt belongs to is on top.
  func isOfTopScreen(in context: ScreenContext) -> Bool { context.topScreen is Owner }

  /// Reopens the prompt with a path that caused an error; `nil` if another path does not solve it.
  ///
  /// Replaces no other prompt, except one that was waiting for this answer. Discards the keys typed ahead, because they
  /// were typed for the next screen.
  func reopened(with path: String, after problem: Problem, in context: ScreenContext) -> [Intent]? {
    guard context.prompt.map({ $0.awaited == .answer }) ?? true, correctableErrors.contains(problem.kind)
    else { return nil }
    var prompt = Prompt(self, text: path)
    prompt.problem = PromptProblem(problem.sentence)
    return [.dropTypeAhead, .prompt(prompt)]
  }
}

extension Prompt {
  /// Opens a prompt with a folder, or a file in it; typing `/` or `~` replaces the path.
  init(_ behavior: some PathPrompt, path: String) {
    self.init(behavior, input: TextInput(path, as: .path))
  }
}

extension AppState {
  /// Completes the path with the names in its folder, unless the path has changed since they were requested.
  mutating func completePath(_ request: FolderRequest, _ names: [String]?) {
    guard var prompt, let behavior = prompt.behavior as? any PathPrompt, prompt.input.text == request.typed
    else { return }
    behavior.complete(&prompt, request, with: names)
    self.prompt = prompt
  }
}
