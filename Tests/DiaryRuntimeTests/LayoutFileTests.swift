import Foundation
import TestSupport
import Testing

@testable import DiaryRuntime
@testable import DiaryUI

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

  @Test func aScreenKeepsWhatAnotherOneHasChanged() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let screens = [LayoutFile(folder.path), LayoutFile(folder.path)]
    #expect(screens.map { $0.read() } == [nil, nil])
    var first = ListLayout()
    first.showsPreview = false
    try screens[0].write(first)
    var second = ListLayout()
    second.previewWidth = 50
    try screens[1].write(second)
    var both = first
    both.previewWidth = 50
    #expect(screens[0].read() == both)
    // The second screen still has the preview, and says nothing about it.
    second.notesWidth = 40
    try screens[1].write(second)
    both.notesWidth = 40
    #expect(screens[0].read() == both)
    second.previewWidth = nil
    try screens[1].write(second)
    both.previewWidth = nil
    #expect(screens[0].read() == both)
  }

  @Test func everyPartThatChangesIsWrittenOverTheLayoutThatIsKept() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let file = LayoutFile(folder.path)
    let earlier = ListLayout()
    try file.write(earlier)
    var layout = earlier
    layout.columns.setWidth(0, to: 33)
    layout.showsCards = true
    layout.showsPreview = false
    layout.showsNotes = false
    layout.previewWidth = 50
    layout.notesWidth = 40
    // A part that is added later has to be changed here as well.
    for (old, new) in zip(Mirror(reflecting: earlier).children, Mirror(reflecting: layout).children) {
      #expect("\(old.value)" != "\(new.value)", "\(new.label ?? "")")
    }
    try file.write(layout)
    #expect(file.read() == layout)
  }

  @Test func aLayoutIsOnDiskWhenTheProgramEnds() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let file = LayoutFile(folder.path)
    let drafts = DraftKeeper(DiarySession(post: { _ in }), folder: nil, layout: file, notice: nil)
    drafts.save(ListLayout())
    _ = drafts.finish()
    #expect(file.read() == ListLayout())
  }
}
