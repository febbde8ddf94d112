import DiaryStore
import DiaryUI
import Dispatch
import SQLiteKit

/// Runs the diary's background work in slices, then makes thumbnails.
final class BackgroundWorkRunner: Sendable {
  private let session: DiarySession
  private let reader: DiaryReader
  private let pictures: PictureLoader
  private let slowWork: DispatchQueue

  /// Creates a runner that is idle until ``work()`` is called.
  ///
  /// - Parameter slowWork: The queue for work that may take seconds.
  init(_ session: DiarySession, _ reader: DiaryReader, _ pictures: PictureLoader, slowWork: DispatchQueue) {
    self.session = session
    self.reader = reader
    self.pictures = pictures
    self.slowWork = slowWork
  }

  func work() {
    session.run(on: slowWork) { diary in
      self.reader.waitForListItems()
      return .workedInBackground(
        Result { () throws(StoreError) -> BackgroundProgress? in
          if let progress = try diary.doBackgroundWork() { return progress }
          return try self.pictures.makeThumbnails()
        })
    }
  }
}
