import Foundation
import Telemetry
import Testing

@Suite("The reference's table of signals")
struct SignalTableTests {
  private static let page = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../docs/reference/telemetry.md").standardizedFileURL

  @Test("is what can be noted, no more and no less")
  func isComplete() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let rows = text.split(separator: "\n").filter { $0.wholeMatch(of: /\| `[A-Z]\w+\.\w+` \|.*/) != nil }
    #expect(rows.map(String.init) == SignalDescription.all.map(row))
  }

  private func row(_ signal: SignalDescription) -> String {
    let facts = signal.payload.map(\.summary) + [signal.floatValue].compactMap { $0 }
    return "| `\(signal.type)` | \(signal.summary) | \(facts.joined(separator: "; ")) |"
  }
}
