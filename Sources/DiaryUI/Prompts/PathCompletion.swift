import DiaryText

/// The completions of a typed path.
struct PathCompletion: Hashable, Sendable {
  /// The path up to where the candidates differ.
  let path: String
  /// The names in the folder that match the path, sorted.
  let candidates: [String]

  /// Finds the names in a folder that complete a typed path.
  ///
  /// - Parameter names: The names in the folder; those of folders end with `/`.
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
    // The list is sorted, so a common prefix of its first and last names is common to all.
    let common = zip(first, last).prefix { $0 == $1 }.map(\.0)
    path = request.folder + String(common)
  }
}
