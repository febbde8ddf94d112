import Terminal

/// The rows of a form's fields, of which the body shows those around the cursor.
///
/// Blank rows are between groups of fields if the body has room for all of them and for some lines of notes.
struct FormRows {
  private static let minRowsOfNotes = 6

  /// The rows of each field, relative to the first row of the body; those outside are hidden.
  private let positions: [Range<Int>]
  private let bodyHeight: Int

  /// Lays out the fields.
  ///
  /// - Parameter textWidth: The columns of a line of the notes.
  init(_ form: FormState, bodyHeight: Int, textWidth: Int) {
    self.bodyHeight = bodyHeight
    let groups = form.fields.indices.dropFirst().filter {
      form.fields[$0].beginsGroup(after: form.fields[$0 - 1])
    }
    let rows = form.fields.count - 1 + groups.count
    let hasGroups = rows + Self.minRowsOfNotes <= bodyHeight
    let notesHeight = max(1, bodyHeight - (hasGroups ? rows : form.fields.count - 1))
    var next = 0
    let rowsOfFields = form.fields.indices.map { index in
      let height = Self.height(
        ofField: index, of: form, notesHeight: notesHeight, bodyHeight: bodyHeight, textWidth: textWidth)
      let start = next + (hasGroups && groups.contains(index) ? 1 : 0)
      next = start + height
      return start..<next
    }
    // The cursor and one field after it stay visible.
    let current = rowsOfFields[form.cursor]
    let end = rowsOfFields.dropFirst(form.cursor + 1).first.map { $0.lowerBound + 1 } ?? current.upperBound
    let top = max(0, min(current.lowerBound, end - bodyHeight))
    positions = rowsOfFields.map { $0.lowerBound - top..<$0.upperBound - top }
  }

  /// Returns the rows that a field needs; notes have those that the other fields leave free, and more under the cursor.
  ///
  /// - Parameter notesHeight: The rows that the other fields leave free.
  private static func height(
    ofField index: Int, of form: FormState, notesHeight: Int, bodyHeight: Int, textWidth: Int
  ) -> Int {
    let field = form.fields[index]
    guard field.takesLines else { return 1 }
    let limit = index == form.cursor ? max(notesHeight, maxTextHeight(bodyHeight)) : notesHeight
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

extension FormField {
  /// Whether the field is the first of a group: what the beer is, the tasting sheet, how good it was, when and where,
  /// notes, and the rest.
  fileprivate func beginsGroup(after previous: FormField) -> Bool {
    switch kind {
    case .rating, .date, .notes, .position: true
    default: weight != nil && previous.weight == nil
    }
  }
}
