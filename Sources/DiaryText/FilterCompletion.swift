import DiaryModel
package import DiaryStore
import Foundation

/// Completes the word before the cursor of a filter: with names of fields, or with values of one.
package struct FilterCompletion {
  /// The terms before the one that is being typed.
  package let termsBefore: String
  /// The text before the word.
  private let lead: String
  /// The field's name, and the name with its operator; `nil` while a name is typed.
  private let field: (name: String, whole: String)?
  /// The typed part of a name or a value.
  private let typed: String

  /// Finds the part of a filter that can be completed.
  ///
  /// - Parameter text: A filter up to the cursor.
  package init(_ text: String) {
    let start = Self.startOfTerm(text)
    var term = String(text[start...])
    termsBefore = String(text[..<start])
    var lead = termsBefore
    while let first = term.first, "-!(".contains(first) { lead.append(term.removeFirst()) }
    self.lead = lead
    guard let end = Self.endOfOperator(term) else {
      field = nil
      typed = term
      return
    }
    let name = term[..<end].filter { !"\":=<>!".contains($0) }.lowercased()
    field = (name, String(term[..<end]))
    typed = String(term[end...]).replacing("\"", with: "")
  }

  /// The field whose value is being typed, in lower case; `nil` while a name is typed.
  package var fieldName: String? { field?.name }

  /// Whether a part of a field's value has been typed.
  package var hasValue: Bool { field != nil && !typed.isEmpty }

  /// Returns the name of the field whose value is being typed, also if it is written as the screen calls it; `nil` while
  /// a name is typed.
  private func fieldName(_ vocabulary: FilterVocabulary) -> String? {
    field.map { FilterKeyword.fieldName($0.name, customFields: vocabulary.customFields) }
  }

  /// Returns the field whose values must be read from the diary for completion: a custom field, as the diary spells it,
  /// or a text that differs from beer to beer.
  package func fieldToRead(_ vocabulary: FilterVocabulary) -> String? {
    guard let name = fieldName(vocabulary) else { return nil }
    if Self.fieldsToRead.contains(name) { return name }
    let isCountry = name == FilterKeyword.country
    guard isCountry || !FilterKeyword.fields.contains(name) else { return nil }
    let names = isCountry ? CustomFieldName.countries : [name]
    return names.map { CustomFieldName.spelled($0, like: vocabulary.customFields) }
      .first { vocabulary.customFields.contains($0) }
  }

  /// Returns the completed filters.
  package func texts(_ vocabulary: FilterVocabulary) -> [String] {
    candidates(vocabulary).map { before + $0 }
  }

  /// The text before a candidate.
  package var before: String { lead + (field?.whole ?? "") }

  /// Returns the completions of the word, in the order to offer them.
  package func candidates(_ vocabulary: FilterVocabulary) -> [String] {
    guard let name = fieldName(vocabulary) else { return names(vocabulary) }
    return CompletionCandidates.matches(for: typed, among: values(of: name, vocabulary))
  }

  /// Returns the index after the last blank outside quotation marks.
  private static func startOfTerm(_ text: String) -> String.Index {
    let blank = unquoted(text).last { text[$0].isWhitespace }
    return blank.map { text.index(after: $0) } ?? text.startIndex
  }

  /// Returns the index after the operator outside quotation marks; `nil` if there is none.
  private static func endOfOperator(_ term: String) -> String.Index? {
    guard let index = unquoted(term).first(where: { ":=<>".contains(term[$0]) }) else { return nil }
    let next = term.index(after: index)
    let isLonger = "<>".contains(term[index]) && next < term.endIndex && term[next] == "="
    return isLonger ? term.index(after: next) : next
  }

  /// Returns the indices of characters outside quotation marks; a backslash escapes the next character.
  private static func unquoted(_ text: String) -> [String.Index] {
    var indices: [String.Index] = []
    var isQuoted = false
    var isEscaped = false
    for index in text.indices {
      if isEscaped {
        isEscaped = false
      } else if isQuoted, text[index] == "\\" {
        isEscaped = true
      } else if text[index] == "\"" {
        isQuoted.toggle()
      } else if !isQuoted {
        indices.append(index)
      }
    }
    return indices
  }

  private func names(_ vocabulary: FilterVocabulary) -> [String] {
    let own = FilterKeyword.fields.flatMap { field in
      let name = FilterKeyword.writtenName(of: field, customFields: vocabulary.customFields)
      return Self.compared.contains(field) ? [">=", "<=", "="].map { name + $0 } : [name + ":"]
    }
    // The filter `country` is about the custom field as well.
    let custom = vocabulary.offeredFields.filter { $0.lowercased() != FilterKeyword.country }
    return (own + custom.map { Self.name(ofCustomField: $0) + ":" })
      .filter { CompletionCandidates.begins($0, with: typed) }
  }

  /// Returns the name of a custom field in a filter; a word of the screen means the custom field also without quotation
  /// marks.
  private static func name(ofCustomField name: String) -> String {
    let word = name.lowercased()
    return FilterKeyword.screenNames.contains(word) ? word : FilterText.name(name)
  }

  /// Text fields whose values are read only to complete them: the vocabulary has those that many beers share, and notes
  /// are not completed.
  private static var fieldsToRead: [String] {
    BeerFilter.TextField.all.filter { $0 != .notes }.map(\.rawValue)
      .filter { SuggestedField(rawValue: $0) == nil }
  }
  /// Fields that are usually compared with an operator.
  private static let compared = Set(
    BeerFilter.NumberField.all.map(\.rawValue) + [FilterKeyword.meanRating, "date"])

  /// Advice if there are no completions; `nil` for most fields.
  package var advice: String? {
    guard let field else { return nil }
    if BeerFilter.NumberField(rawValue: field.name) != nil || field.name == FilterKeyword.meanRating {
      return "Type a number, such as 4.5."
    }
    if field.name == "id" { return "Type ids, such as 12 or 3,7,9..12." }
    if field.name == "position" { return "Type a latitude and a longitude, such as 52.09,5.12." }
    return field.name == "notes" ? "Type words of the notes." : nil
  }

  private func values(of field: String, _ vocabulary: FilterVocabulary) -> [String] {
    switch field {
    case "has", "no":
      FilterKeyword.subjects.map {
        FilterKeyword.writtenName(of: $0, customFields: vocabulary.customFields)
      } + vocabulary.offeredFields.map(Self.name)
    case "in": ["trash"]
    case "again": ["yes", "no"]
    case "year": vocabulary.years
    case "date", "after", "before", "first", "last": FilterKeyword.namedDays + vocabulary.years
    case "month": FilterKeyword.months
    default: (vocabulary.values[fieldToRead(vocabulary) ?? field] ?? []).map(FilterText.value)
    }
  }
}
