import DiaryModel
import DiaryProcess
import DiaryStore
import Interchange

extension CommandContext {
  /// Prints a sentence about a beer's photos, or the photos as JSON.
  func report(
    _ options: OutputOptions, _ sentence: String, photosOf detail: BeerDetail, in diary: Diary
  ) throws {
    func members() throws -> JSONMembers {
      let photos = try diary.addingMetadata(
        to: try diary.beer(detail.beer.id)?.photos ?? [], includingHashes: false)
      return [
        ("beer", .integer(detail.beer.id)),
        ("photos", .array(photos.map { JSONValue(PhotoJSON($0).members) })),
      ]
    }
    try reportDone(options, json: JSONText.of(members())) { $0.line(sentence) }
  }
}
