/// A width and a height in cells.
package struct Size: Hashable, Sendable {
  /// The number of columns; a canvas takes a negative one for 0.
  package var width: Int
  /// The number of rows; a canvas takes a negative one for 0.
  package var height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// The position of a cell; column 0, row 0 is the top left.
package struct Point: Hashable, Sendable {
  /// The column, from 0 at the left; what is outside a canvas may be negative or beyond its width.
  package var column: Int
  /// The row, from 0 at the top; what is outside a canvas may be negative or beyond its height.
  package var row: Int

  package init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}
