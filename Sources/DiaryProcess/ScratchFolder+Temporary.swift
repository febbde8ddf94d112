import DiaryStore
package import SQLiteKit

extension ScratchFolder {
  /// Creates a folder among the temporary files.
  package static func temporary(for purpose: Purpose) throws(CommandFailure) -> ScratchFolder {
    do {
      return try ScratchFolder(in: temporaryParent, for: purpose)
    } catch {
      throw CommandFailure(
        sentence: "No folder can be created in \(temporaryParent). Set TMPDIR to another folder.",
        status: .cannotCreate)
    }
  }

  /// Removes the folder, or reports its path if that fails.
  package func removeOrReport() {
    do {
      try remove()
    } catch {
      Console.standardError.line("beerdiary: \(path) could not be removed. Remove it yourself.")
    }
  }
}
