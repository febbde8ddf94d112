import DiaryModel
import DiaryStore
import DiaryText
import Terminal

/// Photos as lines of text: number, description, date and camera, caption.
///
///     1  thumbnail  JPEG 3024x4032 portrait, 2.9 MB   1 Jun 2024 18:04  iPhone 8
///                   The label, from close by
struct PhotoLines {
  let photos: [Photo]
  let appearance: Appearance
  let width: Int

  private static let mark = "thumbnail"

  /// The lines of each photo.
  var all: [[StyledLine]] { photos.indices.map { lines(at: $0) } }

  /// The column of date and camera; `nil` if they go below the description.
  private var circumstancesColumn: Int? {
    let column = 3 + (photos.indices.map { heading(at: $0).columns }.max() ?? 0)
    let widest = photos.indices.map { circumstances(at: $0).columns }.max() ?? 0
    return column + widest <= width ? column : nil
  }

  private func lines(at index: Int) -> [StyledLine] {
    let heading = heading(at: index)
    let caption = caption(photos[index]).map { StyledLine(indent) + $0 }
    guard photos[index].circumstances(appearance).isEmpty == false else { return [heading] + caption }
    if let column = circumstancesColumn {
      let gap = StyledLine(String(repeating: " ", count: column - heading.columns))
      return [heading + gap + circumstances(at: index)] + caption
    }
    let below = StyledLine(photos[index].circumstances(appearance), appearance.theme.secondary)
    return [heading, StyledLine(indent) + below] + caption
  }

  private func heading(at index: Int) -> StyledLine {
    let theme = appearance.theme
    let number = String(index + 1).fitted(to: numberWidth, alignment: .trailing)
    let mark = isMarked ? (index == 0 ? Self.mark : "").fitted(to: Self.mark.count) + "  " : ""
    return [
      .init(number + "  ", theme.key), .init(mark, theme.accent), .init(photos[index].metadata.long),
    ]
  }

  private func circumstances(at index: Int) -> StyledLine {
    let time = photos[index].timeText(appearance)
    let camera = photos[index].cameraText
    let widest = photos.map { $0.timeText(appearance).columns }.max() ?? 0
    let column = widest == 0 || camera.isEmpty ? time : time.fitted(to: widest) + "  "
    return StyledLine(column + camera, appearance.theme.secondary)
  }

  private func caption(_ photo: Photo) -> [StyledLine] {
    guard let caption = BeerText.readable(photo.caption) else { return [] }
    return caption.wrapped(to: max(1, width - indent.count)).map { StyledLine($0) }
  }

  private var numberWidth: Int { String(photos.count).count }

  /// Narrow screens do not label the first photo as the thumbnail.
  private var isMarked: Bool { width >= 56 }

  private var indent: String {
    String(repeating: " ", count: numberWidth + 2 + (isMarked ? Self.mark.count + 2 : 0))
  }
}
