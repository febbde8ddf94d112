/// Finds the primary picture of a HEIC or AVIF file and its EXIF block (ISO 23008-12; ISO 14496-12, 8.11).
///
/// Boxes are searched only where the standard allows them, so the depth of nesting is fixed.
enum HEIFHeader {
  static func read(_ file: BoundedBytes, into header: inout ImageHeader) throws {
    var walker = BoxWalker(file)
    guard let meta = try walker.first("meta") else { return }
    let boxes = try firstBoxes(in: meta.body)
    try ignoringMalformed { try readPicture(boxes, into: &header) }
    try ignoringMalformed { try readExif(boxes, of: file, into: &header) }
  }

  private static func firstBoxes(in meta: BoundedBytes) throws -> [FourCC: BoundedBytes] {
    var boxes: [FourCC: BoundedBytes] = [:]
    try ignoringMalformed {
      var walker = BoxWalker(meta, at: min(4, meta.count))
      while let box = try walker.next() {
        if boxes[box.type] == nil { boxes[box.type] = box.body }
      }
    }
    return boxes
  }

  private static func readPicture(_ boxes: [FourCC: BoundedBytes], into header: inout ImageHeader) throws {
    guard let primary = boxes["pitm"], let properties = boxes["iprp"] else { return }
    let list = try HEIFProperties(in: properties)
    for property in try list.properties(ofItem: primaryItem(primary)) {
      switch property {
      case .size(let width, let height): header.setSize(width: width, height: height)
      case .crop(let width, let height): header.crop(width: width, height: height)
      case .orientation(let next): header.orientation = header.orientation.followed(by: next)
      case .other: break
      }
    }
  }

  private static func primaryItem(_ box: BoundedBytes) throws -> Int {
    try box.integer(at: 4, width: box.integer(at: 0, width: 1) == 0 ? 2 : 4)
  }

  /// Reads the EXIF block, but not its orientation: the file's own properties decide.
  private static func readExif(
    _ boxes: [FourCC: BoundedBytes], of file: BoundedBytes, into header: inout ImageHeader
  ) throws {
    guard let infos = boxes["iinf"], let locations = boxes["iloc"],
      let item = try HEIFItems.firstItem(ofType: "Exif", in: infos),
      let location = try HEIFItems.location(of: item, in: locations)
    else { return }
    let container = location.isInItemData ? boxes["idat"] : file
    guard let block = try container?.region(from: location.offset, atMost: location.length) else { return }
    let prefix = try block.integer(at: 0, width: 4)
    var fields = try ExifFields(reading: block.region(from: 4).region(from: prefix))
    fields?.orientation = nil
    fields?.apply(to: &header)
  }
}
