package import DiaryModel
import DiaryStore
import DiaryText
import Foundation
import Terminal

/// What the form needs from outside: today's date, and what the diary knows already.
package struct FormHelp: Hashable, Sendable {
  /// A day, in the user's time zone.
  package var today: DiaryDate?
  /// The most used first.
  package var breweries: [String]
  package var styles: [String]
  package var places: [String]

  package init(today: DiaryDate?, breweries: [String] = [], styles: [String] = [], places: [String] = []) {
    self.today = today
    self.breweries = breweries
    self.styles = styles
    self.places = places
  }
}

/// A beer that is being added or edited.
struct FormState: Hashable, Sendable {
  /// `nil` for a new one.
  let beer: Int64?
  /// What the fields were when the form was opened.
  private(set) var original: BeerFields
  var fields: [FormField]
  var cursor = 0
  var help: FormHelp?
  /// The names of the diary's custom fields, as far as they have been read.
  var knownFields: [String] = []
  /// What Tab has put in so far.
  var completion: WordCompletion?
  /// What is offered was refused.
  var isOfferDismissed = false
  /// The store is asked to keep it.
  var isSaving = false
  /// Another program has changed the beer, which is being read again.
  var isOutdated = false

  init(beer: Int64?, fields: BeerFields) {
    self.beer = beer
    original = fields
    self.fields = FormField.all(fields)
    if beer == nil, let date = self.fields.firstIndex(where: { $0.kind == .date }) {
      self.fields[date].input = TextInput(Self.usualDate, as: .guess)
    }
  }

  var field: FormField { fields[cursor] }

  /// Takes over what another program has stored meanwhile; what was typed stays on top of it.
  mutating func rebase(on current: BeerFields) {
    completion = nil
    let typed = fields.filter(\.isChanged)
    let kind = field.kind
    original = current
    fields = FormField.all(current)
    for field in typed {
      if let index = fields.firstIndex(where: { $0.kind == field.kind }) {
        fields[index].input = field.input
      } else {
        fields.insert(field, at: fields.count - 1)
      }
    }
    cursor = fields.firstIndex { $0.kind == kind } ?? 0
    isOutdated = false
  }

  /// Most beers are written down on the day they are drunk.
  private static let usualDate = "today"

  /// Whether there is something to lose.
  var isChanged: Bool {
    fields.contains { field in
      field.isChanged && (beer != nil || field.kind != .date || field.input.text != Self.usualDate)
    }
  }

  var notes: String {
    get { fields.first { $0.kind == .notes }?.input.text ?? "" }
    set {
      guard let index = fields.firstIndex(where: { $0.kind == .notes }) else { return }
      fields[index].input.set(newValue)
    }
  }

  /// Takes a key that is no action of the form.
  mutating func press(_ key: Key) {
    if takeOffer(key) { return }
    completion = nil
    if field.kind == .rating, adjustRating(key) { return }
    if key == Key(.enter, .alt), field.kind == .notes { return fields[cursor].input.insert("\n") }
    let typed = field.input.text
    if fields[cursor].input.press(key) { fields[cursor].problem = nil }
    if field.input.text != typed { isOfferDismissed = false }
  }

  /// Whether what is typed in the field under the cursor may have more than one line.
  var takesLines: Bool { field.kind == .notes }

  /// Puts a pasted text into the field under the cursor.
  mutating func insert(_ text: String) {
    completion = nil
    fields[cursor].input.insert(text)
    fields[cursor].problem = nil
    isOfferDismissed = false
  }

  /// Left and right change the rating by half a star, with Shift by a tenth.
  private mutating func adjustRating(_ key: Key) -> Bool {
    let steps: [Key: Double] = [
      Key(.left): -0.5, Key(.right): 0.5, Key(.left, .shift): -0.1, Key(.right, .shift): 0.1,
    ]
    guard let step = steps[key] else { return false }
    let range = NumberRange.rating.entered
    let value =
      Double(field.input.text.replacing(",", with: ".")) ?? (step > 0 ? range.lowerBound : range.upperBound)
    // Quarters stay what they are.
    let next = range.clamp(((value + step) * 100).rounded() / 100)
    fields[cursor].input.set(NumberText.exact(next, decimals: 2))
    fields[cursor].problem = nil
    return true
  }

  /// Moves to another field; what is typed in the one that is left is checked.
  mutating func move(by offset: Int) {
    check(cursor)
    completion = nil
    isOfferDismissed = false
    // The cursor stays where the next one can be typed.
    if addCustomField(), offset > 0 { return }
    cursor = (cursor + offset + fields.count) % fields.count
  }

  private mutating func check(_ index: Int) {
    var ignored = original
    do {
      try fields[index].store(in: &ignored, today: help?.today)
      fields[index].problem = nil
    } catch {
      fields[index].problem = error.text
    }
  }

  /// What was typed as `name=value` becomes a field of its own, with room for another one behind it.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  private mutating func addCustomField() -> Bool {
    guard field.kind == .newCustom, !field.input.isEmpty, field.problem == nil,
      let (typed, value) = try? FieldText.assignment(field.input.text)
    else { return false }
    let name = CustomFieldName.spelled(typed, like: fields.compactMap(\.customName) + knownFields)
    if let known = fields.firstIndex(where: { $0.kind == .custom(name) }) {
      fields[known].input.set(value)
    } else {
      var added = FormField(.custom(name), text: "")
      added.input.set(value)
      fields.insert(added, at: cursor)
      cursor += 1
    }
    fields[fields.count - 1].input.set("")
    return true
  }

  /// Which fields cannot be stored, and why where it is one.
  var problemSentence: String {
    let faulty = fields.filter { $0.problem != nil }
    if faulty.count == 1, let field = faulty.first, let problem = field.problem {
      return "\(field.label) cannot be stored: \(problem)."
    }
    let names = faulty.dropLast().map(\.label).joined(separator: ", ")
    return "\(names) and \(faulty.last?.label ?? "") cannot be stored as they are."
  }

  /// All fields as they are to be stored; `nil` where one cannot be, and the cursor goes to it.
  mutating func values() -> BeerFields? {
    for index in fields.indices { check(index) }
    if let first = fields.firstIndex(where: { $0.problem != nil }) {
      cursor = first
      return nil
    }
    addCustomField()
    var values = original
    for field in fields {
      // Checked above.
      try? field.store(in: &values, today: help?.today)
    }
    return values
  }
}

// MARK: - Reading what was typed

extension FormField {
  /// The date that was typed, where it is one.
  func date(today: DiaryDate) -> DiaryDate? {
    guard kind == .date, isChanged else { return nil }
    return try? FieldText.date(input.text.trimmingCharacters(in: .whitespaces), today: today)
  }

  /// Puts the value into `fields`; a text that was not touched leaves it as it is.
  func store(in fields: inout BeerFields, today: DiaryDate?) throws(FieldProblem) {
    guard isChanged else { return }
    let typed = input.text.trimmingCharacters(in: .whitespaces)
    let text = typed.isEmpty ? nil : typed
    switch kind {
    case .notes: fields.notes = text == nil ? nil : input.text
    case .column: if let column { try FieldText.set(column, to: text, in: &fields, today: today) }
    case .position: (fields.latitude, fields.longitude) = try FieldText.position(text)
    case .custom(let name): fields.extras[name] = text.map { FieldText.value($0, like: fields.extras[name]) }
    case .newCustom:
      guard let text else { return }
      let (typed, value) = try FieldText.assignment(text)
      let name = CustomFieldName.spelled(typed, like: fields.extras.keys)
      fields.extras[name] = FieldText.value(value, like: fields.extras[name])
    }
  }
}
