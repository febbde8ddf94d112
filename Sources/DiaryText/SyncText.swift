package import DiaryModel

/// Words about synchronizations.
package enum SyncText {
  /// Returns a sentence about updates that the store had lost and that were stored again; `nil` if there are none.
  package static func storedAgain(_ count: Int) -> String? {
    if count == 0 { return nil }
    return """
      The store had lost \(NumberText.count(count, "update")), which \(count == 1 ? "was" : "were") stored again.
      """
  }

  /// Returns a sentence about files of the store whose contents could not be used; `nil` if there are none.
  package static func unusable(_ files: [String]) -> String? {
    if files.isEmpty { return nil }
    return """
      \(NumberText.count(files.count, "file")) in the store \(files.count == 1 ? "is" : "are") damaged, incomplete or \
      waiting for others: \(names(of: files)).
      """
  }

  /// Returns the names of the first few files, and the number of the others.
  package static func names(of files: [String]) -> String {
    let shown = files.prefix(3)
    let rest = files.count - shown.count
    return shown.joined(separator: ", ") + (rest > 0 ? " and \(NumberText.count(rest)) more" : "")
  }

  /// Returns what has changes: `2 beers, 1 photo and 1 label`, or `nothing`.
  package static func text(_ counts: SyncCounts) -> String {
    let parts = [(counts.beers, "beer"), (counts.photos, "photo"), (counts.labels, "label")]
      .filter { $0.0 > 0 }.map { NumberText.count($0.0, $0.1) }
    guard parts.count > 1, let last = parts.last else { return parts.first ?? "nothing" }
    return parts.dropLast().joined(separator: ", ") + " and " + last
  }

  /// Returns a sentence about changes that were sent; `nil` if none were.
  package static func sent(_ counts: SyncCounts) -> String? {
    counts.total == 0 ? nil : "Sent changes of \(text(counts))."
  }

  /// Returns sentences about what was received; none if nothing was.
  ///
  /// - Parameters:
  ///   - counts: What other devices have changed.
  ///   - images: The number of images.
  package static func received(_ counts: SyncCounts = SyncCounts(), images: Int) -> [String] {
    (counts.total == 0 ? [] : ["Received changes of \(text(counts)) from other devices."])
      + (images == 0 ? [] : ["Received \(NumberText.count(images, "image"))."])
  }
}
