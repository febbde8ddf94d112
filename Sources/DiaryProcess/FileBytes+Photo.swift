import DiaryStore
package import Pictures

extension FileBytes {
  /// Opens a file that is to become a photo.
  ///
  /// - Parameter advice: How a file that is no picture is added nevertheless, without a full stop; `nil` where any is.
  /// - Throws: `FileBytesError`, and `CommandFailure` where it is no picture.
  package convenience init(photo path: String, otherwise advice: String?) throws {
    try self.init(userImageAt: path)
    if let advice, try ImageHeader(reading: self) == nil {
      throw CommandFailure(
        sentence: "It is not a picture of a known format. \(advice).", status: .badData)
    }
  }
}
