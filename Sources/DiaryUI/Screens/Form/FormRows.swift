import Terminal

/// The rows of a form's fields, of which the body shows those around the cursor.
struct FormRows {
  /// The rows of each field, relative to the first row of the body; those outside are hidden.
  private let positions: [Range<Int>]
  private let bodyHeight: Int

  /// Lays out the fields.
  ///
  /// - Parameter textWidth: The columns of a line of the notes.
  init(_ form: FormState, bodyHeight: Int, textWidth: Int) {
    self.bodyHeight = bodyHeight
    let heights = form.fields.indices.map {
      Self.height(ofField: $0, of: form, bodyHeight: bodyHeight, textWidth: textWidth)
    }
    let start = heights[..<form.cursor].reduce(0, +)
    // The cursor and one field after it stay visible.
    let end = start + heights[form.cursor] + (form.cursor + 1 < heights.count ? 1 : 0)
    var row = -max(0, min(start, end - bodyHeight))
    positions = heights.map { height in
      defer { row += height }
      return row..<row + height
    }
  }

  /// Returns the rows that a field needs; notes have those that the other fields leave free, and more under the cursor.
  private static func height(ofField index: Int, of form: FormState, bodyHeight: Int, textWidth: Int) -> Int {
    let field = form.fields[index]
    guard field.takesLines else { return 1 }
    let free = max(1, bodyHeight - form.fields.count + 1)
    let limit = index == form.cursor ? max(free, maxTextHeight(bodyHeight)) : free
    return field.input.box(width: textWidth).firstLines(limit).count
  }

  /// Returns the most rows of the notes while the cursor is in them, if there are other fields to be seen.
  static func maxTextHeight(_ bodyHeight: Int) -> Int { max(min(3, bodyHeight), bodyHeight * 2 / 3) }

  /// Returns the rows of a field in the body.
  func rows(ofField index: Int) -> Range<Int> { positions[index] }

  /// Returns the index of the field at a row of the body; `nil` if there is none.
  func field(atRow row: Int) -> Int? { positions.firstIndex { $0.contains(row) } }

  /// The indices of the visible fields.
  var visibleFields: [Int] {
    positions.indices.filter { positions[$0].upperBound > 0 && positions[$0].lowerBound < bodyHeight }
  }

  /// The number of fields above the visible ones.
  var hiddenAbove: Int { positions.count { $0.upperBound <= 0 } }
  /// The number of fields below the visible ones.
  var hiddenBelow: Int { positions.count { $0.lowerBound >= bodyHeight } }
}
