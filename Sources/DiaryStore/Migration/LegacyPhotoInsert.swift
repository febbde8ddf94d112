import Foundation
import GRDB

/// Writes the rows of version 3's `photo`.
final class LegacyPhotoInsert {
  private let insert: RowInsert
  private let folder: String
  private let date: Date
  private var random = BufferedRandomness()
  private var missing = 0
  private var unreadableDates = 0
  private var damagedCaptions = 0

  init(_ db: Database, folder: String, date: Date) throws {
    self.folder = folder
    self.date = date
    insert = try RowInsert(
      db, into: "photo",
      [
        "id", "uuid", "beer_id", "user_order", "taken_at", "caption", "byte_count", "image_offset",
        "external_name", "is_missing",
      ])
  }

  var warnings: [String] {
    [
      (missing, "photos have no image: it is missing from the store or from the folder beside it."),
      (unreadableDates, "photos have a date that is none; it stays in the store, unshown."),
      (
        damagedCaptions,
        "captions are no clean text; what can be read is shown, their bytes stay in the store."
      ),
    ].filter { $0.0 > 0 }.map { "\($0) \($1)" }
  }

  /// The old columns stay in `photo_image`, so nothing is lost that version 3 has no place for.
  private func note(_ taken: LegacyValue, _ caption: LegacyValue) {
    switch taken {
    case .null: break
    default: unreadableDates += taken.date == nil ? 1 : 0
    }
    switch caption {
    case .null, .text: break
    default: damagedCaptions += 1
    }
  }

  func execute(
    id: Int64, beer: Int64, order: Int, taken: LegacyValue, caption: LegacyValue, image: LegacyImage
  ) throws {
    var offset = 0
    var byteCount: Int?
    var external: String?
    switch image {
    case .inline(let start, let count): (offset, byteCount) = (start, count)
    case .external(let name):
      external = name
      byteCount = StoreFile.readableSize("\(folder)/\(name)")
    case .missing: break
    }
    missing += byteCount == nil ? 1 : 0
    note(taken, caption)
    try insert.execute { row in
      row.append(id)
      row.append(UUID.version7(at: date, using: &random))
      row.append(beer)
      row.append(Int64(order))
      row.append(taken.date?.text)
      row.append(caption.readableText)
      row.append(Int64(byteCount ?? 0))
      row.append(Int64(offset))
      row.append(external)
      row.append(byteCount == nil ? 1 : 0)
    }
  }
}
