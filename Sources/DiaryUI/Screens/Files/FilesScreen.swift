import DiaryText
import Foundation
import Terminal

extension ScreenKind {
  /// Files and folders, to choose the path that a prompt asks for.
  package static let files = ScreenKind(
    FilesScreen.self, title: "Files", keys: .text, suggestsKeys: false, .opensItems
  ) { Action.onFiles }
}

/// Files and folders, to choose the answer to a prompt that asks for a path.
struct FilesScreen: Screen {
  /// A line of the list.
  enum Entry: Hashable, Sendable {
    /// The folder itself, for prompts that ask for a folder.
    case folder
    case parent
    /// A file, or a folder with `/` at the end.
    case name(String)
    /// The typed name of a file that does not exist yet.
    case newFile(String)
  }

  /// A name in the folder, which is sorted and found without regard to case; folders come before files.
  private struct Name: Hashable, Comparable {
    let text: String
    let lowercased: String
    let isFolder: Bool

    init(_ text: String) {
      self.text = text
      lowercased = text.lowercased()
      isFolder = text.hasSuffix("/")
    }

    static func < (one: Name, other: Name) -> Bool {
      if one.isFolder != other.isFolder { return one.isFolder }
      return one.lowercased == other.lowercased
        ? one.text < other.text : NaturalOrder.precedes(one.lowercased, other.lowercased)
    }
  }

  /// The prompt that gets the path; `nil` before the screen is opened.
  private(set) var prompt: Prompt?
  /// Whether going back reopens the prompt.
  private var reopensPrompt = false
  /// The path of the folder, with `/` at the end.
  private(set) var folder = ""
  private(set) var isUnreadable = false
  /// The lines that match the typed text.
  private(set) var entries: [Entry] = []
  private(set) var showsHidden = false
  /// The names of the marked files.
  private(set) var marked: Set<String> = []
  /// The typed text, which the names contain.
  private(set) var input = TextInput()
  var scroll = ScrollPosition()
  /// The number of files in the folder, without hidden ones.
  private(set) var fileCount = 0
  /// The names that can be chosen or opened, in order.
  private var names: [Name] = []
  /// The folder that is being read; `nil` if none is.
  private var requested: String?
  /// The folder to move to when its parent has been read.
  private var origin: String?
  /// The last folder that was opened from another one; `nil` if none was.
  private var opened: String?
  /// Whether Backspace was the last key, which may be held down.
  private var isErasing = false

  var subject: String { "files" }
  var textInput: TextInputKind { .line }
  var isAnimated: Bool { requested != nil }

  /// The next keys are for the contents of the folder.
  func isAwaitingAnswer(in context: ScreenContext) -> Bool { requested != nil }

  private var behavior: (any PathPrompt)? { prompt?.behavior as? any PathPrompt }
  private var choosesFolder: Bool { behavior?.choosesFolder == true }
  /// Whether files can be marked, to choose several.
  var choosesSeveral: Bool { behavior?.choosesSeveral == true }
  /// The extensions of the files that are shown; empty for all files.
  var extensions: [String] { behavior?.extensions ?? [] }

  // MARK: - Folders

  /// Begins in the folder of a prompt's text.
  mutating func browse(for prompt: Prompt, reopensPrompt: Bool) -> [Intent] {
    self = FilesScreen()
    self.prompt = prompt
    self.reopensPrompt = reopensPrompt
    return read(FolderRequest(typed: prompt.input.text).folder)
  }

  private mutating func read(_ path: String) -> [Intent] {
    requested = path
    return [.effect(.browseFolder(path))]
  }

  mutating func handle(_ message: Message, in context: ScreenContext) -> [Intent] {
    guard case .folderBrowsed(let path, let contents) = message, path == requested else { return [] }
    requested = nil
    isUnreadable = contents == nil
    marked = []
    if !folder.isEmpty, let contents { opened = contents.path }
    folder = contents?.path ?? path
    let all = contents?.names ?? []
    names = all.filter { behavior?.offers($0) ?? true }.map(Name.init).sorted()
    fileCount = all.count { !$0.hasPrefix(".") && !$0.hasSuffix("/") }
    input = TextInput()
    showMatches()
    if let folder = origin.flatMap({ entries.firstIndex(of: .name($0)) }) { scroll.cursor = folder }
    origin = nil
    return []
  }

  /// Finds the lines that match the typed text; a dot at its beginning shows hidden files.
  private mutating func narrow() {
    let typed = input.text.lowercased()
    let hasHidden = showsHidden || typed.hasPrefix(".")
    let fixed: [Entry] = (choosesFolder ? [.folder] : []) + (folder == "/" ? [] : [.parent])
    let matching = names.filter { name in
      (hasHidden || !name.text.hasPrefix(".")) && (typed.isEmpty || name.lowercased.contains(typed))
    }
    entries =
      (typed.isEmpty ? fixed : newFile(isOnlyMatch: matching.isEmpty)) + matching.map { .name($0.text) }
  }

  /// Returns the line for a new file with the typed name, if it can be chosen, or if nothing else can: then the prompt
  /// says what is wrong with it.
  private func newFile(isOnlyMatch: Bool) -> [Entry] {
    let name = input.text.trimmingCharacters(in: .whitespaces)
    guard let behavior, behavior.choosesNewFile, !name.isEmpty, !names.contains(where: { $0.text == name }),
      isOnlyMatch || behavior.offers(name)
    else { return [] }
    return [.newFile(name)]
  }

  mutating func goUp() -> [Intent] {
    isErasing = false
    guard folder != "/" else { return [] }
    origin = folder.split(separator: "/").last.map { String($0) + "/" }
    return read(folder + "../")
  }

  mutating func toggleHidden() {
    let selected = entries.indices.contains(scroll.cursor) ? entries[scroll.cursor] : nil
    showsHidden.toggle()
    narrow()
    scroll.cursor = selected.flatMap { entries.firstIndex(of: $0) } ?? 0
  }

  // MARK: - Keys

  /// Narrows the names down; Backspace without a typed text goes to the folder above, once while it is held down.
  mutating func type(_ key: Key, in context: ScreenContext) -> [Intent] {
    let isErasing = isErasing
    defer { self.isErasing = key == Key(.backspace) }
    if key == Key(.backspace), input.isEmpty {
      return isErasing ? [.say("Press Left to go to the folder above.")] : goUp()
    }
    if key == .character(" "), choosesSeveral, !canType(" ") { return markFile() }
    if let move = Move(key, in: input) { return [.move(move)] }
    let typed = input.text
    if input.press(key), input.text != typed { showMatches() }
    return []
  }

  /// Whether a character continues the typed text to a part of a name.
  private func canType(_ character: String) -> Bool {
    let typed = input.text.lowercased() + character
    return !input.isEmpty && names.contains { $0.lowercased.contains(typed) }
  }

  /// Marks the file under the cursor, or removes its mark, and moves to the next one.
  private mutating func markFile() -> [Intent] {
    guard let name = fileUnderCursor else { return [.say("Only files can be marked.")] }
    if marked.remove(name) == nil { marked.insert(name) }
    scroll.cursor = min(scroll.cursor + 1, entries.count - 1)
    return []
  }

  /// The name of the file under the cursor; `nil` if a folder or nothing is there.
  var fileUnderCursor: String? {
    guard entries.indices.contains(scroll.cursor), case .name(let name) = entries[scroll.cursor],
      !name.hasSuffix("/")
    else { return nil }
    return name
  }

  mutating func insert(_ text: String) {
    input.insert(DroppedPath.pasted(text))
    showMatches()
  }

  /// Leaves a path that is typed or pasted to the prompt; names have no slash.
  mutating func adapt(in context: ScreenContext) -> [Intent] {
    let text = input.text
    let isPath = text.contains("/") || text.hasPrefix("~")
    guard isPath, context.screen == .files, var prompt else { return [] }
    input = TextInput()
    showMatches()
    prompt.clearFeedback()
    // Terminals paste the path of a file that is dropped on them, many in quotes.
    let isWhole = ["/", "~", "'", "\""].contains { text.hasPrefix($0) }
    prompt.input.set(isWhole ? text : folder + text)
    return [.back, .prompt(prompt)]
  }

  /// Shows the lines that match the typed text, with the cursor on the name of a new file, on the first name, or on the
  /// folder if that is chosen.
  private mutating func showMatches() {
    narrow()
    scroll = ScrollPosition()
    let first = entries.firstIndex {
      switch $0 {
      case .name, .newFile: true
      case .folder, .parent: false
      }
    }
    scroll.cursor = choosesFolder ? 0 : first ?? 0
  }

  mutating func move(_ move: Move, in context: ScreenContext) {
    isErasing = false
    scroll.move(move, count: entries.count, visible: rows(context).count)
  }

  mutating func clampScrolling(in context: ScreenContext) {
    scroll.clamp(count: entries.count, visible: rows(context).count)
  }

  func canOpen(in context: ScreenContext) -> Availability {
    Availability(!entries.isEmpty || !marked.isEmpty)
  }

  func openHint(in context: ScreenContext) -> String {
    if !marked.isEmpty { return "choose marked" }
    guard entries.indices.contains(scroll.cursor) else { return "choose" }
    switch entries[scroll.cursor] {
    case .folder: return "use this folder"
    case .parent: return "folder above"
    case .name(let name): return name.hasSuffix("/") ? "open folder" : "choose"
    case .newFile: return "use this name"
    }
  }

  /// Opens the folder under the cursor, or answers the prompt with the file, or with the marked ones.
  mutating func open(in context: ScreenContext) -> [Intent] {
    let paths = names.filter { marked.contains($0.text) }.map { folder + $0.text }
    if !paths.isEmpty, let intents = behavior?.answer(several: paths) { return [.back] + intents }
    guard entries.indices.contains(scroll.cursor) else { return [] }
    switch entries[scroll.cursor] {
    case .folder: return answer(folder)
    case .parent: return goUp()
    case .name(let name): return name.hasSuffix("/") ? read(folder + name) : answer(folder + name)
    case .newFile(let name): return answer(folder + name)
    }
  }

  private func answer(_ path: String) -> [Intent] {
    guard var prompt else { return [.back] }
    prompt.clearFeedback()
    prompt.hint = nil
    prompt.input.set(path)
    return [.back, .prompt(prompt), .press(Key(.enter))]
  }

  /// Clears the typed text first; then the prompt has the folder that was opened last.
  mutating func goBack(in context: ScreenContext) -> [Intent] {
    if requested == nil, !input.isEmpty {
      input = TextInput()
      showMatches()
      return []
    }
    requested = nil
    guard reopensPrompt, var prompt else { return [.back] }
    // A path that was typed as a whole stays.
    let name = prompt.input.text.dropFirst(FolderRequest(typed: prompt.input.text).folder.count)
    if let opened, name.isEmpty || name == behavior?.suggestedName ?? "" {
      prompt.input = TextInput(opened + name, as: .path)
    }
    return [.back, .prompt(prompt)]
  }

  /// Moves to the clicked line; a double click opens it.
  mutating func handle(_ event: MouseEvent, in context: ScreenContext) -> [Intent] {
    let rows = rows(context)
    guard case .press = event.kind, rows.contains(event.point.row) else { return [] }
    let index = scroll.top + event.point.row - rows.lowerBound
    guard entries.indices.contains(index) else { return [] }
    scroll.cursor = index
    return [.notice(nil), .awaitDoubleClick(event.point)]
  }

  /// The rows of the list, below the typed text.
  func rows(_ context: ScreenContext) -> Range<Int> {
    let body = context.layout.body
    return min(body.upperBound, body.lowerBound + 1)..<body.upperBound
  }
}
