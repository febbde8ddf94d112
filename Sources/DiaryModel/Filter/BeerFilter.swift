/// Which beers to show: what the filter language says, as a value.
///
///     let filter = try BeerFilter("style:stout rating>=4 -place:home or has:photo")
///
/// A beer is shown where all terms of one alternative hold. The printed form reads as the same filter.
package struct BeerFilter: Hashable, Sendable {
  /// None: every beer.
  package var alternatives: [[Term]]
  /// Whether the beers in the trash are meant, and not those in the diary.
  package var isInTrash: Bool

  package init(_ alternatives: [[Term]] = [], isInTrash: Bool = false) {
    self.alternatives = alternatives
    self.isInTrash = isInTrash
  }

  package var isEmpty: Bool { alternatives.isEmpty && !isInTrash }

  /// What passes this filter and another, on this one's side of the trash's lid.
  package func and(_ other: BeerFilter) -> BeerFilter {
    if alternatives.isEmpty || other.alternatives.isEmpty {
      return BeerFilter(alternatives + other.alternatives, isInTrash: isInTrash)
    }
    return BeerFilter(
      alternatives.flatMap { terms in other.alternatives.map { terms + $0 } }, isInTrash: isInTrash)
  }

  /// One condition, or that it does not hold.
  package struct Term: Hashable, Sendable {
    package var condition: Condition
    package var isNegated: Bool

    package init(_ condition: Condition, isNegated: Bool = false) {
      self.condition = condition
      self.isNegated = isNegated
    }
  }

  /// Text holds words where they stand in it one after the other; of the last its beginning is enough, accents and
  /// case do not matter.
  package enum Condition: Hashable, Sendable {
    /// Some text of the beer holds the words: name, brewery, style, notes, place or custom fields.
    case words(String)
    case text(TextField, String)
    /// The field is this text and nothing else, upper and lower case of ASCII letters being the same.
    case exactly(TextField, String)
    case number(NumberField, Comparison, Double)
    /// Compares with a year, a month or a day as a whole.
    case date(Comparison, DiaryDate)
    /// 1...12, of any year.
    case month(Int)
    case has(Subject)
    /// A custom field, named in any case, holds the words.
    case custom(String, words: String)
    /// A custom field is read as this text and nothing else, upper and lower case of ASCII letters being the same.
    case customExactly(String, String)
    /// A custom field is a number, or text that reads as one.
    ///
    /// A text that is a date compares by its year.
    case customNumber(String, Comparison, Double)
    /// A custom field is a date, compared as `date` is.
    case customDate(String, Comparison, DiaryDate)
  }

  package enum Comparison: String, Hashable, Sendable, CaseIterable {
    case equal = "="
    case less = "<"
    case atMost = "<="
    case more = ">"
    case atLeast = ">="
  }

  /// What a beer can have.
  package enum Subject: Hashable, Sendable {
    case photo, date, position
    case text(TextField)
    case number(NumberField)
    case custom(String)
  }
}
