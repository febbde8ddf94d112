import Foundation
import Testing

extension EndToEnd {
  /// The manual's pages, made from the program's own description.
  @Suite struct ManualTests {
    private static let groff = "/usr/bin/groff"
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private static let generator = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "Documents").path
    private static let reference = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../docs/reference").standardizedFileURL.path

    @Test func theReferenceIsCurrent() async throws {
      let folder = sandbox.file("reference")
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: Self.reference + "/preface", toPath: folder + "/preface")
      let made = try await sandbox.shell(
        "\"$PROGRAM\" --experimental-dump-help | '\(Self.generator)' reference '\(folder)'")
      #expect(made.status == 0 && made.errors == "")
      func isPage(_ name: String) -> Bool { name.hasSuffix(".md") || name.hasSuffix(".json") }
      let pages = try FileManager.default.contentsOfDirectory(atPath: folder).filter(isPage)
      let committed = try FileManager.default.contentsOfDirectory(atPath: Self.reference)
        .filter { isPage($0) && $0 != "README.md" }
      #expect(Set(pages) == Set(committed))
      for page in pages {
        let isCurrent = FileManager.default.contentsEqual(
          atPath: "\(folder)/\(page)", andPath: "\(Self.reference)/\(page)")
        #expect(isCurrent, "docs/reference/\(page) is not current: run `make reference`")
      }
    }

    @Test func everyCommandHasAPageThatFormats() async throws {
      let folder = sandbox.file("man")
      let made = try await sandbox.shell(
        "\"$PROGRAM\" --experimental-dump-help "
          + "| '\(Self.generator)' manual '\(folder)' 'beerdiary 1' 'January 31, 2026'")
      #expect(made.status == 0 && made.errors == "")

      let pages = try FileManager.default.contentsOfDirectory(atPath: folder)
      let commands = try await CommandRecord.ofProgram().map(\.path)
      let topics = ["beerdiary-filter.7", "beerdiary-keys.7"]
      #expect(Set(pages) == Set(commands.map { $0.replacing(" ", with: "-") + ".1" } + topics))
      let list = try String(contentsOfFile: folder + "/beerdiary-list.1", encoding: .utf8)
      #expect(list.contains(".SH \"FILTER\"") && list.contains("\\-\\-sort"))
      for heading in ["EXIT STATUS", "ENVIRONMENT", "FILES"] { #expect(list.contains(".SH \"\(heading)\"")) }
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
