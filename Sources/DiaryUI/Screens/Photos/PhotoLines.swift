import DiaryStore
import Terminal

/// Photos as lines of text, the same on every screen: number, description, circumstances, caption.
///
///     1  thumbnail  JPEG 3024x4032 portrait, 2.9 MB   1 Jun 2024 18:04 · iPhone 8
///                   The label, from close by
struct PhotoLines {
  let photos: [Photo]
  let appearance: Appearance
  let width: Int
  /// A caption has one line, cut where it is longer, so that photos are of one height.
  var cutsCaptions = false

  private static let mark = "thumbnail"

  /// The lines of each photo.
  var all: [[StyledLine]] { photos.indices.map { lines(at: $0) } }

  private func lines(at index: Int) -> [StyledLine] {
    let theme = appearance.theme
    let photo = photos[index]
    let number = String(index + 1).fitted(to: numberWidth, alignment: .trailing)
    let mark = isMarked ? (index == 0 ? Self.mark : "").fitted(to: Self.mark.count) + "  " : ""
    var first: StyledLine = [
      .init(number + "  ", theme.key), .init(mark, theme.accent), .init(photo.facts.long),
    ]
    var below = caption(photo)
    let circumstances = StyledLine(photo.circumstances(appearance), theme.secondary)
    if first.columns + 3 + circumstances.columns <= width {
      first = first + StyledLine("   ") + circumstances
    } else {
      below.insert(circumstances, at: 0)
    }
    return [first] + below.filter { $0.columns > 0 }.map { StyledLine(indent) + $0 }
  }

  private func caption(_ photo: Photo) -> [StyledLine] {
    guard let caption = BeerText.readable(photo.caption) else { return [] }
    if cutsCaptions { return [StyledLine(caption)] }
    return caption.wrapped(to: max(1, width - indent.count)).map { StyledLine($0) }
  }

  private var numberWidth: Int { String(photos.count).count }

  /// On narrow screens that the first photo is the thumbnail goes without saying.
  private var isMarked: Bool { width >= 56 }

  private var indent: String {
    String(repeating: " ", count: numberWidth + 2 + (isMarked ? Self.mark.count + 2 : 0))
  }
}
