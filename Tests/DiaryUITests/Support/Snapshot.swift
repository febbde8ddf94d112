import Foundation
import Testing

/// Compares a screen with the text file of that name in `Snapshots/`.
///
/// Where the file is missing, or `RECORD_SNAPSHOTS=1` asks for it, the file is written and the test fails: a snapshot
/// counts only once somebody has looked at it.
func expectSnapshot(
  _ screen: String, named name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Snapshots")
  let file = folder.appendingPathComponent(name + ".txt")
  let isRecording = ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1"
  if !isRecording, FileManager.default.fileExists(atPath: file.path) {
    let recorded = try String(contentsOf: file, encoding: .utf8)
    #expect(screen + "\n" == recorded, "differs from \(name).txt", sourceLocation: sourceLocation)
  } else {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try (screen + "\n").write(to: file, atomically: true, encoding: .utf8)
    Issue.record("recorded \(name).txt: look at it and run again", sourceLocation: sourceLocation)
  }
}
