import DiaryProcess
import DiaryUI
import Dispatch
import Synchronization

/// Writes what has to be on disk when the program ends: drafts of unsaved forms and the layout of the list for the next
/// start, and that the telemetry notice was seen.
final class DraftKeeper: Sendable {
  private let session: DiarySession
  private let queue = DispatchQueue(label: "diary.drafts", qos: .userInitiated)
  private let folder: DraftFolder?
  private let layout: LayoutFile?
  private let notice: TelemetryNotice?
  private let unsaved = Mutex<UnsavedForm?>(nil)

  /// Creates a keeper for the forms of a session.
  ///
  /// - Parameters:
  ///   - folder: The folder for drafts; `nil` to keep none.
  ///   - layout: The file for the layout of the list; `nil` to keep none.
  ///   - notice: The notice that usage is counted; `nil` if it was shown before.
  init(_ session: DiarySession, folder: DraftFolder?, layout: LayoutFile?, notice: TelemetryNotice?) {
    self.session = session
    self.folder = folder
    self.layout = layout
    self.notice = notice
  }

  /// Offers the drafts of earlier runs.
  func offer() {
    queue.async {
      if let kept = self.folder?.kept(), !kept.isEmpty { self.session.post(.draftsFound(kept)) }
    }
  }

  func keep(_ draft: FormDraft, replacing earlier: String?) {
    guard let folder else { return }
    queue.async {
      let form = UnsavedForm(draft, keptIn: folder, replacing: earlier)
      self.unsaved.withLock { $0 = form }
    }
  }

  /// Keeps the layout of the list; one that cannot be written lasts as long as the program runs.
  func keep(_ layout: ListLayout) { queue.async { try? self.layout?.write(layout) } }

  /// Deletes a draft by its id.
  func drop(_ id: String) { queue.async { self.folder?.drop(id) } }

  /// Deletes the draft of a form that was saved after all.
  func drop(_ form: UnsavedForm) { if let folder { form.drop(from: folder) } }

  func noteTelemetryNoticeShown() { queue.async { self.notice?.noteShown() } }

  /// Waits until drafts and the layout are on disk.
  ///
  /// - Returns: The form that was not saved; `nil` if there was none.
  func finish() -> UnsavedForm? { queue.sync { unsaved.withLock { $0 } } }
}
