/// Words about synchronizations.
package enum SyncText {
  /// Returns a sentence about updates that the store had lost and that were stored again; `nil` if there are none.
  package static func storedAgain(_ count: Int) -> String? {
    if count == 0 { return nil }
    return """
      The store had lost \(NumberText.count(count, "update")), which \(count == 1 ? "was" : "were") stored again.
      """
  }

  /// Returns a sentence about images that the store had lost, or that were damaged there, and that were stored again; `nil`
  /// if there are none.
  package static func storedAgain(images count: Int) -> String? {
    count == 0 ? nil : "Stored \(NumberText.count(count, "image")) again."
  }

  /// Returns a sentence about files of the store that are damaged or incomplete; `nil` if there are none.
  package static func unusable(_ files: [String]) -> String? {
    if files.isEmpty { return nil }
    return """
      \(NumberText.count(files.count, "file")) in the store \(files.count == 1 ? "is" : "are") damaged or incomplete: \
      \(names(of: files)).
      """
  }

  /// Returns a sentence about files of the store that wait for others; `nil` if there are none.
  package static func delayed(_ files: [String]) -> String? {
    if files.isEmpty { return nil }
    return """
      \(NumberText.count(files.count, "file")) in the store \
      \(files.count == 1 ? "waits for another one that has" : "wait for others that have") not arrived yet: \
      \(names(of: files)).
      """
  }

  /// Returns a sentence about files of the store that cannot be read; `nil` if there are none.
  package static func unreadable(_ files: [String]) -> String? {
    files.isEmpty
      ? nil : "\(NumberText.count(files.count, "file")) in the store cannot be read: \(names(of: files))."
  }

  /// Returns where images come from that have not arrived, as a sentence without a full stop.
  package static func sourceOfImages(_ count: Int) -> String {
    let them = count == 1 ? "it" : "them"
    return "A device that has \(them) stores \(them) with its next synchronization"
  }

  /// Returns the names of the first few files, and the number of the others.
  package static func names(of files: [String]) -> String {
    let shown = files.prefix(3)
    let rest = files.count - shown.count
    return shown.joined(separator: ", ") + (rest > 0 ? " and \(NumberText.count(rest)) more" : "")
  }

  /// Returns a sentence about beers that another device has edited while this one deleted them; `nil` if there are none.
  package static func returned(_ beers: Int) -> String? {
    switch beers {
    case 0: nil
    case 1: "1 beer that was deleted is back with a new id, because it was edited on another device."
    default:
      """
      \(NumberText.count(beers)) beers that were deleted are back with new ids, because they were edited on another \
      device.
      """
    }
  }

  /// Returns a sentence about a number of changes that were sent; `nil` if none were.
  package static func sent(_ changes: Int) -> String? {
    changes == 0 ? nil : "Sent \(NumberText.count(changes, "change"))."
  }

  /// Returns sentences about what was received; none if nothing was.
  ///
  /// - Parameters:
  ///   - changes: The number of changes of other devices.
  ///   - images: The number of images.
  package static func received(changes: Int, images: Int) -> [String] {
    let sentences = [
      (changes, "Received \(NumberText.count(changes, "change")) from other devices."),
      (images, "Received \(NumberText.count(images, "image"))."),
    ]
    return sentences.filter { $0.0 > 0 }.map(\.1)
  }
}
