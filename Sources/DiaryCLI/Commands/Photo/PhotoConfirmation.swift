import DiaryModel
import DiaryProcess
import DiaryStore

/// Says what was done to a beer's photos: in a line, or as the beer's photos in JSON.
struct PhotoConfirmation {
  let json: Bool

  func tell(_ sentence: String, photosOf detail: BeerDetail, in diary: Diary) throws {
    let console = Console.standardOutput
    if json {
      let photos = try diary.completed(try diary.beer(detail.beer.id)?.photos ?? [], withHashes: false)
      let members: JSONMembers = [
        ("beer", .integer(detail.beer.id)),
        ("photos", .array(photos.map { .object(PhotoJSON($0).object) })),
      ]
      console.write(JSONText.of(members))
    } else {
      console.line(sentence)
    }
    console.flush()
  }
}
