/// The entries that are read, with their numbers in TIFF 6.0 and EXIF 2.32.
enum TIFFTag: Int {
  case imageWidth = 0x0100
  case imageLength = 0x0101
  case make = 0x010F
  case model = 0x0110
  case orientation = 0x0112
  case thumbnailOffset = 0x0201
  case thumbnailLength = 0x0202
  case exifDirectory = 0x8769
  case dateTimeOriginal = 0x9003
  case offsetTimeOriginal = 0x9011
}
