import Foundation
import Testing

extension EndToEnd {
  /// The manual's pages, made from the program's own description.
  @Suite struct ManualTests {
    private static let groff = "/usr/bin/groff"
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    @Test func everyCommandHasAPageThatFormats() async throws {
      let generator = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "ManualPages").path
      let folder = sandbox.file("man")
      let made = try await sandbox.shell(
        "\"$PROGRAM\" --experimental-dump-help | '\(generator)' '\(folder)' 'beerdiary 1' 'January 31, 2026'")
      #expect(made.status == 0 && made.errors == "")

      let pages = try FileManager.default.contentsOfDirectory(atPath: folder)
      let commands = try await CommandRecord.ofProgram(sandbox).map(\.path)
      #expect(Set(pages) == Set(commands.map { $0.replacing(" ", with: "-") + ".1" }))
      let list = try String(contentsOfFile: folder + "/beerdiary-list.1", encoding: .utf8)
      #expect(list.contains(".SH \"FILTER\"") && list.contains("\\-\\-sort"))
      guard FileManager.default.isExecutableFile(atPath: Self.groff) else {
        return print("groff is not installed: the manual's pages were not formatted")
      }
      for page in pages {
        let result = try await sandbox.command(
          Self.groff, ["-man", "-Tutf8", "-Kutf8", "-ww", "\(folder)/\(page)"])
        #expect(result.status == 0 && result.errors == "", "\(page)")
      }
    }
  }
}
