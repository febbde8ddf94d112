import DiaryStore
package import SQLiteKit

extension ScratchFolder {
  /// Makes a folder in the place for temporary files.
  package static func temporary(for purpose: Purpose) throws(CommandFailure) -> ScratchFolder {
    do {
      return try ScratchFolder(in: temporaryParent, for: purpose)
    } catch {
      throw CommandFailure(
        sentence: "No folder can be created in \(temporaryParent). Set TMPDIR to another folder.",
        status: .cannotCreate)
    }
  }

  /// Removes the folder, or says where it is if that fails.
  package func removeOrReport() {
    do {
      try remove()
    } catch {
      Console.standardError.line("beerdiary: \(path) could not be removed. Remove it yourself.")
    }
  }
}
