import DiaryModel
import DiaryStore
import DiaryText

// What a screen reader does not read: the title, and the fields that are not under the cursor.
extension FormState {
  /// Which time a new beer is, to follow its name: `, the 4th time`; empty if it is not known to be a repetition.
  var repetition: String {
    guard beer == nil, let label = beerToRepeat?.label else { return "" }
    return LabelText.time(nil, of: label.times + 1)
  }

  /// A sentence about a form that was opened with the facts of a label: the beer, and the field under the cursor.
  var openingSentence: String {
    let name = BeerText.readable(typedFields.name) ?? BeerText.missingName
    return "\(name)\(repetition). The cursor is in \(field.label)."
  }

  /// Returns the field under the cursor with its text, and which other fields a key has filled in or emptied; `nil` if
  /// there are none, unless the key accepted a label.
  ///
  /// - Parameter before: The form before the key.
  func sentence(aboutChangesSince before: FormState) -> String? {
    let others = fields.filter { field in
      let previous = before.fields.first { $0.kind == field.kind }?.input.text ?? ""
      return field.kind != self.field.kind && field.kind != .newCustom && field.input.text != previous
    }
    guard !others.isEmpty || repeatedBeer != before.repeatedBeer else { return nil }
    let changes = [
      ("Filled in", others.filter { !$0.input.isEmpty }), ("Emptied", others.filter(\.input.isEmpty)),
    ]
    let sentences = changes.filter { !$1.isEmpty }.map { "\($0) \($1.map(\.label).joined(separator: ", "))." }
    let text = field.input.isEmpty ? "empty" : field.input.text.onOneLine
    let now = "\(field.label) \(text)\(field.kind == .name ? repetition : "")."
    return ([now] + sentences + [completionPosition]).filter { !$0.isEmpty }.joined(separator: " ")
  }
}
