import DiaryStore
import DiaryText
import SQLiteKit

/// The background work whose progress the status line shows, and the export.
struct BackgroundState: Hashable, Sendable {
  private static let slicesBetweenReloads = 20

  /// The running export; `nil` if there is none.
  var export: RunningExport?
  private var work: BackgroundWork?
  private var total = 0
  private var remaining = 0
  private var slices = 0
  /// Whether beers that were read before the last slice may have other photo details now.
  private(set) var hasNewPhotoDetails = false

  /// The export, or else the current work, with its progress; `nil` if there is nothing to show.
  var text: String? {
    if let text = export?.text { return text }
    guard let work, total > 0 else { return nil }
    return "\(Self.name(work)) \(NumberText.percent(total - remaining, of: total))%"
  }

  var isWorking: Bool { work != nil }

  /// Whether beers are being given labels, which no list reports as a change of the beers.
  fileprivate var isLabeling: Bool { work == .labelingBeers }

  /// Updates the remaining work after a slice; `nil` if none is left.
  mutating func report(_ progress: BackgroundProgress?) {
    let isNew = progress?.work != work
    let describes = work == .readingPhotoMetadata
    if isNew {
      total = 0
      slices = 0
    }
    work = progress?.work
    remaining = progress?.remaining ?? 0
    total = max(total, remaining)
    slices += 1
    hasNewPhotoDetails = describes && (isNew || slices.isMultiple(of: Self.slicesBetweenReloads))
  }

  private static func name(_ work: BackgroundWork) -> String {
    switch work {
    case .readingPhotoMetadata: "reading photo details"
    case .indexingSearch: "indexing for search"
    case .copyingImages: "copying photos"
    case .labelingBeers: "grouping beers by label"
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
      let wasGrouping = background.isLabeling
      background.report(progress)
      if background.hasNewPhotoDetails { currentBeer?.invalidate() }
      // Lists with one line for each label, and their counts, are others now.
      let reading: [Effect] = wasGrouping && !background.isLabeling ? [.invalidateListCache] + reload() : []
      return reading + (progress == nil ? [] : [.doBackgroundWork])
    case .failure(let error):
      background.report(nil)
      notice = Notice(
        text: "Background work stopped: " + ErrorText.reason(error) + ".", kind: .problem)
      return []
    }
  }

  /// The effects for the background work after an import or its undo.
  func workAfterImport(_ changes: [DiaryChange]) -> [Effect] {
    let isImport = changes.contains {
      switch $0 {
      case .imported, .undoneImport: true
      default: false
      }
    }
    return isImport && !background.isWorking ? [.doBackgroundWork] : []
  }
}
