/// A parsed filter, which selects beers.
///
///     let filter = try BeerFilter("style:stout rating>=4 -venue:home or has:photo")
///
/// A beer matches if all terms of one alternative hold. ``text(customFields:)`` prints the filter; parsing that gives the
/// same filter.
package struct BeerFilter: Hashable, Sendable {
  /// The alternatives, each a list of terms that must all hold; empty for every beer.
  package var alternatives: [[Term]]
  /// Whether the filter is about the beers in the trash instead of those in the diary.
  package var isInTrash: Bool

  /// Creates a filter for the beers that match all terms of at least one alternative.
  ///
  /// - Parameter alternatives: Empty for every beer.
  package init(_ alternatives: [[Term]] = [], isInTrash: Bool = false) {
    self.alternatives = alternatives
    self.isInTrash = isInTrash
  }

  /// Whether the filter matches every beer of the diary.
  package var isEmpty: Bool { alternatives.isEmpty && !isInTrash }

  /// Whether the filter has a condition on the rating of the beer itself, or on whether there is one.
  package var hasRating: Bool { self != byMeanRating }

  /// The filter with the same conditions on the mean rating of the label instead of the rating of the beer.
  package var byMeanRating: BeerFilter {
    var filter = self
    filter.alternatives = alternatives.map { terms in
      terms.map { Term($0.condition.byMeanRating, isNegated: $0.isNegated) }
    }
    return filter
  }

  /// Returns a filter that matches what both filters match; `isInTrash` is that of this filter.
  package func and(_ other: BeerFilter) -> BeerFilter {
    if alternatives.isEmpty || other.alternatives.isEmpty {
      return BeerFilter(alternatives + other.alternatives, isInTrash: isInTrash)
    }
    return BeerFilter(
      alternatives.flatMap { terms in other.alternatives.map { terms + $0 } }, isInTrash: isInTrash)
  }

  /// A condition or its negation.
  package struct Term: Hashable, Sendable {
    /// The condition, which must hold unless the term is negated.
    package var condition: Condition
    /// Whether the condition must not hold.
    package var isNegated: Bool

    /// Creates a term that requires a condition or its negation.
    ///
    /// - Parameter isNegated: Whether the condition must not hold.
    package init(_ condition: Condition, isNegated: Bool = false) {
      self.condition = condition
      self.isNegated = isNegated
    }
  }

  /// A condition that a beer meets or not.
  ///
  /// "Contains the words" means: one after the other, the last one possibly only its beginning, ignoring case and
  /// accents.
  package enum Condition: Hashable, Sendable {
    /// Name, brewery, style, notes, venue or a custom field contains the words.
    case words(String)
    /// The field contains the words.
    case text(TextField, String)
    /// The field is exactly this text, ignoring the case of ASCII letters.
    case exactly(TextField, String)
    /// Compares the number; never true if the beer has none.
    case number(NumberField, Comparison, Double)
    /// Compares the date with a year, a month or a day as a whole.
    case date(Comparison, DiaryDate)
    /// The id of the beer is in one of these ranges, which are in ascending order and do not touch.
    case ids([ClosedRange<Int64>])
    /// The beer was drunk in this month, 1 to 12, of any year.
    case month(Int)
    /// The position of the beer is rounded to this one.
    case position(RoundedPosition)
    /// The beers with the same label meet a condition.
    case label(LabelCondition)
    /// The beer has a value or a photo.
    case has(Subject)
    /// A custom field, its name in any case, contains the words.
    case custom(String, words: String)
    /// A custom field is exactly this text, ignoring the case of ASCII letters.
    case customExactly(String, String)
    /// Compares a custom field that is a number, or text that can be read as one.
    ///
    /// A date compares by its year.
    case customNumber(String, Comparison, Double)
    /// A custom field is a date, compared as `date` is.
    case customDate(String, Comparison, DiaryDate)
  }

  /// A condition on the beers of the diary that have the same label as a beer, which is one of them.
  package enum LabelCondition: Hashable, Sendable {
    /// Compares the number of beers.
    case times(Comparison, Double)
    /// Compares the date of the first beer, as `date` does.
    case first(Comparison, DiaryDate)
    /// Compares the date of the last beer, as `date` does.
    case last(Comparison, DiaryDate)
    /// The beer is not the first one.
    case again
    /// Compares the mean of the ratings; never true if no beer has one.
    case meanRating(Comparison, Double)
  }

  /// A comparison, as the filter language spells it.
  package enum Comparison: String, Hashable, Sendable, CaseIterable {
    /// The values are equal.
    case equal = "="
    /// The beer's value is less than that of the filter.
    case less = "<"
    /// The beer's value is less than or equal to that of the filter.
    case atMost = "<="
    /// The beer's value is greater than that of the filter.
    case more = ">"
    /// The beer's value is greater than or equal to that of the filter.
    case atLeast = ">="
  }

  /// What a beer can have.
  package enum Subject: Hashable, Sendable {
    /// At least one photo, even if its image is missing.
    case photo
    /// A date of any precision.
    case date
    /// Both latitude and longitude.
    case position
    /// Text in the column that is not only spaces.
    case text(TextField)
    /// A number in the column.
    case number(NumberField)
    /// A rating of a beer with the same label.
    case meanRating
    /// The custom field with this name, in any case.
    case custom(String)
  }
}

extension BeerFilter.Condition {
  /// The same condition on the mean rating of the label, if it is on the rating of the beer.
  fileprivate var byMeanRating: Self {
    switch self {
    case .number(.rating, let comparison, let number): .label(.meanRating(comparison, number))
    case .has(.number(.rating)): .has(.meanRating)
    default: self
    }
  }
}
