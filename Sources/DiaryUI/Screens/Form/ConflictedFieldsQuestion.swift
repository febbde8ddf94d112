/// Whether to save fields of which another device has written other values, which saving discards on all devices.
struct ConflictedFieldsQuestion: Question {
  typealias Owner = FormScreen

  /// The labels of the fields.
  let labels: [String]
  /// Whether to ask afterwards before a beer is saved that has no name.
  let asksForName: Bool

  var question: String {
    let (differs, other) = labels.count == 1 ? ("differs", "the other value") : ("differ", "the other values")
    return "\(labels.joined(separator: ", ")) \(differs) between your devices. Save and discard \(other)?"
  }
  var agreement: String { "save" }
  var refusal: String { "keep editing" }
  var isDestructive: Bool { true }

  func agree(changing form: inout FormScreen, in context: ScreenContext) -> [Intent] {
    form.save(asksForName: asksForName)
  }
}
