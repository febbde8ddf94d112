import DiaryUI
import Foundation
import TestSupport
import Testing

@testable import DiaryRuntime

/// The file that keeps the layout of the list.
@Suite struct LayoutFileTests {
  @Test func aLayoutIsReadAsItWasWritten() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let file = LayoutFile(folder.file("state"))
    #expect(file.read() == nil)
    try file.write(ListLayout())
    #expect(file.read() == ListLayout())
    try Data("{".utf8).write(to: URL(fileURLWithPath: folder.file("state/layout.json")))
    #expect(file.read() == nil)
  }

  @Test func aLayoutIsOnDiskWhenTheProgramEnds() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let file = LayoutFile(folder.path)
    let drafts = DraftKeeper(DiarySession(post: { _ in }), folder: nil, layout: file, notice: nil)
    drafts.keep(ListLayout())
    _ = drafts.finish()
    #expect(file.read() == ListLayout())
  }
}
