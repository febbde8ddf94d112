import DiaryProcess
import DiaryStore
import DiaryText
import DiaryUI
import Dispatch
import SQLiteKit
import Synchronization
import Terminal

/// A request for photos as they are shown on the screen.
private struct RenderingRequest { let specs: [PictureSpec] }

/// Loads or makes pictures of photos, and shows photos in the system's viewer.
final class PictureLoader: Sendable {
  private let session: DiarySession
  private let queue = DispatchQueue(label: "diary.pictures", qos: .userInitiated)
  private let renderingQueue = DispatchQueue(label: "diary.renderings", qos: .userInitiated)
  /// Used on the queue for renderings.
  private let renderer = Mutex(PictureRenderer())
  private let thumbnails = Mutex<PhotoThumbnails?>(nil)
  private let viewer = PhotoViewer()
  private let cacheFolder: String?

  /// Creates a loader for the photos of a session's diary.
  ///
  /// - Parameter cacheFolder: The folder for thumbnails; `nil` to keep none.
  init(_ session: DiarySession, cacheFolder: String?) {
    self.session = session
    self.cacheFolder = cacheFolder
  }

  func begin(with diary: Diary) {
    thumbnails.withLock { $0 = PhotoThumbnails(of: diary, cachedIn: cacheFolder) }
  }

  /// Waits until all pictures have been loaded.
  func finish() {
    queue.sync {}
    renderingQueue.sync {}
  }

  /// Removes temporary files of this run.
  func close() {
    thumbnails.take()?.close()
    viewer.removeFiles()
  }

  /// Posts cached pictures immediately and the others one by one, until a newer request arrives.
  func load(_ request: PictureRequest) {
    let newer = session.latest.submit(request)
    session.run(on: queue) { _ in
      guard newer() == nil, let thumbnails = self.thumbnails.withLock({ $0 }) else { return nil }
      // Pictures that cannot be read now are requested again when they are next visible.
      let cached = (try? thumbnails.cached(request.photos)) ?? [:]
      if !cached.isEmpty { self.session.post(.pictures(cached)) }
      for photo in request.photos where cached[photo] == nil {
        guard newer() == nil, !self.session.isCancelled else { break }
        if let picture = try? thumbnails.picture(of: photo) {
          self.session.post(.pictures([photo: picture]))
        }
      }
      return nil
    }
  }

  /// Makes photos as they are shown on the screen and posts them one by one, until a newer request arrives.
  func render(_ specs: [PictureSpec]) {
    let newer = session.latest.submit(RenderingRequest(specs: specs))
    session.run(on: renderingQueue) { _ in
      guard newer() == nil, let thumbnails = self.thumbnails.withLock({ $0 }) else { return nil }
      for spec in specs {
        guard newer() == nil, !self.session.isCancelled else { break }
        // Photos that cannot be read now are shown as thumbnails.
        let rendering = self.renderer.withLock { renderer in try? renderer.render(spec, from: thumbnails) }
        self.session.post(.rendered(spec, rendering ?? .refused))
      }
      return nil
    }
  }

  /// Makes some of the missing thumbnails; returns `nil` if there are none.
  func makeThumbnails() throws(StoreError) -> BackgroundProgress? {
    try thumbnails.withLock { $0 }?.makeSome()
  }

  /// Shows a photo in the system's viewer, from a private file that is removed when the diary is closed.
  func view(_ photo: Int64) {
    session.run(on: queue) { diary in
      do {
        let path = try self.viewer.makeFile(ofPhoto: photo, in: diary)
        self.session.answerOnOwnThread { .photoViewed(problem: self.viewer.open(path)) }
        return nil
      } catch {
        return .photoViewed(problem: Problem(CommandFailure(describing: error)))
      }
    }
  }
}
