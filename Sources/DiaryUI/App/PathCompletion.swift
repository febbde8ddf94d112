import DiaryModel
import DiaryText
import Telemetry
import Terminal

/// What a typed path can become.
struct PathCompletion: Hashable, Sendable {
  /// The path as far as it is certain.
  let path: String
  /// The names that it can go on to, where there are several.
  let candidates: [String]

  /// - Parameter names: What is in the folder; folders end with `/`.
  init(_ request: FolderRequest, names: [String]) {
    let beginning = String(request.typed.dropFirst(request.folder.count))
    let matches = names.filter { name in
      name.hasPrefix(beginning) && (beginning.hasPrefix(".") || !name.hasPrefix("."))
    }.sorted()
    candidates = matches
    guard let first = matches.first, let last = matches.last else {
      path = request.typed
      return
    }
    // What the first and the last of a sorted list begin with, all do.
    let common = zip(first, last).prefix { $0 == $1 }.map(\.0)
    path = request.folder + String(common)
  }
}

extension AppState {
  static let photoLabel = "Photo file"

  /// Opens the prompt for the path of a photo.
  mutating func askForPhoto() {
    guard let beer = shown?.id else { return }
    prompt = Prompt(.photoPath(beer: beer), label: Self.photoLabel, folder: lastFolder)
  }

  /// Completes the path as far as it is certain, and then with one name after the other.
  mutating func completePath(by step: Int = 1) -> [Effect] {
    guard let prompt, prompt.isPath else { return [] }
    if var completion = prompt.completion {
      self.prompt?.input = completion.next(by: step)
      self.prompt?.completion = completion
      return []
    }
    return listFolder()
  }

  /// Shows what is in the folder that is typed.
  mutating func enterFolder() -> [Effect] {
    prompt?.completion = nil
    return listFolder()
  }

  private mutating func listFolder() -> [Effect] {
    // A home folder alone is a folder.
    if prompt?.input.text == "~" { prompt?.input.set("~/") }
    return [.listFolder(FolderRequest(typed: prompt?.input.text ?? ""))]
  }

  mutating func acceptFolder(_ request: FolderRequest, _ names: [String]?) {
    guard let prompt, prompt.isPath, prompt.input.text == request.typed else { return }
    guard let names else {
      self.prompt?.problem = "There is no such folder."
      return
    }
    let wanted = prompt.purpose == .photoFolder ? names.filter { $0.hasSuffix("/") } : names
    let completion = PathCompletion(request, names: wanted)
    self.prompt?.hint = nil
    if completion.candidates.isEmpty {
      self.prompt?.problem =
        if prompt.purpose == .photoFolder, request.typed == request.folder {
          "There is no folder in it; Enter takes this one."
        } else if request.typed != request.folder {
          "Nothing there begins like that."
        } else {
          names.isEmpty ? "This folder is empty." : "Only hidden files are here; type a dot to see them."
        }
      return
    }
    if completion.candidates.count > 1 {
      self.prompt?.hint = completion.candidates.joined(separator: "  ")
      // Where nothing more is certain, the next Tab puts in the first of them.
      if completion.path == request.typed {
        self.prompt?.completion = WordCompletion(
          TextInput(request.typed), before: request.folder, candidates: completion.candidates)
        return
      }
    }
    self.prompt?.input.set(completion.path)
  }
}

extension Prompt {
  /// Whether what is typed is a folder, in which a file is still to be chosen.
  var isFolder: Bool { isPath && purpose != .photoFolder && (input.text.hasSuffix("/") || input.text == "~") }
}

extension AppState {
  /// Opens a file prompt once more with what is wrong with its path; `false` where something else is wrong.
  ///
  /// Keys that were typed meanwhile were meant for what the file would have led to.
  ///
  /// - Parameter kinds: What a problem with the file is about.
  mutating func askAgain(
    _ purpose: Prompt.Purpose, label: String, for path: String, _ problem: Problem,
    of kinds: Set<ErrorKind> = [.noInput, .permission]
  ) -> Bool {
    guard prompt == nil, kinds.contains(problem.kind) else { return false }
    keysAhead = []
    prompt = Prompt(purpose, label: label, text: path)
    prompt?.problem = problem.sentence
    return true
  }
}
