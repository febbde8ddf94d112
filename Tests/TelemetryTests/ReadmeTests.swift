import Foundation
import Telemetry
import Testing

/// The list of signals in the README.
@Suite struct ReadmeTests {
  private static let readme = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../README.md").standardizedFileURL

  @Test func listsExactlyTheSignalsThatCanBeRecorded() throws {
    let text = try String(contentsOf: Self.readme, encoding: .utf8)
    let told = text.split(separator: "\n").filter { $0.wholeMatch(of: /\| `[A-Z]\w+\.\w+` \|.*/) != nil }
    #expect(told.map(String.init) == SignalDescription.all.map(row))
  }

  private func row(_ signal: SignalDescription) -> String {
    let facts = signal.payload.map(\.summary) + [signal.floatValue].compactMap { $0 }
    return "| `\(signal.type)` | \(signal.summary) | \(facts.joined(separator: "; ")) |"
  }
}
