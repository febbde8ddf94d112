import Foundation

/// The names of the filter language.
package enum FilterNames {
  static let date = "date"
  static let year = "year"
  static let month = "month"
  static let after = "after"
  static let before = "before"
  static let has = "has"
  static let lacks = "no"
  static let place = "in"
  static let trash = "trash"
  static let alternative = "or"

  /// What can stand before an operator; custom fields besides.
  package static let fields: [String] =
    BeerFilter.TextField.allCases.map(\.rawValue) + BeerFilter.NumberField.allCases.map(\.rawValue)
    + [date, year, month, after, before, has, lacks, place]

  /// What can stand behind `has:` and `no:`; custom fields besides.
  package static let subjects: [String] =
    ["photo", date, "position"] + BeerFilter.TextField.allCases.map(\.rawValue)
    + BeerFilter.NumberField.allCases.map(\.rawValue)

  static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

  /// A custom field's name without case, accents and what is neither letter nor digit: `Hop variety` is `hop-variety`.
  package static func folded(_ name: String) -> String {
    let plain = name.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    return plain.filter { $0.isLetter || $0.isNumber }
  }

  /// The name that a wrong one was most likely meant to be.
  package static func nearest(to name: String, among names: some Sequence<String>) -> String? {
    let nearest = names.map { (name: $0, distance: editDistance(name.lowercased(), $0.lowercased())) }
      .min { $0.distance < $1.distance }
    guard let nearest, nearest.distance <= max(1, name.count / 3) else { return nil }
    return nearest.name
  }

  /// Letters to be inserted, removed, replaced or exchanged with their neighbour.
  ///
  /// Source: the optimal string alignment distance, G. Navarro, "A Guided Tour to Approximate String Matching", 2001.
  private static func editDistance(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a), Array(b))
    var rows = [Array(0...b.count)]
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var cost = min(rows[i][j] + (a[i] == b[j] ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, rows[i - 1][j - 1] + 1) }
        row.append(cost)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}

extension BeerFilter.Subject {
  /// A field that every diary has, by its name in any case.
  init?(known name: String) {
    let name = name.lowercased()
    switch name {
    case "photo", "photos": self = .photo
    case FilterNames.date: self = .date
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
