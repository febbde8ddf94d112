import DiaryProcess
import DiaryStore
import Foundation
import Interchange
import Pictures

/// The sample diary: a CSV file of beers and a folder of photos named `<row>-<position>.<ending>`, both from 1.
package struct SampleDiary {
  let folder: String

  /// Returns the sample's folder in the program's installation prefix, or in the checkout that contains it; `nil` if there
  /// is none.
  package static func installedFolder() -> String? {
    let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().standardizedFileURL
    let ancestors = sequence(first: program.deletingLastPathComponent()) { folder in
      folder.path == "/" ? nil : folder.deletingLastPathComponent()
    }
    let installed = ancestors.dropFirst().prefix(1).map { $0.appending(path: "share/beerdiary/sample") }
    let checkedOut = ancestors.map { $0.appending(path: "Resources/sample") }
    return (installed + checkedOut).map(\.path).first {
      FileManager.default.fileExists(atPath: $0 + "/beers.csv")
    }
  }

  /// Imports the beers and adds their photos in order; undo leaves them alone, because the user did not add them.
  func fill(_ diary: Diary) throws {
    let summary = try importBeers(diary)
    guard summary.counts.rejected == 0 else {
      throw CommandFailure(
        sentence: "The sample diary in \(folder) has rows that cannot be read. Install it again.",
        status: .badData)
    }
    for photo in try photos() {
      _ = try diary.addPhoto(to: Int64(photo.row), image: try FileBytes(path: photo.path))
    }
    try diary.forgetLoggedChanges()
  }

  private func importBeers(_ diary: Diary) throws(CommandFailure) -> ImportSummary {
    do {
      return try FileImport(ImportSource(path: folder + "/beers.csv")).run(into: diary)
    } catch {
      throw CommandFailure(error)
    }
  }

  /// The photo files by beer and position.
  private func photos() throws -> [(row: Int, position: Int, path: String)] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/photos")
    let found = names.compactMap { name -> (row: Int, position: Int, path: String)? in
      let numbers = (name as NSString).deletingPathExtension.split(separator: "-").map { Int($0) }
      guard numbers.count == 2, let row = numbers[0], let position = numbers[1] else { return nil }
      return (row, position, "\(folder)/photos/\(name)")
    }
    return found.sorted { ($0.row, $0.position) < ($1.row, $1.position) }
  }
}
