extension Canvas {
  /// Shows a row of a picture in place of the cells that were drawn there.
  ///
  /// Cells that are drawn later cover the picture: then none of it is shown.
  ///
  /// - Parameters:
  ///   - row: The row of the picture, in cells; the rows of a picture are placed from the top.
  ///   - point: The first cell. If the row does not fit on the canvas, it is not placed.
  package mutating func place(_ picture: TerminalPicture, row: Int, at point: Point) {
    guard point.column >= 0, point.column + picture.size.width <= size.width, 0..<size.height ~= point.row
    else {
      return
    }
    let above = placements.lastIndex {
      $0.picture == picture && $0.origin.column == point.column && $0.screenRows.upperBound == point.row
        && $0.rows.upperBound == row
    }
    if let above {
      placements[above].rows = placements[above].rows.lowerBound..<row + 1
    } else {
      placements.append(PicturePlacement(picture, at: point, rows: row..<row + 1))
    }
  }

  /// Asks for a picture that belongs on the canvas.
  package mutating func request(_ picture: PictureSpec) {
    if !missingPictures.contains(picture) { missingPictures.append(picture) }
  }

  /// Removes pictures that a cell covers.
  mutating func cover(column: Int, row: Int) {
    placements.removeAll { $0.contains(column: column, row: row) }
  }
}
