import DiaryModel
import DiaryStore
import Foundation

/// Everything that a diary shows, as text: fields, custom fields, origins, photo orders, image hashes.
///
/// Left out is what is made by chance (uuids) and what does not come from the user (the id of the import).
enum DiarySnapshot {
  static func lines(of diary: Diary) throws -> [String] {
    var details: [BeerDetail] = []
    try diary.forEachBeer { details.append($0) }
    let lines = try details.sorted { $0.beer.id < $1.beer.id }.flatMap { detail in
      [line(detail.beer)] + (try diary.addingMetadata(to: detail.photos).map(line))
    }
    let items = try diary.listItems(in: 0..<100_000)
    let counts = items.map { "row \($0.id): \($0.name ?? "-"), \($0.photoCount) photos" }.sorted()
    // Labels are given in the background.
    var summary = try diary.summary()
    summary.labelCount = nil
    return lines + counts + ["\(summary)"]
  }

  private static func line(_ beer: Beer) -> String {
    let values = BeerColumn.values.map { $0.json(of: beer.fields)?.display }
    let others = [
      beer.createdAt.text, beer.updatedAt.text, beer.deletedAt?.text, beer.origin?.source, beer.origin?.id,
      beer.fields.extras.json,
    ]
    let texts = (values + others).map { $0?.debugDescription ?? "-" }
    return "beer \(beer.id): \(texts.joined(separator: " "))"
  }

  private static func line(_ photo: Photo) -> String {
    let metadata = photo.metadata
    return """
      photo \(photo.id) of \(photo.beerID) at \(photo.order): \(photo.takenAt?.text ?? "-") \
      \(photo.caption.debugDescription) \(metadata.format ?? "-") \(metadata.width ?? 0)x\(metadata.height ?? 0) \
      \(metadata.byteCount) \(photo.sha256 ?? "missing")
      """
  }

  /// The first lines that differ, for a message.
  static func difference(_ found: [String], _ expected: [String]) -> String {
    let lost = expected.filter { !found.contains($0) }.prefix(2).map { "lost {\($0)}" }
    let new = found.filter { !expected.contains($0) }.prefix(2).map { "new {\($0)}" }
    return "\(found.count) lines instead of \(expected.count): " + (lost + new).joined(separator: ", ")
  }
}
