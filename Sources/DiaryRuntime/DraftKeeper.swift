import DiaryProcess
import DiaryUI
import Dispatch
import Synchronization

/// Writes what has to be on disk when the program ends: drafts of unsaved forms and the layout of the list for the next
/// start, and that the telemetry notice was seen.
///
/// The draft of a form that is being edited is written soon after each change, so that a killed program loses little.
final class DraftKeeper: Sendable {
  /// The drafts of this run.
  private struct Drafts {
    /// Locks of the drafts that were offered, by their ids.
    var offered: [String: UseLock] = [:]
    /// What is to be written of the form, and the draft that it replaces; `nil` if nothing has changed.
    var pending: (draft: FormDraft, replacing: String?)?
    /// What was written of the form that is open; `nil` if nothing was.
    var current: (id: String, lock: UseLock)?
  }

  private let session: DiarySession
  private let queue = DispatchQueue(label: "diary.drafts", qos: .userInitiated)
  private let folder: DraftFolder?
  private let layout: LayoutFile?
  private let notice: TelemetryNotice?
  /// How long changes of a form are not on disk.
  private let delay: DispatchTimeInterval
  private let unsaved = Mutex<UnsavedForm?>(nil)
  /// Used on the queue only.
  private let drafts = Mutex(Drafts())

  /// Creates a keeper for the forms of a session.
  ///
  /// - Parameters:
  ///   - folder: The folder for drafts; `nil` to keep none.
  ///   - layout: The file for the layout of the list; `nil` to keep none.
  ///   - notice: The notice that usage is counted; `nil` if it was shown before.
  ///   - delay: How long changes of a form are collected before they are written.
  init(
    _ session: DiarySession, folder: DraftFolder?, layout: LayoutFile?, notice: TelemetryNotice?,
    delay: DispatchTimeInterval = .seconds(2)
  ) {
    self.session = session
    self.folder = folder
    self.layout = layout
    self.notice = notice
    self.delay = delay
  }

  /// Offers the drafts of earlier runs that no other window uses.
  func offer() {
    queue.async {
      // What this run kept at its end is for the next one.
      if self.unsaved.withLock({ $0 != nil }) { return }
      guard let (kept, locks) = self.folder?.claim() else { return }
      self.drafts.withLock { $0.offered = locks }
      if !kept.isEmpty { self.session.post(.draftsFound(kept)) }
    }
  }

  /// Keeps the draft of a form that is open when the program ends.
  func saveAtEnd(_ draft: FormDraft, replacing earlier: String?) {
    guard let folder else { return }
    queue.async {
      self.drafts.withLock { drafts in
        let form = UnsavedForm(draft, keptIn: folder, replacing: drafts.current?.id ?? earlier)
        self.unsaved.withLock { $0 = form }
        drafts.pending = nil
        drafts.current = nil
        if let earlier { drafts.offered[earlier] = nil }
      }
    }
  }

  /// Keeps the draft of a form that is being edited, a moment after its first change; `nil` deletes it.
  func saveSoon(_ draft: FormDraft?, replacing earlier: String?) {
    guard folder != nil else { return }
    queue.async {
      self.drafts.withLock { drafts in
        let isScheduled = drafts.pending != nil
        drafts.pending = draft.map { ($0, earlier) }
        if draft == nil {
          if let id = drafts.current?.id { self.folder?.drop(id) }
          drafts.current = nil
        } else if !isScheduled {
          self.queue.asyncAfter(deadline: .now() + self.delay) { self.writePending() }
        }
      }
    }
  }

  /// Writes what has changed; a draft that cannot be written is tried again with the next change, and at the end.
  private func writePending() {
    drafts.withLock { drafts in
      guard let folder, let (draft, earlier) = drafts.pending.take() else { return }
      guard
        let kept = try? folder.saveLocked(draft, replacing: drafts.current?.id ?? earlier)
      else { return }
      drafts.current = kept
      if let earlier { drafts.offered[earlier] = nil }
    }
  }

  /// Lets the next start offer a draft again.
  func release(_ id: String) { queue.async { self.drafts.withLock { $0.offered[id] = nil } } }

  /// Keeps the layout of the list; one that cannot be written lasts as long as the program runs.
  func save(_ layout: ListLayout) { queue.async { try? self.layout?.write(layout) } }

  /// Deletes a draft by its id.
  func drop(_ id: String) {
    queue.async {
      self.folder?.drop(id)
      self.drafts.withLock { $0.offered[id] = nil }
    }
  }

  /// Deletes the draft of a form that was saved after all.
  func drop(_ form: UnsavedForm) { if let folder { form.drop(from: folder) } }

  func noteTelemetryNoticeShown() { queue.async { self.notice?.noteShown() } }

  /// Waits until drafts and the layout are on disk.
  ///
  /// - Returns: The form that was not saved; `nil` if there was none.
  func finish() -> UnsavedForm? {
    queue.sync {
      writePending()
      return unsaved.withLock { $0 }
    }
  }
}
