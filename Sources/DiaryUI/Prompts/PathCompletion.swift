import DiaryText

/// The completions of a typed path.
struct PathCompletion: Hashable, Sendable {
  /// The path up to where the candidates differ.
  let path: String
  /// The names in the folder that match the path, sorted.
  let candidates: [String]

  /// Finds the names in a folder that complete a typed path, ignoring case and diacritics if none matches exactly.
  ///
  /// - Parameter names: The names in the folder; those of folders end with `/`.
  init(_ request: FolderRequest, names: [String]) {
    let beginning = String(request.typed.dropFirst(request.folder.count))
    let visible = names.filter { beginning.hasPrefix(".") || !$0.hasPrefix(".") }
    let exact = visible.filter { $0.hasPrefix(beginning) }
    let matches =
      exact.isEmpty ? visible.filter { CompletionCandidates.begins($0, with: beginning) } : exact
    candidates = matches.sorted()
    guard let first = candidates.first, let last = candidates.last else {
      path = request.typed
      return
    }
    // The list is sorted, so a common prefix of its first and last names is common to all.
    let common = zip(first, last).prefix { $0 == $1 }.map(\.0)
    // Names that are spelled differently may have less in common than what was typed.
    path = common.count < beginning.count ? request.typed : request.folder + String(common)
  }
}
