package import Foundation

/// A file that gets its name, and replaces what had it, once it is whole and on the disk.
package final class OutputFile {
  private let draft: DraftFile
  private let name: String
  private var isOpen = true

  /// - Parameter permissions: Of the file; what the process gives new files where `nil`.
  package init(_ path: String, permissions: mode_t? = nil) throws(ExportError) {
    let path = FilePath(path)
    name = path.name
    draft = try DraftFile(in: path.folder)
    if let permissions { try draft.setPermissions(permissions) }
  }

  deinit { discard() }

  package func write(_ bytes: [UInt8]) throws(ExportError) {
    try bytes.withUnsafeBufferPointer { bytes throws(ExportError) in
      try draft.write(UnsafeRawBufferPointer(bytes))
    }
  }

  package func finish() throws(ExportError) {
    try draft.synchronize()
    try draft.replace(name)
    discard()
  }

  /// Leaves nothing behind that has not got its name.
  package func discard() {
    guard isOpen else { return }
    isOpen = false
    draft.discard()
  }
}
