/// A file that gets its name, and replaces what had it, once it is whole and on the disk.
package final class OutputFile {
  private let draft: DraftFile
  private let name: String
  private var isOpen = true

  package init(_ path: String) throws(ExportError) {
    let path = FilePath(path)
    name = path.name
    draft = try DraftFile(in: path.folder)
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
