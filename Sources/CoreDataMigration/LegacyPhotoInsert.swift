import DiaryModel
import Foundation
import GRDB
import SQLiteKit

/// Writes the rows of version 3's `photo`.
final class LegacyPhotoInsert {
  private let insert: PreparedInsert
  private let folder: ExternalImageFolder
  private let date: Date
  private var random = BufferedRandomness()
  private var missing = MentionedBeers()
  private var unreadable = MentionedBeers()
  private var unreadableDates = MentionedBeers()
  private var damagedCaptions = MentionedBeers()

  init(_ db: Database, folder: String, date: Date) throws {
    self.folder = ExternalImageFolder(folder)
    self.date = date
    insert = try PreparedInsert(
      db, into: "photo",
      [
        "id", "uuid", "beer_id", "user_order", "taken_at", "caption", "byte_count", "image_offset",
        "external_name", "is_missing",
      ])
  }

  func sentences(_ db: Database) throws -> [String] {
    try [
      ("Photos have no image, neither in the store nor in its folder", missing),
      (
        "Image files are empty, cut short, symbolic links or unreadable; the photos are kept without an image",
        unreadable
      ),
      ("Dates cannot be read; they stay in the store, unshown", unreadableDates),
      (
        "Captions are no clean text; what can be read is shown, their bytes stay in the store",
        damagedCaptions
      ),
    ].filter { $0.1.count > 0 }.map { what, mentioned in
      "\(what): \(MentionedBeers.counted(mentioned.count, "photo")) on \(try mentioned.text(db))."
    }
  }

  /// The old columns stay in `photo_image`, so nothing is lost that version 3 has no place for.
  private func note(_ taken: LegacyValue, _ caption: LegacyValue, on beer: Int64) {
    switch taken {
    case .null: break
    default: if taken.date == nil { unreadableDates.add(beer) }
    }
    switch caption {
    case .null, .text: break
    default: damagedCaptions.add(beer)
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
      byteCount = folder.byteCount(of: name)
    case .missing: break
    }
    if byteCount == nil {
      if let external, folder.hasEntry(external) { unreadable.add(beer) } else { missing.add(beer) }
    }
    note(taken, caption, on: beer)
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
