/// The fields of an EXIF block; a malformed field does not affect the others.
struct ExifFields {
  private(set) var width: Int?
  private(set) var height: Int?
  var orientation: ImageOrientation?
  private(set) var takenAt: String?
  private(set) var camera: String?
  private(set) var thumbnail: Range<Int>?

  /// Reads a TIFF structure; `nil` if the region has none.
  init?(reading region: BoundedBytes) throws {
    guard var block = try TIFFBlock(region) else { return nil }
    try ignoringMalformed {
      let first = try block.firstDirectory()
      try readPicture(first)
      try readCamera(first)
      try readDate(first, in: &block)
      try readThumbnail(after: first, in: &block, region)
    }
  }

  /// Adds the fields to a header, except the size, which the container knows better.
  func apply(to header: inout ImageHeader) {
    header.orientation = orientation ?? header.orientation
    header.takenAt = takenAt ?? header.takenAt
    header.camera = camera ?? header.camera
    header.thumbnail = thumbnail ?? header.thumbnail
  }

  private mutating func readPicture(_ directory: TIFFDirectory) throws {
    width = try directory.integer(.imageWidth)
    height = try directory.integer(.imageLength)
    orientation = try directory.integer(.orientation).flatMap(ImageOrientation.init)
  }

  private mutating func readCamera(_ directory: TIFFDirectory) throws {
    var make: String?
    var model: String?
    try ignoringMalformed { make = try directory.text(.make) }
    try ignoringMalformed { model = try directory.text(.model) }
    camera = CameraName.name(make: make, model: model)
  }

  private mutating func readDate(_ first: TIFFDirectory, in block: inout TIFFBlock) throws {
    try ignoringMalformed {
      guard let offset = try first.integer(.exifDirectory) else { return }
      let directory = try block.directory(at: offset)
      guard let date = try directory.text(.dateTimeOriginal) else { return }
      takenAt = ExifDate.iso8601(date, offset: nil)
      takenAt = ExifDate.iso8601(date, offset: try directory.text(.offsetTimeOriginal))
    }
  }

  private mutating func readThumbnail(
    after first: TIFFDirectory, in block: inout TIFFBlock, _ region: BoundedBytes
  ) throws {
    try ignoringMalformed {
      guard let next = first.nextOffset, next > 0 else { return }
      let directory = try block.directory(at: next)
      guard let offset = try directory.integer(.thumbnailOffset),
        let length = try directory.integer(.thumbnailLength), length > 3,
        try region.has([0xFF, 0xD8, 0xFF], at: offset)
      else { return }
      thumbnail = try region.sourceRange(at: offset, count: length)
    }
  }
}
