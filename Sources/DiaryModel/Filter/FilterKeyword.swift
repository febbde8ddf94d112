import Foundation

/// The keywords and field names of the filter language.
package enum FilterKeyword {
  static let id = "id"
  static let date = "date"
  static let year = "year"
  static let month = "month"
  static let after = "after"
  static let before = "before"
  static let position = "position"
  static let times = "times"
  static let first = "first"
  static let last = "last"
  static let again = "again"
  /// The mean rating of a label, in stars.
  package static let meanRating = "mean_rating"
  /// The country, which beers have in a custom field.
  package static let country = "country"
  static let has = "has"
  static let lacks = "no"
  static let scope = "in"
  static let trash = "trash"
  static let alternative = "or"
  static let conjunction = "and"
  static let negation = "not"
  /// Words that stand between terms or before one.
  static let connectives = [alternative, conjunction, negation]
  /// Words that stand for a day, also in custom fields.
  package static let namedDays = ["today", "yesterday"]

  /// What can be before an operator, apart from custom fields.
  package static var fields: [String] { valueFields + others }

  /// The built-in fields by what the screen calls them instead, in lower case: `place` by `venue`.
  static var fieldsByScreenName: [String: String] {
    let known = Set(fields)
    let columns = BeerColumn.onScreen.filter { known.contains($0.name) }
    return columns.reduce(into: [:]) { fields, column in
      let label = column.label.lowercased()
      if label.allSatisfy(\.isLetter), !known.contains(label) { fields[label] = column.name }
    }
  }

  /// The words of the screen that can be written instead of the name of a field, such as `venue` for `place`.
  package static var screenNames: [String] { fieldsByScreenName.keys.sorted() }

  /// Returns the name of the field that the screen calls by a word, in any case, such as `place` for `Venue`; other
  /// names are returned as they are, and so is that of a custom field.
  package static func fieldName(_ name: String, customFields: some Sequence<String>) -> String {
    let isCustom = customFields.contains { areSame(name, $0) }
    return isCustom ? name : fieldsByScreenName[name.lowercased()] ?? name
  }

  /// Returns the name with which the program writes a built-in field: the word of the screen, such as `venue` for
  /// `place`, unless a custom field has that name, which then means the custom field.
  package static func writtenName(of field: String, customFields: some Sequence<String>) -> String {
    let word = fieldsByScreenName.first { $0.value == field }?.key
    guard let word, !customFields.contains(where: { areSame(word, $0) }) else { return field }
    return word
  }

  /// The fields that have values, apart from custom fields.
  static var valueFields: [String] {
    BeerFilter.fieldNames + [
      date, year, month, after, before, position, times, first, last, again, meanRating, country, id,
    ]
  }

  /// What can be before an operator and is not a field.
  static let others = [has, lacks, scope]

  /// The same for the end of a sentence, as they are typed.
  static let otherFilters = "\(has):, \(lacks):, \(scope):\(trash)"

  /// What can follow `has:` and `no:`, apart from custom fields.
  package static var subjects: [String] { ["photo", date, position, meanRating] + BeerFilter.fieldNames }

  /// Returns `year` for a date that is only a year, else `date`.
  static func name(of date: DiaryDate) -> String { date.precision == .year ? year : self.date }

  /// Returns the custom fields for the end of a sentence, such as `; custom fields: hop, vintage`; empty if there are none.
  package static func customFieldList(_ customFields: Set<String>) -> String {
    let names = CustomFieldName.distinct(customFields.sorted())
    if names.isEmpty { return "" }
    let more = names.count > maxListedFields ? " and \(names.count - maxListedFields) more" : ""
    return "; custom fields: " + names.prefix(maxListedFields).joined(separator: ", ") + more
  }

  private static let maxListedFields = 8

  /// January first; three letters identify a month.
  package static let months = CalendarNames.months.map { $0.prefix(3).lowercased() }

  /// Returns a name in lower case, without accents and what separates words: `Hop variety` and `hop_variety` become
  /// `hopvariety`.
  ///
  /// Other punctuation and symbols stay, so that `C+` is not `C`. The result is empty if the name has no letters and
  /// digits.
  package static func folded(_ name: String) -> String {
    let plain = name.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    guard plain.contains(where: { $0.isLetter || $0.isNumber }) else { return "" }
    return plain.filter { $0.isLetter || $0.isNumber || isSymbol($0) }
  }

  /// Returns whether a character is punctuation or a symbol, but none that separates words.
  private static func isSymbol(_ character: Character) -> Bool {
    // As in `brewery.country`, which is a member of an object in JSON.
    if character == "." { return false }
    switch character.unicodeScalars.first?.properties.generalCategory {
    case .dashPunctuation, .connectorPunctuation: return false
    default: return character.isPunctuation || character.isSymbol
    }
  }

  /// Returns whether two names mean the same custom field: ignoring case, accents, blanks, hyphens, underscores and full
  /// stops.
  ///
  /// Names without letters and digits must be equal.
  package static func areSame(_ a: String, _ b: String) -> Bool {
    let folded = folded(a)
    return folded.isEmpty ? a == b : folded == self.folded(b)
  }
}

extension BeerFilter.Subject {
  /// A built-in field, by its name in any case; `nil` for other names.
  init?(known name: String) {
    let name = name.lowercased()
    switch name {
    case "photo", "photos": self = .photo
    case FilterKeyword.date: self = .date
    case FilterKeyword.position: self = .position
    case FilterKeyword.meanRating: self = .meanRating
    default:
      if let field = BeerFilter.TextField(rawValue: name) {
        self = .text(field)
      } else if let field = BeerFilter.NumberField(rawValue: name) {
        self = .number(field)
      } else {
        return nil
      }
    }
  }
}
