import DiaryStore
package import Pictures

extension FileBytes {
  /// Opens a file to add as a photo.
  ///
  /// - Parameter advice: How to add a file that is not a picture, without a full stop; `nil` accepts any file.
  /// - Throws: `FileBytesError`, or `CommandFailure` if the file is not a picture.
  package convenience init(photo path: String, otherwise advice: String?) throws {
    try self.init(userImageAt: path)
    if let advice, try ImageHeader(reading: self) == nil {
      throw CommandFailure(
        sentence: "It is not a picture of a known format. \(advice).", status: .badData)
    }
  }
}
