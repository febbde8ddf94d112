import DiaryStore
import DiaryText
import SQLiteKit

/// The background work, as far as the status line tells of it.
struct BackgroundState: Hashable, Sendable {
  private static let slicesBetweenReloads = 20

  private var work: BackgroundWork?
  private var total = 0
  private var remaining = 0
  private var slices = 0

  /// What is being done and how much of it is done; `nil` where nothing is.
  var text: String? {
    guard let work, total > 0 else { return nil }
    return "\(Self.name(work)) \(NumberText.percent(total - remaining, of: total))%"
  }

  var isWorking: Bool { work != nil }

  /// Notes what remains after a slice; returns whether what the list shows should be read again.
  mutating func report(_ progress: BackgroundProgress?) -> Bool {
    let isNew = progress?.work != work
    let changesList = work == .describingPhotos
    if isNew { (total, slices) = (0, 0) }
    work = progress?.work
    remaining = progress?.remaining ?? 0
    total = max(total, remaining)
    slices += 1
    return isNew ? changesList : changesList && slices.isMultiple(of: Self.slicesBetweenReloads)
  }

  private static func name(_ work: BackgroundWork) -> String {
    switch work {
    case .describingPhotos: "reading photo details"
    case .indexingSearch: "indexing for search"
    case .collectingImages: "collecting photos"
    case .hashingPhotos: "computing photo checksums"
    case .discardingRows, .shrinking: "cleaning up"
    case .makingThumbnails: "making thumbnails"
    }
  }
}

extension AppState {
  mutating func workedInBackground(_ result: Result<BackgroundProgress?, StoreError>) -> [Effect] {
    switch result {
    case .success(let progress):
      if background.report(progress) { showNewDescriptions() }
      return progress == nil ? [] : [.workInBackground]
    case .failure(let error):
      background = BackgroundState()
      notice = Notice(
        text: "Background work stopped: " + ErrorText.reason(error) + ".", kind: .problem)
      return []
    }
  }

  /// What an import, or taking one back, leaves to be done.
  func workAfterImport(_ changes: [DiaryChange]) -> [Effect] {
    let isImport = changes.contains {
      switch $0 {
      case .imported, .undoneImport: true
      default: false
      }
    }
    return isImport && !background.isWorking ? [.workInBackground] : []
  }

  private mutating func showNewDescriptions() {
    list.rows.invalidate(readsListAnew: false)
    shown?.invalidate()
  }
}
