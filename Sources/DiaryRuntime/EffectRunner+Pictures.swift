import DiaryProcess
import DiaryStore
import DiaryText
import DiaryUI
import Foundation
import Synchronization

extension EffectRunner {
  /// Posts cached pictures immediately and the others one by one, until a newer request waits.
  func loadPictures(_ request: PictureRequest) {
    latestPictures.submit(request)
    run(on: pictures) { _ in
      guard let request = self.latestPictures.take(), let thumbnails = self.thumbnails.withLock({ $0 }) else {
        return nil
      }
      // What cannot be read now is asked for again when it is next seen.
      let kept = (try? thumbnails.cached(request.photos)) ?? [:]
      if !kept.isEmpty { self.post(.pictures(kept)) }
      for photo in request.photos where kept[photo] == nil {
        guard !self.latestPictures.isWaiting, !self.isCancelled.load(ordering: .relaxed) else {
          break
        }
        if let picture = try? thumbnails.picture(of: photo) { self.post(.pictures([photo: picture])) }
      }
      return nil
    }
  }

  /// Shows a photo in the system's viewer, from a private file that is removed when the diary is closed.
  func view(_ photo: Int64) {
    run(on: pictures) { diary in
      do {
        let path = try self.viewer.makeFile(ofPhoto: photo, in: diary)
        self.aside { self.post(.photoViewed(problem: self.viewer.open(path))) }
        return nil
      } catch {
        return .photoViewed(problem: Problem(CommandFailure(describing: error)))
      }
    }
  }

  func listFolder(_ request: FolderRequest) {
    aside { self.post(.folder(request, TypedPath.names(in: request.folder))) }
  }

  /// Does work that neither touches the diary nor has to be waited for.
  ///
  /// Not on a global queue: its first use starts a timer of the dispatch library, which wakes the program up every
  /// second from then on.
  private func aside(_ work: @escaping @Sendable () -> Void) { Thread.detachNewThread(work) }
}
