import Foundation
import TestSupport
import Testing

@testable import Interchange

/// Writing files that get their names when they are complete.
@Suite struct AtomicFileTests {
  /// On file systems without links, an empty file reserves the name.
  @Test func aReservedNameIsFreeAgainIfTheFileCannotGetIt() throws {
    let folder = try TemporaryFolder()
    let file = try AtomicFile(in: folder.path)
    defer { file.discard() }
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    let draft = try #require(names.first { $0.hasSuffix("/draft") })
    try FileManager.default.removeItem(atPath: folder.file(draft))

    #expect(throws: ExportError.self) { try file.renameOntoReserved(folder.file("beers.csv")) }

    #expect(!FileManager.default.fileExists(atPath: folder.file("beers.csv")))
  }
}
