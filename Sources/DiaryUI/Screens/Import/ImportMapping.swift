import DiaryText
import Interchange
import Terminal

// What the columns of a file become, as the user says it.
extension AppState {
  /// Opens the prompt for the field of the column under the cursor; shows columns one by one that share its line.
  mutating func askForColumn() {
    guard let fileImport, fileImport.canMap, let preview = fileImport.preview else { return }
    guard case .column(let index) = fileImport.rowUnderCursor else {
      self.fileImport?.showAllColumns()
      return
    }
    let column = preview.columns[index]
    prompt = Prompt(.columnField(index), label: "\(column.name) becomes")
    prompt?.hint =
      "Now \(column.role.name); " + ColumnMapping.Role.names.joined(separator: "  ")
      + "  (extra keeps it under its name, ignore leaves it out)"
  }

  /// Reads the file again with another field for a column; the prompt stays open where there is no such field.
  mutating func setColumn(_ column: Int, to text: String) -> [Effect] {
    let name = text == "-" ? ColumnMapping.Role.extra.name : text
    if name.allSatisfy(\.isWhitespace) {
      prompt = nil
      return []
    }
    guard let role = ColumnMapping.Role(named: name) else {
      prompt?.problem = ColumnMapping.Role.refusal(of: name) + "."
      return []
    }
    prompt = nil
    guard fileImport?.isRereading == false, fileImport?.assign(role, to: column) == true else { return [] }
    return rereadImport()
  }

  /// Opens the prompt for how values are written.
  mutating func askForReading() {
    guard let fileImport, fileImport.canMap else { return }
    prompt = Prompt(.valueReading, label: "Read values as")
    let said = fileImport.request.reading.text
    prompt?.hint =
      (said.isEmpty ? "" : "Now \(said); ")
      + "dates=day-first or month-first, times=local or utc, abv=fraction, scale=10, text=repair, header=no; =found lets the program decide"
  }

  /// Reads the file again with values as they are said to be; the prompt stays open where that says nothing.
  mutating func setReading(_ text: String) -> [Effect] {
    guard fileImport?.isRereading == false, var reading = fileImport?.request.reading else { return [] }
    do throws(FieldProblem) { try reading.say(text) } catch {
      prompt?.problem = error.text
      return []
    }
    prompt = nil
    guard let old = fileImport?.request.reading, reading != old else { return [] }
    fileImport?.request.reading = reading
    if reading.hasHeader != old.hasHeader { fileImport?.request.forgetColumns() }
    return rereadImport()
  }

  /// Begins the import; if columns or values were changed, whose keys are near, or the file may not be one of beers that
  /// were drunk, only after a question.
  mutating func askOrStartImport() -> [Effect] {
    guard let fileImport, fileImport.canBegin, let preview = fileImport.preview else { return [] }
    if let question = preview.question {
      prompt = Prompt(
        asking: .confirmImport, "Add \(ImportText.addition(preview.counts)) all the same?")
      prompt?.hint = question
      return []
    }
    if !fileImport.request.isChanged { return startImport() }
    let what = fileImport.request.assignments.isEmpty ? "read like this" : "with these columns"
    prompt = Prompt(asking: .confirmImport, "Add \(ImportText.addition(preview.counts)) \(what)?")
    return []
  }

  mutating func startImport() -> [Effect] {
    guard let request = fileImport?.request, fileImport?.canBegin == true else { return [] }
    fileImport = ImportState(request)
    fileImport?.phase = .running
    return [.runImport(request)]
  }

  /// Opens the prompt for the name of a saved mapping.
  mutating func askForMapping() {
    guard !mappings.isEmpty else {
      notice = Notice(text: "No mapping is saved yet; w saves these columns.")
      return
    }
    prompt = Prompt(.useMapping, label: "Mapping")
    prompt?.hint = "Saved: " + mappings.map(\.name).joined(separator: "  ")
  }

  /// Reads the file again with a mapping; the prompt stays open where there is none, or where it does not fit.
  mutating func useMapping(named name: String) -> [Effect] {
    guard fileImport?.isRereading == false, let preview = fileImport?.preview else { return [] }
    guard let mapping = mappings.first(where: { $0.name == name }) else {
      prompt?.problem = "No mapping is saved under this name; Tab shows those that are."
      return []
    }
    let missing = mapping.missingColumns(in: preview.header)
    guard missing.isEmpty else {
      prompt?.problem = "It does not fit: this file has no column \(missing.joined(separator: ", "))."
      return []
    }
    prompt = nil
    fileImport?.request.mapping = mapping
    fileImport?.request.assignments = []
    if !mapping.identity.isEmpty { fileImport?.request.identity = nil }
    return rereadImport()
  }

  mutating func rereadImport() -> [Effect] {
    guard let request = fileImport?.request else { return [] }
    fileImport?.isRereading = true
    return [.previewImport(request)]
  }

  /// Opens the prompt for the name that the columns are to be saved under.
  mutating func askForMappingName() {
    prompt = Prompt(
      .saveMapping, label: "Save the columns as", text: fileImport?.request.mapping?.name ?? "")
    let names = mappings.map(\.name).joined(separator: "  ")
    prompt?.hint = names.isEmpty ? nil : "A name that is there is replaced: \(names)"
  }

  /// Saves them; the prompt stays open where that is no name.
  mutating func saveMapping(as name: String) -> [Effect] {
    guard fileImport?.isRereading == false, let preview = fileImport?.preview else { return [] }
    guard SavedMapping.canBeNamed(name) else {
      prompt?.problem = "A name has 1 to \(SavedMapping.maxNameLength) characters."
      return []
    }
    prompt = nil
    return [
      .saveMapping(
        SavedMapping(
          name: name, header: preview.header, roles: preview.columns.map(\.role),
          identity: fileImport?.request.identityColumns ?? []))
    ]
  }

  mutating func acceptMapping(_ mapping: SavedMapping, _ problem: Problem?) {
    if let problem {
      notice = Notice(text: problem.sentence, kind: .problem)
      return
    }
    mappings.removeAll { $0.name == mapping.name }
    mappings.append(mapping)
    notice = Notice(text: "The columns were saved as “\(mapping.name)”: m uses them for another file.")
  }

  /// Fields, columns, lists, or the names of saved mappings.
  func mappingCompletion(_ prompt: Prompt) -> WordCompletion? {
    switch prompt.purpose {
    case .columnField: WordCompletion(prompt.input, among: ColumnMapping.Role.names)
    case .valueReading: readingCompletion(prompt.input)
    case .rowIdentity: identityCompletion(prompt.input)
    case .importedList: WordCompletion(prompt.input, among: listChoices)
    case .useMapping, .saveMapping: WordCompletion(prompt.input, among: mappings.map(\.name))
    default: nil
    }
  }

  /// Of the word before the cursor.
  private func readingCompletion(_ input: TextInput) -> WordCompletion? {
    let typed = input.text.prefix(input.cursor)
    let start = typed.lastIndex(where: \.isWhitespace).map { typed.index(after: $0) } ?? typed.startIndex
    let word = String(typed[start...])
    return WordCompletion(
      input, before: String(typed[..<start]),
      candidates: ValueReading.words.filter { CompletionCandidates.begins($0, with: word) })
  }
}

extension ImportState {
  /// `false` where the column is that already.
  mutating func assign(_ role: ColumnMapping.Role, to column: Int) -> Bool {
    guard case .preview(var preview) = phase, preview.columns.indices.contains(column),
      preview.columns[column].role != role
    else { return false }
    // A field is one column's; the other is kept as a custom field.
    if case .field = role {
      for other in preview.columns.indices where preview.columns[other].role == role {
        preview.columns[other].role = .extra
      }
    }
    preview.columns[column].role = role
    phase = .preview(preview)
    moveCursor(to: column)
    if let mapping = request.mapping, request.identity == nil { request.identity = mapping.identity }
    request.mapping = nil
    request.assignments = ColumnAssignment.chosen(preview.header, preview.columns.map(\.role))
    return true
  }
}

extension ImportPreview {
  var header: Header { Header(columns.map(\.name)) }
}
