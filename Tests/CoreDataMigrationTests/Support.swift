import DiaryFixtures
import DiaryStore
import TestSupport
import Testing

extension OldDiary {
  /// Expects that the store is refused, and that no file changes.
  func expectRefusal(_ error: OpeningError, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let before = try folder.contents()
    #expect(throws: error, sourceLocation: sourceLocation) { try Diary.open(at: path) }
    #expect(try folder.contents() == before, sourceLocation: sourceLocation)
  }
}
