/// Words about synchronizations.
package enum SyncText {
  /// Returns sentences about what was received; none if nothing was.
  ///
  /// - Parameters:
  ///   - updates: The number of updates of other devices.
  ///   - images: The number of images.
  package static func received(updates: Int, images: Int) -> [String] {
    let sentences = [
      (updates, "Received \(NumberText.count(updates, "update")) from other devices."),
      (images, "Received \(NumberText.count(images, "image"))."),
    ]
    return sentences.filter { $0.0 > 0 }.map(\.1)
  }
}
