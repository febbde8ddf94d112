extension BeerFilter {
  /// Parses the filter language.
  ///
  /// - Parameters:
  ///   - text: A filter such as `style:stout rating>=4 -venue:home`; see docs/reference/filter.md.
  ///   - customFields: The names of the diary's custom fields; `nil` accepts every name.
  ///   - dates: How dates are read.
  ///   - beerCount: The approximate number of beers in the diary; a filter that would take minutes there is refused.
  ///   - checksQuotedNames: Whether names in quotation marks, too, have to be those of custom fields.
  /// - Throws: `FilterError` with the position and a sentence for the user.
  package init(
    _ text: String, customFields: Set<String>? = nil, dates: TypedDates = TypedDates(),
    beerCount: Int = 0,
    checksQuotedNames: Bool = false
  ) throws(FilterError) {
    var parser = FilterParser(
      text, customFields: customFields, dates: dates, checksQuotedNames: checksQuotedNames)
    self = try parser.parse()
    try requireSpeed(of: text, beerCount: beerCount)
  }

  /// Parses the filter language without the names of the diary's custom fields, if the meaning does not depend on them.
  ///
  /// They decide what `venue:x` means, which is the built-in field unless a custom field has that name, and whether
  /// `hop:x` means anything.
  ///
  /// - Parameter checksQuotedNames: Whether they also decide whether `"hop":x` means anything.
  /// - Returns: `nil` if the meaning of the filter, or its mistake, depends on the custom fields.
  /// - Throws: `FilterError` for a text that is not a filter in any diary.
  package static func withoutCustomFields(
    _ text: String, dates: TypedDates = TypedDates(), beerCount: Int = 0, checksQuotedNames: Bool = false
  ) throws(FilterError) -> BeerFilter? {
    var parser = FilterParser(
      text, customFields: [], dates: dates, checksQuotedNames: checksQuotedNames)
    let filter: BeerFilter
    do {
      filter = try parser.parse()
    } catch {
      if parser.dependsOnCustomFields { return nil }
      throw error
    }
    if parser.dependsOnCustomFields { return nil }
    try filter.requireSpeed(of: text, beerCount: beerCount)
    return filter
  }

  /// Throws if the filter would take minutes in a diary with this many beers.
  private func requireSpeed(of text: String, beerCount: Int) throws(FilterError) {
    let count = Set(alternatives.joined().map(\.condition)).count
    let maxCount = max(Self.minConditions, Self.maxReadBeers / max(1, beerCount))
    if count > maxCount { throw FilterError.tooSlow(0..<text.count, count: count, maxCount: maxCount) }
  }

  /// The number of different terms that a filter may always have.
  private static let minConditions = 20
  /// The maximum number of beers that all different terms read together, as each may have to read every beer.
  private static let maxReadBeers = 50_000_000
}

/// A recursive descent parser.
///
///     filter      = alternative { "or" alternative }
///     alternative = factor { [ "and" ] factor }
///     factor      = ( "-" | "!" | "not" ) factor | "(" filter ")" | term
///
/// Groups are expanded, because a filter is a list of alternatives.
private struct FilterParser {
  /// The maximum number of alternatives, which groups multiply.
  private static let maxAlternatives = 200
  /// The maximum number of terms in all alternatives together, as each is a search of its own.
  private static let maxTerms = 1_000
  /// The maximum length in characters; searching for the words of a longer text would take too long.
  private static let maxLength = 20_000
  /// The maximum number of nested groups and negations; more could overflow the stack.
  private static let maxDepth = 100

  private let customFields: Set<String>?
  /// Whether what was parsed so far can mean something else in a diary with other custom fields.
  private(set) var dependsOnCustomFields = false
  private let checksQuotedNames: Bool
  private let dates: TypedDates
  private var lexer: FilterLexer
  private var token: FilterLexer.Token?
  private var isInTrash = false
  private var depth = 0

  init(
    _ text: String, customFields: Set<String>?, dates: TypedDates, checksQuotedNames: Bool
  ) {
    lexer = FilterLexer(text)
    self.checksQuotedNames = checksQuotedNames
    self.customFields = customFields
    self.dates = dates
  }

  mutating func parse() throws(FilterError) -> BeerFilter {
    guard lexer.count <= Self.maxLength else { throw FilterError.tooLong(Self.maxLength..<lexer.count) }
    token = try lexer.next()
    guard token != nil else { return BeerFilter() }
    let alternatives = try alternatives(isNested: false)
    if let token { throw FilterError.unexpectedClosingParenthesis(token.range) }
    // `in:trash` alone is an alternative without terms.
    return BeerFilter(alternatives.contains([]) ? [] : alternatives, isInTrash: isInTrash)
  }

  private mutating func advance() throws(FilterError) { token = try lexer.next() }

  /// Parses up to a closing parenthesis or the end.
  private mutating func alternatives(isNested: Bool) throws(FilterError) -> [[BeerFilter.Term]] {
    var all: [[BeerFilter.Term]] = []
    var lastOr: Range<Int>?
    var termCount = 0
    while true {
      let start = token?.range ?? 0..<0
      let next = try alternative()
      let isOr = orRange
      guard let next else {
        if let range = lastOr ?? isOr { throw FilterError.missingOperand(range) }
        let range = token?.range ?? 0..<0
        if !isNested { throw FilterError.unexpectedClosingParenthesis(range) }
        throw FilterError(range: range, sentence: "There is nothing between the parentheses.")
      }
      if next == [[]], lastOr ?? isOr != nil || isNested {
        throw FilterError.nestedTrash(lastOr ?? isOr ?? 0..<0)
      }
      termCount += Self.termCount(next)
      guard termCount <= Self.maxTerms else { throw FilterError.tooComplex(start) }
      all += next
      guard let isOr else { return all }
      lastOr = isOr
      try advance()
    }
  }

  /// Parses factors up to “or”, a closing parenthesis or the end; `nil` if there are none.
  private mutating func alternative() throws(FilterError) -> [[BeerFilter.Term]]? {
    var product: [[BeerFilter.Term]]?
    while let token, orRange == nil {
      if case .closing = token { break }
      let factor = try factor()
      product = try multiply(product ?? [[]], factor, at: token.range)
      try skipAnd()
    }
    return product
  }

  /// Skips “and” between two factors.
  private mutating func skipAnd() throws(FilterError) {
    guard let range = keywordRange(FilterKeyword.conjunction) else { return }
    try advance()
    if isAtEndOfAlternative || keywordRange(FilterKeyword.conjunction) != nil {
      throw FilterError.missingOperand(range)
    }
  }

  /// Whether the current token ends an alternative.
  private var isAtEndOfAlternative: Bool {
    if case .closing = token { true } else { token == nil || orRange != nil }
  }

  private mutating func factor() throws(FilterError) -> [[BeerFilter.Term]] {
    guard let token else { return [[]] }
    guard depth < Self.maxDepth else { throw FilterError.tooDeep(token.range) }
    depth += 1
    defer { depth -= 1 }
    switch token {
    case .negation(let range): return try negated(range)
    case .term(let term) where term.isKeyword(FilterKeyword.negation): return try negated(term.range)
    case .term(let term) where term.isKeyword(FilterKeyword.conjunction):
      throw FilterError.missingOperand(term.range)
    case .term(let term):
      try advance()
      return try readsTrash(term) ? [[]] : alternatives(of: term)
    case .opening(let range):
      try advance()
      let wasInTrash = isInTrash
      let group = try alternatives(isNested: true)
      if isInTrash, !wasInTrash { throw FilterError.nestedTrash(range) }
      guard case .closing = self.token else {
        throw FilterError(range: range, sentence: "This “(” has no “)”. Put one at the end of the group.")
      }
      try advance()
      return group
    case .closing(let range): throw FilterError.unexpectedClosingParenthesis(range)
    }
  }

  /// Parses what follows a negation.
  private mutating func negated(_ range: Range<Int>) throws(FilterError) -> [[BeerFilter.Term]] {
    try advance()
    if isAtEndOfAlternative {
      throw FilterError(
        range: range,
        sentence: "“\(FilterKeyword.negation)” requires something after it. Quote it to search for the word.")
    }
    let wasInTrash = isInTrash
    let factor = try factor()
    if isInTrash, !wasInTrash { throw FilterError.unsupportedScope(range) }
    return try negation(of: factor, at: range)
  }

  /// Returns the negation by De Morgan's law: of each alternative, one of the terms must not hold.
  private func negation(of alternatives: [[BeerFilter.Term]], at range: Range<Int>) throws(FilterError)
    -> [[BeerFilter.Term]]
  {
    var product: [[BeerFilter.Term]] = [[]]
    for terms in alternatives {
      let opposites = terms.map { [BeerFilter.Term($0.condition, isNegated: !$0.isNegated)] }
      product = try multiply(product, opposites, at: range)
    }
    return product
  }

  private func multiply(
    _ a: [[BeerFilter.Term]], _ b: [[BeerFilter.Term]], at range: Range<Int>
  ) throws(FilterError) -> [[BeerFilter.Term]] {
    let termCount = Self.termCount(a) * b.count + Self.termCount(b) * a.count
    guard a.count * b.count <= Self.maxAlternatives, termCount <= Self.maxTerms else {
      throw FilterError.tooComplex(range)
    }
    return a.flatMap { terms in b.map { terms + $0 } }
  }

  private static func termCount(_ alternatives: [[BeerFilter.Term]]) -> Int {
    alternatives.reduce(0) { $0 + $1.count }
  }

  /// The range of the token if it is “or”.
  private var orRange: Range<Int>? { keywordRange(FilterKeyword.alternative) }

  private func keywordRange(_ keyword: String) -> Range<Int>? {
    guard case .term(let term) = token, term.isKeyword(keyword) else { return nil }
    return term.range
  }

  /// Reads `in:trash`, which is about all alternatives; returns `false` for any other term.
  private mutating func readsTrash(_ term: FilterLexer.Term) throws(FilterError) -> Bool {
    guard let symbol = term.symbol, !term.head.isQuoted, term.head.text.lowercased() == FilterKeyword.scope
    else { return false }
    guard let value = term.value, value.text.lowercased() == FilterKeyword.trash,
      symbol.text == ":" || symbol.text == "="
    else {
      throw FilterError.unsupportedScope(term.range)
    }
    isInTrash = true
    return true
  }

  private mutating func alternatives(of term: FilterLexer.Term) throws(FilterError) -> [[BeerFilter.Term]] {
    guard var symbol = term.symbol, let value = term.value else {
      if let error = term.head.unknownOperatorError { throw error }
      return [[.init(.words(try FilterValue(term.head).words))]]
    }
    if term.head.range.isEmpty {
      throw FilterError(
        range: symbol.range,
        sentence: "“\(symbol.text)” requires a field before it, such as rating.")
    }
    if value.text.isEmpty {
      throw FilterError(
        range: term.range, sentence: "“\(term.head.text)” requires a value after “\(symbol.text)”.")
    }
    let isUnequal = symbol.text == "!="
    if isUnequal { symbol.text = "=" }
    let name = term.head.text.lowercased()
    if !term.head.isQuoted, name == FilterKeyword.has || name == FilterKeyword.lacks {
      guard [":", "="].contains(symbol.text) else { throw FilterError.missingSubject(name, symbol.range) }
      let isNegated = isUnequal != (name == FilterKeyword.lacks)
      if !value.isQuoted, value.text.lowercased() == FilterKeyword.country {
        let all = CustomFieldName.countries.map { [BeerFilter.Term(.has(.custom($0)))] }
        return isNegated ? try negation(of: all, at: term.range) : all
      }
      return [[.init(.has(try subject(value)), isNegated: isNegated)]]
    }
    if !term.head.isQuoted, name == FilterKeyword.again {
      return [[.init(.label(.again), isNegated: try isUnequal == readsYes(symbol, value))]]
    }
    if !term.head.isQuoted, name == FilterKeyword.country {
      let all = try countries(symbol, value)
      return isUnequal ? try negation(of: all, at: term.range) : all
    }
    let conditions = try conditions(term.head, symbol, value)
    let all = conditions.map { BeerFilter.Term($0) }
    return isUnequal ? try negation(of: [all], at: term.range) : [all]
  }

  /// Returns the alternatives for a country: one for each custom field for countries, if the beer has none before it.
  private func countries(
    _ symbol: FilterLexer.Piece, _ value: FilterLexer.Piece
  ) throws(FilterError) -> [[BeerFilter.Term]] {
    let field = FilterField(symbol: symbol, value: FilterValue(value, dates: dates))
    var alternatives: [[BeerFilter.Term]] = []
    var lacking: [BeerFilter.Term] = []
    for name in CustomFieldName.countries {
      let conditions = try field.custom(name)
      alternatives.append(lacking + conditions.map { BeerFilter.Term($0) })
      lacking.append(BeerFilter.Term(.has(.custom(name)), isNegated: true))
    }
    return alternatives
  }

  /// Returns whether a value is “yes” and not “no”.
  private func readsYes(_ symbol: FilterLexer.Piece, _ value: FilterLexer.Piece) throws(FilterError) -> Bool {
    switch (symbol.text, value.text.lowercased()) {
    case (":", "yes"), ("=", "yes"): return true
    case (":", "no"), ("=", "no"): return false
    default:
      throw FilterError(
        range: value.range, sentence: "Write \(FilterKeyword.again):yes or \(FilterKeyword.again):no.")
    }
  }

  /// Returns the conditions for a field, which must all hold: two for a range.
  private mutating func conditions(
    _ head: FilterLexer.Piece, _ symbol: FilterLexer.Piece, _ value: FilterLexer.Piece
  ) throws(FilterError) -> [BeerFilter.Condition] {
    let field = FilterField(symbol: symbol, value: FilterValue(value, dates: dates))
    if head.isQuoted {
      try requireQuoted(head, among: FilterKeyword.valueFields)
      return try field.custom(head.text)
    }
    if let conditions = try field.known(fieldName(head.text), typed: head.text) { return conditions }
    try requireCustom(head, among: FilterKeyword.valueFields, others: FilterKeyword.others)
    return try field.custom(head.text)
  }

  /// Returns the name of the field that a word means: the word itself, or that of the field which the screen calls so.
  private mutating func fieldName(_ word: String) -> String {
    let name = FilterKeyword.fieldName(word.lowercased(), customFields: [])
    if name == word.lowercased() { return name }
    dependsOnCustomFields = true
    return FilterKeyword.fieldName(word.lowercased(), customFields: customFields ?? [])
  }

  private mutating func subject(_ value: FilterLexer.Piece) throws(FilterError) -> BeerFilter.Subject {
    if value.isQuoted {
      try requireQuoted(value, among: FilterKeyword.subjects)
    } else {
      if let known = BeerFilter.Subject(known: fieldName(value.text)) { return known }
      try requireCustom(value, among: FilterKeyword.subjects)
    }
    return .custom(value.text)
  }

  /// Throws if no custom field has a name in quotation marks, if such names are checked.
  private mutating func requireQuoted(_ name: FilterLexer.Piece, among known: [String]) throws(FilterError) {
    guard checksQuotedNames else { return }
    dependsOnCustomFields = true
    guard let customFields, !customFields.contains(where: { FilterKeyword.areSame($0, name.text) }) else {
      return
    }
    let nearest = Spelling.nearest(to: name.text, among: customFields.sorted()).map { "“\($0)”" }
    let builtIn = Spelling.nearest(to: name.text, among: known + FilterKeyword.screenNames)
    let advice =
      (nearest ?? builtIn.map { "\($0), without quotation marks" }).map { "Did you mean \($0)?" }
      ?? "A name in quotation marks is that of a custom field."
    throw FilterError(range: name.range, sentence: "There is no custom field “\(name.text)”. \(advice)")
  }

  /// Throws if there is no custom field with a name; without a list of custom fields, every name may be one.
  ///
  /// - Parameter others: What can be before an operator, apart from fields.
  private mutating func requireCustom(
    _ name: FilterLexer.Piece, among known: [String], others: [String] = []
  ) throws(FilterError) {
    dependsOnCustomFields = true
    let folded = FilterKeyword.folded(name.text)
    let isKnown = customFields?.contains { FilterKeyword.folded($0) == folded } ?? true
    if isKnown, !folded.isEmpty { return }
    let customFields = customFields ?? []
    let nearest = Spelling.nearest(
      to: name.text, among: known + others + FilterKeyword.screenNames + customFields.sorted())
    let custom = FilterKeyword.customFieldList(customFields)
    let names = known.map { FilterKeyword.writtenName(of: $0, customFields: customFields) }
    let fields = "The fields are \(names.joined(separator: ", "))\(custom)."
    let list = others.isEmpty ? fields : "\(fields) Other filters: \(FilterKeyword.otherFilters)."
    let advice = nearest.map { "Did you mean “\($0)”?" } ?? list
    throw FilterError(range: name.range, sentence: "There is no field “\(name.text)”. \(advice)")
  }
}
