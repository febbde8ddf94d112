import DiaryModel
import DiaryStore
import DiarySync
import DiaryText
import Foundation
import Interchange

/// Exports the photos of beers and records the outcome of each.
struct ExportRun {
  private static let shownWarnings = 10

  private let beers: [Int64]
  /// The ids of photos whose images are only in the store for synchronizing.
  private var photosInStore: Set<Int64> = []
  private var exported: [(beer: BeerDetail, photo: ExportedPhoto)] = []
  private(set) var wasCancelled = false

  init(_ beers: [Int64]) { self.beers = beers }

  /// Exports the photos; a signal stops it between two photos.
  mutating func export(from diary: Diary, to folder: String, in context: CommandContext) throws {
    photosInStore = try context.syncSession.photosOnlyInStore(of: diary, readsStore: false)
    try context.cancellable { isCancelled in
      try export(from: diary, to: folder, context.progress, isCancelled: isCancelled)
    }
  }

  private mutating func export(
    from diary: Diary, to folder: String, _ progress: ProgressLine, isCancelled: () -> Bool
  ) throws {
    var export = try PhotoExport(from: diary, to: folder)
    for (index, id) in beers.enumerated() {
      // The beer may have been deleted since the list was read.
      guard let stored = try diary.beer(id) else { continue }
      let beer = BeerDetail(
        beer: stored.beer, photos: try diary.addingMetadata(to: stored.photos, includingHashes: false))
      for photo in beer.photos {
        if isCancelled() {
          wasCancelled = true
          return
        }
        progress.show("Exporting photos: beer \(index + 1) of \(beers.count), photo \(photo.order + 1)")
        exported.append((beer, try export.export(photo, of: beer.beer)))
      }
    }
  }

  /// Whether images were missing or have changed since they were added.
  var hasLosses: Bool { count(.missing) + count(.changed) > 0 }

  /// The exported files, by the photos' UUIDs.
  var files: [UUID: ExportedPhoto.File] {
    Dictionary(exported.compactMap { entry in entry.photo.file.map { (entry.photo.photo.uuid, $0) } }) {
      first, _ in first
    }
  }

  /// Returns how many photos a canceled run exported, without a full stop.
  func cancelledText(folder: String) -> String {
    let there = count(.written) + count(.changed) + count(.alreadyThere)
    return "\(NumberText.count(there, "photo")) \(there == 1 ? "is" : "are") in \(folder)"
  }

  func sentence(folder: String) -> String {
    var parts = ["Exported \(NumberText.count(count(.written) + count(.changed), "photo")) to \(folder)"]
    if count(.alreadyThere) > 0 { parts.append("\(NumberText.count(count(.alreadyThere))) already there") }
    if storedCount > 0 { parts.append("\(NumberText.count(storedCount)) only in the store") }
    if lostCount > 0 { parts.append("\(NumberText.count(lostCount)) without an image") }
    return parts.joined(separator: ", ") + "."
  }

  /// Returns the first warnings, how many more there are, and how to find missing images.
  ///
  /// - Parameter options: The options that name the diary.
  func warnings(_ options: StoreOptions, in context: CommandContext) -> [String] {
    let all = allWarnings
    let more = all.count - Self.shownWarnings
    var lines = Array(all.prefix(Self.shownWarnings))
    if more > 0 { lines.append("… and \(NumberText.count(more, "more photo"))") }
    if storedCount > 0 {
      let beers = Set(photosOnlyInStore.map { $0.beer.beer.id })
      let beer = beers.count == 1 ? beers.first.map { String($0) } : nil
      lines.append(context.sentence(imagesInStore: storedCount, options, fetchArguments: [beer ?? "BEER"]))
    }
    if lostCount > 0 {
      lines.append("To see where missing images can come from, use \(options.suggestion("doctor")).")
    }
    return lines
  }

  private var allWarnings: [String] {
    exported.compactMap { beer, photo in
      let name = "Photo \(photo.photo.order + 1) of \(beer.title)"
      return switch photo.outcome {
      case .missing where photosInStore.contains(photo.photo.id): nil
      case .missing: "\(name) has no image in the diary."
      case .changed: "\(name) was exported, but its image has changed since it was added."
      case .written, .alreadyThere: nil
      }
    }
  }

  func json(folder: String) -> JSONValue {
    .object([
      "path": .text(folder), "stopped": .boolean(wasCancelled),
      "photos": .array(
        exported.map { beer, photo -> JSONValue in
          let path = photo.file.map { "\(folder)/\($0.name)" }
          return .object([
            "beer": .integer(beer.beer.id), "id": .integer(photo.photo.id),
            "number": .integer(Int64(photo.photo.order + 1)), "path": .init(path),
            "outcome": .text(photo.outcome.rawValue),
          ])
        }),
    ])
  }

  /// The number of photos whose images are only in the store.
  private var storedCount: Int { photosOnlyInStore.count }

  /// The photos that could not be exported because their images are only in the store, with their beers.
  private var photosOnlyInStore: [(beer: BeerDetail, photo: ExportedPhoto)] {
    exported.filter { $0.photo.outcome == .missing && photosInStore.contains($0.photo.photo.id) }
  }

  /// The number of other photos without an image.
  private var lostCount: Int { count(.missing) - storedCount }

  private func count(_ outcome: ExportedPhoto.Outcome) -> Int {
    exported.count { $0.photo.outcome == outcome }
  }
}
