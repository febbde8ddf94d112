extension BeerFilter: CustomStringConvertible {
  /// The filter in the filter language, for a diary without custom fields that have the names of built-in ones.
  package var description: String { text(customFields: []) }

  /// Returns the filter in the filter language; parsing it with the same custom fields gives the same filter.
  ///
  /// - Parameter customFields: The custom fields of the diary, whose names a built-in field does not get.
  package func text(customFields: [String]) -> String {
    let terms = alternatives.map { $0.map { $0.text(customFields) }.joined(separator: " ") }
      .joined(separator: " \(FilterKeyword.alternative) ")
    let trash = "\(FilterKeyword.scope):\(FilterKeyword.trash)"
    return [isInTrash ? trash : "", terms].filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension BeerFilter {
  /// Creates a filter for the words of a search, as ``Term/init(searching:)`` does for each; words such as `or` have no
  /// special meaning in it.
  ///
  /// A search ignores punctuation. It is left out of a word that a filter has to quote only because of it, and words of
  /// nothing else are left out.
  package init(searching words: some Sequence<some StringProtocol>) {
    let terms = words.compactMap { word -> Term? in
      let term = Term(searching: word)
      guard case .words(let word) = term.condition,
        let start = word.firstIndex(where: \.isSearched), let end = word.lastIndex(where: \.isSearched)
      else { return nil }
      let plain = String(word[start...end])
      let isPlainer = FilterText.word(word) != word && FilterText.word(plain) == plain
      return Term(.words(isPlainer ? plain : word), isNegated: term.isNegated)
    }
    self.init(terms.isEmpty ? [] : [terms])
  }
}

extension BeerFilter.Term {
  /// Creates the term for a word of a search: beers must have it, or must not if it begins with a minus.
  package init(searching word: some StringProtocol) {
    let isNegated = word.hasPrefix("-")
    self.init(.words(String(word.dropFirst(isNegated ? 1 : 0))), isNegated: isNegated)
  }
}

extension Character {
  /// Whether a search looks for the character.
  fileprivate var isSearched: Bool { isLetter || isNumber }
}

extension BeerFilter.Term: CustomStringConvertible {
  /// The term in the filter language, such as `-style:stout` or `no:rating`.
  package var description: String { text([]) }

  fileprivate func text(_ customFields: [String]) -> String {
    if condition == .label(.again) { return "\(FilterKeyword.again):" + (isNegated ? "no" : "yes") }
    if case .has(let subject) = condition {
      return (isNegated ? FilterKeyword.lacks : FilterKeyword.has) + ":" + subject.text(customFields)
    }
    return (isNegated ? "-" : "") + condition.text(customFields)
  }
}

extension BeerFilter.Condition {
  fileprivate func text(_ customFields: [String]) -> String {
    func name(_ field: String) -> String { FilterKeyword.writtenName(of: field, customFields: customFields) }
    return switch self {
    case .words(let words): FilterText.word(words)
    case .text(let field, let words): name(field.rawValue) + ":" + FilterText.value(words)
    case .exactly(let field, let text): name(field.rawValue) + "=" + FilterText.value(text)
    case .number(let field, let comparison, let number):
      name(field.rawValue) + comparison.rawValue + TypedNumber.text(number)
    case .date(.equal, let date): FilterKeyword.name(of: date) + ":" + date.text
    case .date(let comparison, let date): FilterKeyword.name(of: date) + comparison.rawValue + date.text
    case .ids(let ranges): "\(FilterKeyword.id):" + ranges.map(FilterText.ids).joined(separator: ",")
    case .month(let month): "\(FilterKeyword.month):\(month)"
    case .position(let position): "\(FilterKeyword.position):" + position.text
    case .label(.times(.equal, let number)): "\(FilterKeyword.times):" + TypedNumber.text(number)
    case .label(.times(let comparison, let number)):
      FilterKeyword.times + comparison.rawValue + TypedNumber.text(number)
    case .label(.first(let comparison, let date)):
      FilterKeyword.first + (comparison == .equal ? ":" : comparison.rawValue) + date.text
    case .label(.last(let comparison, let date)):
      FilterKeyword.last + (comparison == .equal ? ":" : comparison.rawValue) + date.text
    case .label(.again): "\(FilterKeyword.again):yes"
    case .label(.meanRating(let comparison, let number)):
      FilterKeyword.meanRating + comparison.rawValue + TypedNumber.text(number)
    case .has(let subject): FilterKeyword.has + ":" + subject.text(customFields)
    case .custom(let name, let words): FilterText.name(name) + ":" + FilterText.customValue(words)
    case .customExactly(let name, let text): FilterText.name(name) + "=" + FilterText.customValue(text)
    case .customNumber(let name, let comparison, let number):
      FilterText.name(name) + comparison.rawValue + TypedNumber.text(number)
    case .customDate(let name, let comparison, let date):
      FilterText.name(name) + comparison.rawValue + date.text
    }
  }
}

extension BeerFilter.Subject {
  fileprivate func text(_ customFields: [String]) -> String {
    switch self {
    case .photo: "photo"
    case .date: FilterKeyword.date
    case .position: FilterKeyword.position
    case .text(let field): FilterKeyword.writtenName(of: field.rawValue, customFields: customFields)
    case .number(let field): FilterKeyword.writtenName(of: field.rawValue, customFields: customFields)
    case .meanRating: FilterKeyword.meanRating
    case .custom(let name):
      BeerFilter.Subject(known: name) == nil ? FilterText.name(name) : FilterText.quoted(name)
    }
  }
}

/// Prints parts of a filter, quoted if they would be read as something else.
package enum FilterText {
  static func word(_ text: String) -> String {
    let isSyntax =
      text.first == "-" || text.first == "!" || FilterKeyword.connectives.contains(text.lowercased())
      || FilterLexer.Piece(text: text, range: 0..<text.count, isQuoted: false).unknownOperatorError != nil
    return isSyntax || text.contains(where: { isSpecial($0) || FilterLexer.operators.contains($0) })
      ? quoted(text) : text
  }

  /// Returns the value of a field, quoted if it would be read as something else.
  package static func value(_ text: String) -> String {
    text.isEmpty || text.contains("..") || text.contains(where: isSpecial) ? quoted(text) : text
  }

  /// Returns the value of a custom field, also quoted if it would be read as a date.
  static func customValue(_ text: String) -> String {
    FilterValue.isNamedDay(text) ? quoted(text) : value(text)
  }

  /// Returns the name of a custom field, quoted if it would be read as a name of the filter language.
  package static func name(_ text: String) -> String {
    let isPlain = text.first?.isLetter == true && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    let fields = FilterKeyword.fields + FilterKeyword.screenNames
    let isOwn =
      fields.contains(text.lowercased())
      || text.allSatisfy(\.isLetter)
        && Spelling.nearest(to: text, among: fields + FilterKeyword.subjects) != nil
    return isPlain && !isOwn ? text : quoted(text)
  }

  /// Returns the ids of a range: `12`, `9..12`, `9..` or `..12`.
  static func ids(_ range: ClosedRange<Int64>) -> String {
    let first = range.lowerBound
    let last = range.upperBound
    if first == last { return String(first) }
    let end = last == .max ? "" : String(last)
    return (first == .min && !end.isEmpty ? "" : String(first)) + ".." + end
  }

  /// Returns a text in quotation marks.
  package static func quoted(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped)\""
  }

  private static func isSpecial(_ character: Character) -> Bool {
    character.isWhitespace || "\"\\()!".contains(character)
  }
}
