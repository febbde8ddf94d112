/// Distinguishes HEIC and AVIF from other files that begin with an `ftyp` box, such as videos.
enum HEIFBrands {
  private static let formats: [FourCC: ImageFormat] = [
    "heic": .heic, "heix": .heic, "heim": .heic, "heis": .heic,
    "hevc": .heic, "hevx": .heic, "hevm": .heic, "hevs": .heic,
    "avif": .avif, "avis": .avif,
  ]
  /// Brands of pictures of any coding; they are nearly always HEIC.
  private static let generic: Set<FourCC> = ["mif1", "mif2", "msf1"]
  private static let maxBrandCount = 64

  /// Returns the format of the first brand that names one; `nil` if the file is not a picture.
  static func format(of file: BoundedBytes) throws -> ImageFormat? {
    guard try file.has(Array("ftyp".utf8), at: 4) else { return nil }
    var walker = BoxWalker(file)
    guard let box = try walker.next() else { return nil }
    let brands = try brands(in: box.body)
    if let format = brands.lazy.compactMap({ formats[$0] }).first { return format }
    return !box.isCut && brands.contains(where: generic.contains) ? .heic : nil
  }

  private static func brands(in body: BoundedBytes) throws -> [FourCC] {
    var cursor = Cursor(body)
    var brands = [try cursor.fourCC()]
    try cursor.skip(min(4, cursor.remaining))  // the minor version
    while cursor.remaining >= 4, brands.count < maxBrandCount {
      brands.append(try cursor.fourCC())
    }
    return brands
  }
}
