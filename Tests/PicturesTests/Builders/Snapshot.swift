import Foundation
import Testing

/// A file next to the tests.
func testFile(_ path: String) -> URL {
  URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(
    path: path)
}

/// Compares a drawing with the text file of that name in `Snapshots/`.
///
/// If the file is missing, or `RECORD_SNAPSHOTS=1` asks for it, the file is written and the test fails: a snapshot
/// counts only once somebody has looked at it.
func expectSnapshot(
  _ drawing: String, named name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let file = testFile("Snapshots/\(name).txt")
  let isRecording = ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1"
  if !isRecording, FileManager.default.fileExists(atPath: file.path) {
    let recorded = try String(contentsOf: file, encoding: .utf8)
    #expect(drawing + "\n" == recorded, "differs from \(name).txt", sourceLocation: sourceLocation)
  } else {
    try (drawing + "\n").write(to: file, atomically: true, encoding: .utf8)
    Issue.record("recorded \(name).txt: look at it and run again", sourceLocation: sourceLocation)
  }
}
