/// Builds a TIFF structure: the first directory, the EXIF directory and one for a thumbnail.
struct ExifBuilder {
  enum Order { case big, little }

  /// One directory entry; `value` is put in place or after the directory, by its length.
  struct Entry {
    var tag: Int
    var type: Int
    var count: Int
    var value: Bytes
  }

  var order = Order.little
  var size: (width: Int, height: Int)?
  var orientation: Int?
  var make: String?
  var model: String?
  var date: String?
  var dateOffset: String?
  var thumbnail: Bytes?

  func number16(_ value: Int) -> Bytes { order == .big ? big16(value) : little16(value) }
  func number32(_ value: Int) -> Bytes { order == .big ? big32(value) : little32(value) }

  func short(_ tag: Int, _ value: Int) -> Entry {
    Entry(tag: tag, type: 3, count: 1, value: number16(value) + [0, 0])
  }

  func long(_ tag: Int, _ value: Int) -> Entry {
    Entry(tag: tag, type: 4, count: 1, value: number32(value))
  }

  func text(_ tag: Int, _ value: String) -> Entry {
    let bytes = ascii(value) + [0]
    return Entry(tag: tag, type: 2, count: bytes.count, value: bytes)
  }

  /// A directory as it is written at `offset`, with `next` as the offset of the one after it.
  func directory(_ entries: [Entry], at offset: Int, next: Int = 0) -> Bytes {
    var table = number16(entries.count)
    var values: Bytes = []
    let valuesOffset = offset + 2 + 12 * entries.count + 4
    for entry in entries {
      table += number16(entry.tag) + number16(entry.type) + number32(entry.count)
      if entry.value.count <= 4 {
        table += entry.value + Bytes(repeating: 0, count: 4 - entry.value.count)
      } else {
        table += number32(valuesOffset + values.count)
        values += entry.value
      }
    }
    return table + number32(next) + values
  }

  func header(firstDirectory: Int = 8) -> Bytes {
    ascii(order == .big ? "MM" : "II") + number16(42) + number32(firstDirectory)
  }

  var bytes: Bytes {
    let exifOffset = 8 + first(exifOffset: 0, next: 0).count
    let exif = exifDirectory(at: exifOffset)
    let thumbnailOffset = exifOffset + exif.count
    let next = thumbnail == nil ? 0 : thumbnailOffset
    return header() + first(exifOffset: exifOffset, next: next) + exif
      + thumbnailDirectory(at: thumbnailOffset)
  }

  /// Where the thumbnail's own bytes begin.
  var thumbnailOffset: Int { bytes.count - (thumbnail?.count ?? 0) }

  private func first(exifOffset: Int, next: Int) -> Bytes {
    var entries: [Entry] = []
    if let size { entries += [long(0x100, size.width), short(0x101, size.height)] }
    if let make { entries.append(text(0x10F, make)) }
    if let model { entries.append(text(0x110, model)) }
    if let orientation { entries.append(short(0x112, orientation)) }
    entries.append(long(0x8769, exifOffset))
    return directory(entries, at: 8, next: next)
  }

  private func exifDirectory(at offset: Int) -> Bytes {
    var entries: [Entry] = []
    if let date { entries.append(text(0x9003, date)) }
    if let dateOffset { entries.append(text(0x9011, dateOffset)) }
    return directory(entries, at: offset)
  }

  private func thumbnailDirectory(at offset: Int) -> Bytes {
    guard let thumbnail else { return [] }
    let size = 2 + 12 * 2 + 4
    return directory([long(0x201, offset + size), long(0x202, thumbnail.count)], at: offset) + thumbnail
  }
}
