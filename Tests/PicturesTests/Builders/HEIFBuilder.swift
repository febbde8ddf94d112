/// Builds HEIC and AVIF files of two tiles, a primary picture made of them and an EXIF item.
struct HEIFBuilder {
  enum ExifPlace { case file, itemData }

  var brands = ["heic", "mif1", "heic"]
  var width = 4032
  var height = 3024
  /// Property boxes of the primary picture, in the order in which they are applied.
  var transformations: [Bytes] = []
  var exif: ExifBuilder?
  var exifPlace = ExifPlace.file
  /// 0, 1 or 2; the later ones are what long lists of tiles need.
  var locationVersion = 1
  var usesWideNumbers = false

  private static let tileID = 1
  private static let primaryID = 49
  private static let exifID = 50

  static func box(_ type: String, _ payload: Bytes) -> Bytes {
    big32(payload.count + 8) + ascii(type) + payload
  }

  static func fullBox(_ type: String, version: UInt8 = 0, flags: Int = 0, _ payload: Bytes) -> Bytes {
    box(type, [version] + big32(flags).dropFirst() + payload)
  }

  static func rotation(_ anticlockwise: UInt8) -> Bytes { box("irot", [anticlockwise]) }
  static func mirror(_ mode: UInt8) -> Bytes { box("imir", [mode]) }

  var bytes: Bytes {
    let start = fileType + meta(exifOffset: 0)
    return fileType + meta(exifOffset: start.count + 8)
      + Self.box("mdat", exifPlace == .file ? exifItem : [9])
  }

  var fileType: Bytes {
    Self.box("ftyp", ascii(brands[0]) + big32(0) + ascii(brands.dropFirst().joined()))
  }

  private var exifItem: Bytes {
    guard let exif else { return [] }
    return big32(6) + JPEGBuilder.exifPrefix + exif.bytes
  }

  private func meta(exifOffset: Int) -> Bytes {
    var boxes = Self.fullBox("hdlr", big32(0) + ascii("pict") + Bytes(repeating: 0, count: 13))
    boxes += Self.fullBox("pitm", version: usesWideNumbers ? 1 : 0, id(Self.primaryID))
    boxes += itemInfos + itemProperties
    if exif != nil { boxes += itemLocations(exifOffset: exifPlace == .file ? exifOffset : 0) }
    if exifPlace == .itemData { boxes += Self.box("idat", exifItem) }
    return Self.fullBox("meta", boxes)
  }

  private func id(_ value: Int) -> Bytes { usesWideNumbers ? big32(value) : big16(value) }

  private var itemInfos: Bytes {
    let items = [(Self.tileID, "hvc1"), (Self.primaryID, "grid"), (Self.exifID, "Exif")]
    let entries = items.map { item, type in
      Self.fullBox("infe", version: usesWideNumbers ? 3 : 2, id(item) + [0, 0] + ascii(type) + [0])
    }
    let count = usesWideNumbers ? big32(items.count) : big16(items.count)
    return Self.fullBox("iinf", version: usesWideNumbers ? 1 : 0, count + entries.joined())
  }

  private var itemProperties: Bytes {
    let tile = Self.fullBox("ispe", big32(512) + big32(512))
    let picture = Self.fullBox("ispe", big32(width) + big32(height))
    let container = Self.box("ipco", Self.box("hvcC", [1, 2, 3]) + tile + picture + transformations.joined())
    return Self.box("iprp", container + associations)
  }

  private var associations: Bytes {
    let ofPicture = Array(3..<4 + transformations.count)
    let entries = entry(Self.tileID, [1, 2]) + entry(Self.primaryID, ofPicture)
    return Self.fullBox(
      "ipma", version: usesWideNumbers ? 1 : 0, flags: usesWideNumbers ? 1 : 0, big32(2) + entries)
  }

  /// The associations of one item, each marked as essential.
  private func entry(_ item: Int, _ properties: [Int]) -> Bytes {
    let indices = properties.flatMap { usesWideNumbers ? big16($0 | 0x8000) : [UInt8($0 | 0x80)] }
    return id(item) + [UInt8(properties.count)] + indices
  }

  private func itemLocations(exifOffset: Int) -> Bytes {
    func entry(_ item: Int, _ offset: Int, _ length: Int) -> Bytes {
      let method = exifPlace == .itemData ? 1 : 0
      let itemID = locationVersion < 2 ? big16(item) : big32(item)
      let extent = usesWideNumbers ? big64(offset) + big64(length) : big32(offset) + big32(length)
      return itemID + (locationVersion == 0 ? [] : big16(method)) + big16(0) + big16(1) + extent
    }
    let widths: Bytes = usesWideNumbers ? [0x88, 0] : [0x44, 0]
    let count = locationVersion < 2 ? big16(2) : big32(2)
    let entries = entry(Self.tileID, 3, 4) + entry(Self.exifID, exifOffset, exifItem.count)
    return Self.fullBox("iloc", version: UInt8(locationVersion), widths + count + entries)
  }
}
