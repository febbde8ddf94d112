import DiaryStore
import Foundation

/// How many photos a Beer Diary export has, and how many of their files were found.
package struct ExportedPhotoCounts: Hashable, Sendable {
  /// The photos that had an image in the exported diary, or that were added to the export with the name of a file.
  package private(set) var count = 0
  /// How many of these have a file that can be read; it is not compared with the exported image.
  package private(set) var found = 0
  /// The names of the files that cannot be read.
  package private(set) var missingFiles = CountedExamples<String>(limit: 3)
  /// The folders in which the files were searched.
  package let folders: [String]

  init(folders: [String] = []) { self.folders = folders }

  mutating func add(_ photos: [ImportedPhoto]) {
    for photo in photos {
      guard let path = photo.path else { continue }
      count += 1
      if FileManager.default.isReadableFile(atPath: path) {
        found += 1
      } else if !path.isEmpty {
        missingFiles.add(SafeText.sanitized((path as NSString).lastPathComponent, limit: 60))
      }
    }
  }
}
