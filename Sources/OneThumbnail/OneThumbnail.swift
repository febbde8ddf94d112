import Pictures

/// Makes the thumbnail of one photo and nothing else: measured from its start to its end, as programs that draw photos.
@main
enum OneThumbnail {
  static func main() throws {
    guard let file = CommandLine.arguments.dropFirst().first else { fatalError("Usage: OneThumbnail PHOTO") }
    _ = try Thumbnail.make(from: FileBytes(path: file))
  }
}
