import DiaryText

/// What a typed path can become.
struct PathCompletion: Hashable, Sendable {
  /// The path as far as it is certain.
  let path: String
  /// The names in the folder that begin like the path, sorted.
  let candidates: [String]

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
    // What the first and the last of a sorted list begin with, all do.
    let common = zip(first, last).prefix { $0 == $1 }.map(\.0)
    path = request.folder + String(common)
  }
}
