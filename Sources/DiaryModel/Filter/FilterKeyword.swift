import Foundation

/// The names of the filter language.
package enum FilterKeyword {
  static let date = "date"
  static let year = "year"
  static let month = "month"
  static let after = "after"
  static let before = "before"
  static let has = "has"
  static let lacks = "no"
  static let scope = "in"
  static let trash = "trash"
  static let alternative = "or"
  static let conjunction = "and"
  static let negation = "not"
  /// Words that stand between terms or before one.
  static let connectives = [alternative, conjunction, negation]
  /// Words that stand for a day.
  package static let namedDays = ["today", "yesterday"]

  /// What can stand before an operator; custom fields besides.
  package static var fields: [String] {
    BeerFilter.fieldNames + [date, year, month, after, before, has, lacks, scope]
  }

  /// What can stand behind `has:` and `no:`; custom fields besides.
  package static var subjects: [String] { ["photo", date, "position"] + BeerFilter.fieldNames }

  /// Years are mostly asked for as such.
  static func name(of date: DiaryDate) -> String { date.precision == .year ? year : self.date }

  /// The diary's own fields, behind the list of the others: `; your own: hop, vintage`.
  static func customFieldList(_ customFields: Set<String>) -> String {
    let names = CustomFieldName.distinct(customFields.sorted())
    if names.isEmpty { return "" }
    let more = names.count > maxListedFields ? " and \(names.count - maxListedFields) more" : ""
    return "; your own: " + names.prefix(maxListedFields).joined(separator: ", ") + more
  }

  private static let maxListedFields = 8

  package static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// A custom field's name without case, accents and what is neither letter nor digit: `Hop variety` is `hop-variety`.
  package static func folded(_ name: String) -> String {
    let plain = name.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    return plain.filter { $0.isLetter || $0.isNumber }
  }

  /// Whether two names mean the same custom field; those without letters and digits mean what they are.
  package static func areSame(_ a: String, _ b: String) -> Bool {
    let folded = folded(a)
    return folded.isEmpty ? a == b : folded == self.folded(b)
  }
}

extension BeerFilter.Subject {
  /// A field that every diary has, by its name in any case.
  init?(known name: String) {
    let name = name.lowercased()
    switch name {
    case "photo", "photos": self = .photo
    case FilterKeyword.date: self = .date
    case "position": self = .position
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
