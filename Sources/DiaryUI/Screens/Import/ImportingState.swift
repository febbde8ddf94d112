import Interchange

/// The file that is imported, and what is known about files of its kind.
struct ImportingState: Hashable, Sendable {
  /// A file that is looked at, imported, or was.
  var file: ImportState?
  /// What columns of files are, as it was kept under names.
  var mappings: [SavedMapping] = []
}
