package import DiaryModel
import DiaryStore
import DiaryText
import Foundation
import Terminal

/// Data for the form: today's date, and values of the diary.
package struct FormSuggestions: Hashable, Sendable {
  /// Today in the user's time zone.
  package var today: DiaryDate?
  /// The breweries, the most used first.
  package var breweries: [String]
  /// The styles, the most used first.
  package var styles: [String]
  /// The places, the most used first.
  package var places: [String]
  /// Words of the notes and the tasting sheet, in lower case.
  package var words: [String]

  package init(
    today: DiaryDate?, breweries: [String] = [], styles: [String] = [], places: [String] = [],
    words: [String] = []
  ) {
    self.today = today
    self.words = words
    self.breweries = breweries
    self.styles = styles
    self.places = places
  }
}

/// A beer that is being added or edited.
struct FormState: Hashable, Sendable {
  /// The stage of saving a form.
  enum Saving: Hashable, Sendable {
    /// The beer is saved as soon as today's date is known.
    case whenReady
    /// The beer is being saved.
    case requested
  }

  /// The beer's id; `nil` for a new beer, and if the beer was permanently deleted while the form was open.
  private(set) var beer: Int64?
  /// Whether the beer was permanently deleted while the form was open, so that saving adds it again.
  private(set) var wasDeleted = false
  /// The beer that is drunk again: the form was opened for it, or its name was accepted as a suggestion; `nil` if the
  /// label follows from the name and the brewery.
  var repeatedBeer: RepeatedBeer?
  /// The field in which the label of ``repeatedBeer`` was accepted; `nil` if the form was opened with it.
  var acceptingField: FormField.Kind?
  /// The texts that were filled in from the facts of ``repeatedBeer``, by field.
  var filledTexts: [FormField.Kind: String] = [:]
  /// The filled texts that undo removed, by the field that was undone; they are filled in again when its text comes back.
  var removedTexts: [FormField.Kind: [FormField.Kind: String]] = [:]
  /// The beer's fields when the form was opened, or since they were last changed elsewhere.
  var original: BeerFields
  /// The time zone of the dates that the form shows.
  let timeZone: TimeZone
  /// How the user writes dates in digits.
  var dateFormat = DateText.Format.words
  let sheet: TastingSheet?
  var fields: [FormField]
  /// The texts with which the form of a new beer was opened, by field; on their own they do not count as
  /// unsaved changes.
  private var prefilledTexts: [FormField.Kind: String] = [:]
  var cursor = 0 { didSet { if cursor != oldValue { offerReplacement() } } }
  /// The columns of a line of the notes, and the rows by which a page of them moves.
  var textSize = Size(width: 60, height: 5)
  var suggestions: FormSuggestions? { didSet { findSuggestion() } }
  /// The label of the edited beer, which is not suggested as the name; `nil` for a new beer.
  var ownLabel: UUID?
  /// The names of the diary's custom fields; empty until they have been read.
  var knownFields: [String] = []
  /// The labels that were found for the name, the most frequent first; those of the previous name until they have been
  /// read.
  var foundLabels: [Label] = []
  /// The name for which labels were last requested; empty if none were.
  var searchedName = ""
  /// The typed name and brewery for which a beer was last requested; `nil` if none was.
  var requestedReference: RepeatedBeerReference?
  /// The beer that was found for them; `nil` if the diary has no such beer, or until it has been read.
  var beerOfTypedName: RepeatedBeer?
  /// The completion that Tab steps through; `nil` before the first Tab.
  var completion: FieldCompletion?
  /// Whether the suggestion was hidden.
  var isSuggestionDismissed = false
  /// The suggestion for the typed text; `nil` if there is none.
  var currentSuggestion: FieldSuggestion?
  /// `nil` while the form is edited.
  var saving: Saving?
  /// Whether the beer was in the trash when the form last received it.
  var isInTrash = false
  /// Whether the form was not saved because the beer was changed elsewhere.
  var wasRefused = false

  init(beer: Int64?, fields: BeerFields, in timeZone: TimeZone, sheet: TastingSheet? = nil) {
    self.beer = beer
    original = fields
    self.timeZone = timeZone
    self.sheet = sheet
    self.fields = FormField.all(fields, in: timeZone, sheet: sheet)
    if beer == nil, let date = self.fields.firstIndex(where: { $0.kind == .date }) {
      self.fields[date].input = TextInput(Self.usualDate, as: .date)
      prefilledTexts[.date] = Self.usualDate
    }
  }

  /// Begins the form of a new beer with its name, as if it were typed.
  mutating func begin(withName name: String) {
    insert(name)
    prefilledTexts[field.kind] = field.input.text
  }

  var field: FormField { fields[cursor] }
  /// Whether the beer is being saved.
  var isSaving: Bool { saving == .requested }

  /// Moves the cursor to the first field of a kind.
  mutating func moveCursor(to kind: FormField.Kind) {
    cursor = fields.firstIndex { $0.kind == kind } ?? cursor
    findSuggestion()
  }

  /// The date of a new beer.
  private static let usualDate = "today"

  /// Whether there are unsaved changes; of a beer that was permanently deleted, everything is unsaved.
  var isChanged: Bool {
    wasDeleted || fields.contains { $0.isChanged && $0.input.text != prefilledTexts[$0.kind] }
  }

  /// Makes this the form of a new beer with the texts of the one that was permanently deleted.
  mutating func noteDeletion() {
    beer = nil
    wasDeleted = true
  }

  /// Returns whether the values need a name; a beer or a label that had none before can stay without.
  func lacksName(_ values: BeerFields) -> Bool {
    let hadNone =
      beer == nil ? repeatedBeer?.label != nil && repeatedBeer?.facts.name == nil : original.name == nil
    return values.name == nil && !hadNone
  }

  /// Returns the request that saves the values.
  func request(saving values: BeerFields) -> ChangeRequest {
    if beer == nil, let keptLabel { return .addAgain(values, toLabel: keptLabel.uuid) }
    return .save(beer: beer, fields: values, expecting: beer == nil ? nil : original)
  }

  /// The rating that the scores of the tasting sheet give; `nil` without a score.
  var sheetRating: Double? {
    TastingSheet.rating(
      fields.compactMap { field in field.weight.map { (text: field.input.text, weight: $0) } })
  }

  var notes: String { fields.first { $0.kind == .notes }?.input.text ?? "" }

  /// Replaces the notes with those that an editor returned.
  ///
  /// If the field no longer has the text that the editor was given, it was changed elsewhere, and the user decides.
  mutating func setNotes(_ notes: String, editedFrom given: String) {
    guard let index = fields.firstIndex(where: { $0.kind == .notes }) else { return }
    if fields[index].input.text != given { fields[index].otherText = fields[index].original }
    fields[index].input.replace(with: TextInput(notes))
  }

  /// Handles a key that is not a key of an action.
  mutating func press(_ key: Key) {
    if acceptSuggestion(key) { return }
    completion = nil
    defer { findSuggestion() }
    if field.kind == .rating, adjustRating(key) { return }
    let typed = field.input.characters
    let size = textSize
    let isHandled =
      takesLines ? fields[cursor].input.press(key, in: size) : fields[cursor].input.press(key)
    if isHandled { fields[cursor].problem = nil }
    guard field.input.characters != typed else { return }
    isSuggestionDismissed = false
    if field.kind == .name, field.input.isEmpty { forgetAcceptedLabel() }
  }

  /// Whether the field under the cursor can have more than one line.
  var takesLines: Bool { field.takesLines }

  /// Begins a line in a field that can have several; in other fields, moves to the next one, unless the text cannot be
  /// saved.
  mutating func beginLine() {
    if takesLines { return insert("\n") }
    checkField()
    if field.problem == nil { move(by: 1) }
  }

  /// Moves to the line above or below; from the first or the last line, and in a field with one line, to another field.
  mutating func moveLine(by step: Int) {
    let width = textSize.width
    guard takesLines, fields[cursor].input.moveLine(by: step, width: width) else {
      move(by: step)
      return
    }
    completion = nil
    findSuggestion()
  }

  /// Moves the cursor in the text of the field.
  mutating func moveInText(to index: Int) {
    completion = nil
    fields[cursor].input.moveCursor(to: index)
    findSuggestion()
  }

  /// Undoes or redoes an edit of the field under the cursor, and with the name, or the text that accepted a label, also the
  /// facts that were filled in.
  mutating func undoTyping(isRedo: Bool = false) {
    completion = nil
    let before = field.input.text
    if isRedo { fields[cursor].input.redo() } else { fields[cursor].input.undo() }
    fields[cursor].problem = nil
    updateFilledFields(previousText: before, isRedo: isRedo)
    isSuggestionDismissed = true
    findSuggestion()
  }

  /// Inserts a pasted text into the field under the cursor.
  mutating func insert(_ text: String) {
    completion = nil
    fields[cursor].input.insert(text)
    fields[cursor].problem = nil
    isSuggestionDismissed = false
    findSuggestion()
  }

  /// Replaces the text of a field with a value that was chosen.
  mutating func replace(with text: String, in kind: FormField.Kind) {
    guard let index = fields.firstIndex(where: { $0.kind == kind }) else { return }
    completion = nil
    fields[index].input.replace(with: TextInput(text))
    fields[index].problem = nil
    findSuggestion()
  }

  /// Changes the rating by 0.5 for Left and Right, and by 0.1 with Shift; returns whether the key was one of these.
  private mutating func adjustRating(_ key: Key) -> Bool {
    let steps: [Key: Double] = [
      Key(.left): -0.5, Key(.right): 0.5, Key(.left, .shift): -0.1, Key(.right, .shift): 0.1,
    ]
    guard let step = steps[key] else { return false }
    let range = NumberRange.rating.entered
    let value =
      Double(field.input.text.replacing(",", with: ".")) ?? (step > 0 ? range.lowerBound : range.upperBound)
    // Two decimals keep quarters.
    let next = range.clamp(((value + step) * 100).rounded() / 100)
    fields[cursor].input.replace(with: TextInput(NumberText.exact(next, decimals: 2)))
    fields[cursor].problem = nil
    offerReplacement()
    return true
  }

  /// Lets the first character that is typed replace a number or a date, to which it would otherwise be added: 4 after 4.5
  /// is not 4.54.
  private mutating func offerReplacement() {
    if let prefill = field.prefill { fields[cursor].input.offerReplacement(as: prefill) }
  }

  /// Checks the field under the cursor, and moves to another one.
  ///
  /// A mistake that was not shown yet keeps the cursor in the field, because the correction would be typed into the next
  /// one otherwise. If it is left as it is, the next move leaves the field.
  ///
  /// - Returns: `false` if a mistake keeps the cursor in the field.
  @discardableResult
  mutating func move(by offset: Int) -> Bool {
    let isMistakeKnown = field.problem != nil
    checkField()
    completion = nil
    isSuggestionDismissed = false
    defer { findSuggestion() }
    if offset != 0, !isMistakeKnown, field.problem != nil { return false }
    // The cursor stays in the field for another custom field.
    if addCustomField(), offset > 0 { return true }
    cursor = (cursor + offset + fields.count) % fields.count
    return true
  }

  /// Checks the field under the cursor; what is typed next replaces a number or a date that cannot be saved.
  private mutating func checkField() {
    check(cursor)
    if field.problem != nil { offerReplacement() }
  }

  private mutating func check(_ index: Int) {
    // `today` is a date as soon as the day is known.
    if fields[index].kind == .date, suggestions == nil { return }
    var ignored = original
    do {
      try fields[index].apply(to: &ignored, today: suggestions?.today, format: dateFormat)
      fields[index].problem = nil
    } catch {
      fields[index].problem = error.text
    }
  }

  /// Moves to a custom field by its name in any spelling; adds the field if the form does not have it.
  mutating func showCustomField(_ typed: String) {
    let own = CustomFieldName.known(typed, among: fields.compactMap(\.customName))
    let name = own ?? CustomFieldName.spelled(typed, like: knownFields)
    if !fields.contains(where: { $0.kind == .custom(name) }) {
      fields.insert(FormField(.custom(name), text: ""), at: fields.count - 1)
    }
    completion = nil
    isSuggestionDismissed = false
    moveCursor(to: .custom(name))
  }

  /// Turns a pasted `name=value` into a custom field, and empties the field for another one.
  ///
  /// - Returns: Whether a custom field was added.
  @discardableResult
  private mutating func addCustomField() -> Bool {
    guard field.kind == .newCustom, !field.input.isEmpty, field.problem == nil,
      let (typed, value) = try? FieldText.assignment(field.input.text)
    else { return false }
    showCustomField(typed)
    fields[cursor].input.set(value)
    cursor = fields.count - 1
    fields[cursor].input.set("")
    return true
  }

  /// A sentence about the fields that cannot be saved, with the reason if there is only one.
  var problemSentence: String {
    let faulty = fields.filter { $0.problem != nil }
    if faulty.count == 1, let sentence = faulty.first?.problemSentence { return sentence }
    let names = faulty.dropLast().map(\.label).joined(separator: ", ")
    return "\(names) and \(faulty.last?.label ?? "") cannot be saved."
  }

  /// The beer's fields with what was typed so far, except what cannot be saved.
  var typedFields: BeerFields {
    fields.reduce(into: original) { values, field in
      try? field.apply(to: &values, today: suggestions?.today, format: dateFormat)
    }
  }

  /// Returns the fields to save; if one cannot be saved, moves the cursor to it and returns `nil`.
  mutating func values() -> BeerFields? {
    addCustomField()
    for index in fields.indices { check(index) }
    if let first = fields.firstIndex(where: { $0.problem != nil }) {
      cursor = first
      return nil
    }
    return typedFields
  }
}

// MARK: - Reading what was typed

extension FormField {
  /// A sentence about why the field cannot be saved; `nil` if it can.
  var problemSentence: String? { problem.map { "\(label) must be \($0)." } }

  /// Returns the typed date; `nil` for other fields and invalid dates.
  func date(today: DiaryDate, format: DateText.Format) -> DiaryDate? {
    guard kind == .date, isChanged else { return nil }
    return try? FieldText.date(input.text.trimmingCharacters(in: .whitespaces), today: today, format: format)
  }

  /// Sets the value in `fields`, unless the text is unchanged.
  func apply(
    to fields: inout BeerFields, today: DiaryDate?, format: DateText.Format = .words
  ) throws(FieldProblem) {
    guard isChanged else { return }
    let typed = input.text.trimmingCharacters(in: .whitespaces)
    let text = typed.isEmpty ? nil : typed
    switch kind {
    // Notes without a visible character are removed; others keep the blanks at their ends.
    case .notes: fields.notes = BeerText.readable(input.text)
    case .column:
      if let column { try FieldText.set(column, to: text, in: &fields, today: today, format: format) }
    case .position: (fields.latitude, fields.longitude) = try FieldText.position(text)
    case .custom(let name):
      let isScored = weight.map { $0 > 0 } ?? false
      if let text, isScored { try TastingSheet.check(text) }
      fields.extras[name] = text.map {
        FieldText.value(isScored ? TastingSheet.stored($0) : $0, like: fields.extras[name])
      }
    case .newCustom:
      guard let text else { return }
      let (typed, value) = try FieldText.assignment(text)
      let name = CustomFieldName.spelled(typed, like: fields.extras.keys)
      fields.extras[name] = FieldText.value(value, like: fields.extras[name])
    }
  }
}
