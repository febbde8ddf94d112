extension BeerFilter {
  /// Reads the filter language.
  ///
  /// - Parameters:
  ///   - text: `style:stout rating>=4 -place:home`, as the README describes it.
  ///   - customFields: The names of the diary's custom fields; `nil` takes every unknown name for one.
  ///   - namedDays: Days that have names, such as `today`.
  package init(
    _ text: String, customFields: Set<String>? = nil, namedDays: [String: DiaryDate] = [:]
  ) throws(FilterError) {
    var parser = FilterParser(text, customFields: customFields, namedDays: namedDays)
    self = try parser.parse()
  }
}

/// Makes a filter of words and fields.
private struct FilterParser {
  private var lexer: FilterLexer
  private let customFields: Set<String>?
  private let namedDays: [String: DiaryDate]

  init(_ text: String, customFields: Set<String>?, namedDays: [String: DiaryDate]) {
    lexer = FilterLexer(text)
    self.customFields = customFields
    self.namedDays = namedDays
  }

  mutating func parse() throws(FilterError) -> BeerFilter {
    var filter = BeerFilter()
    var terms: [BeerFilter.Term] = []
    var lastOr: Range<Int>?
    while let token = try lexer.next() {
      if isOr(token) {
        if terms.isEmpty { throw loneOr(token.range) }
        filter.alternatives.append(terms)
        (terms, lastOr) = ([], token.range)
      } else if try isTrash(token) {
        filter.isInTrash = true
      } else {
        terms.append(try term(token))
      }
    }
    if let lastOr, terms.isEmpty { throw loneOr(lastOr) }
    if !terms.isEmpty { filter.alternatives.append(terms) }
    return filter
  }

  private func isOr(_ token: FilterLexer.Token) -> Bool {
    token.symbol == nil && !token.isNegated && !token.head.isQuoted
      && token.head.text.lowercased() == FilterNames.alternative
  }

  private func loneOr(_ range: Range<Int>) -> FilterError {
    FilterError(range: range, sentence: "“or” wants something before and behind it; quote it to look for it.")
  }

  /// `in:trash` is about all alternatives.
  private func isTrash(_ token: FilterLexer.Token) throws(FilterError) -> Bool {
    guard token.symbol != nil, !token.head.isQuoted, token.head.text.lowercased() == FilterNames.place
    else { return false }
    guard let value = token.value, value.text.lowercased() == FilterNames.trash, !token.isNegated else {
      throw FilterError(
        range: token.range, sentence: "Only “in:trash” can be asked for; the list is without it anyway.")
    }
    return true
  }

  private func term(_ token: FilterLexer.Token) throws(FilterError) -> BeerFilter.Term {
    guard let symbol = token.symbol, let value = token.value else {
      return .init(.words(try FilterValue(token.head).words), isNegated: token.isNegated)
    }
    if value.text.isEmpty {
      throw FilterError(
        range: token.range, sentence: "“\(token.head.text)” wants a value behind “\(symbol.text)”.")
    }
    let field = FilterField(symbol: symbol, value: FilterValue(value, namedDays: namedDays))
    if token.head.isQuoted { return .init(try field.custom(token.head.text), isNegated: token.isNegated) }
    let name = token.head.text.lowercased()
    if name == FilterNames.has || name == FilterNames.lacks {
      let subject = try subject(value)
      return .init(.has(subject), isNegated: token.isNegated != (name == FilterNames.lacks))
    }
    if let condition = try field.known(name) { return .init(condition, isNegated: token.isNegated) }
    try requireCustom(token.head, among: FilterNames.fields)
    return .init(try field.custom(token.head.text), isNegated: token.isNegated)
  }

  private func subject(_ value: FilterLexer.Piece) throws(FilterError) -> BeerFilter.Subject {
    if !value.isQuoted {
      if let known = BeerFilter.Subject(known: value.text) { return known }
      try requireCustom(value, among: FilterNames.subjects)
    }
    return .custom(value.text)
  }

  private func requireCustom(_ name: FilterLexer.Piece, among known: [String]) throws(FilterError) {
    let folded = FilterNames.folded(name.text)
    if customFields?.contains(where: { FilterNames.folded($0) == folded }) == true, !folded.isEmpty { return }
    // Without a list of custom fields a name that is not quite one of the language's is still a mistake.
    let nearest = Spelling.nearest(to: name.text, among: known + (customFields ?? []).sorted())
    if customFields == nil, nearest == nil, !folded.isEmpty { return }
    let advice =
      nearest.map { "did you mean “\($0)”?" }
      ?? "fields are \(known.joined(separator: ", "))\(FilterNames.told(customFields ?? []))."
    throw FilterError(range: name.range, sentence: "There is no field “\(name.text)”; \(advice)")
  }
}
