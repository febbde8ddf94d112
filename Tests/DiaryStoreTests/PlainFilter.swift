import DiaryModel
import DiaryStore
import Foundation

/// What a filter means, said once more in the plainest way: what the store's answers are compared with.
struct PlainFilter {
  let filter: BeerFilter

  func shows(_ detail: BeerDetail) -> Bool {
    guard (detail.beer.deletedAt != nil) == filter.isInTrash else { return false }
    return filter.alternatives.isEmpty
      || filter.alternatives.contains { $0.allSatisfy { holds($0.condition, detail) != $0.isNegated } }
  }

  private func holds(_ condition: BeerFilter.Condition, _ detail: BeerDetail) -> Bool {
    let fields = detail.beer.fields
    switch condition {
    case .words(let words):
      let extras = fields.extras.map(\.value.display).filter { !PhotoLink.isLink($0) }
        .joined(separator: "\n")
      let texts = BeerColumn.texts.filter(\.isSearched).map { text($0.name, fields) }
      return (texts + [extras]).contains { Self.holds($0, words) }
    case .text(let field, let words): return Self.holds(text(field.rawValue, fields), words)
    case .exactly(let field, let wanted):
      return text(field.rawValue, fields).map { Self.lowercased($0) == Self.lowercased(wanted) } ?? false
    case .number(let field, let comparison, let number):
      return self.number(field.rawValue, fields).map { compares($0, comparison, number) } ?? false
    case .date(let comparison, let date): return compares(fields.drunkAt, comparison, date)
    case .ids(let ranges): return ranges.contains { $0.contains(detail.beer.id) }
    case .month(let month): return fields.drunkAt?.month == month
    case .position(let position):
      let decimals = position.latitude.text.split(separator: ".").dropFirst().first?.count ?? 0
      guard let latitude = fields.latitude, let longitude = fields.longitude else { return false }
      return position == RoundedPosition(latitude: latitude, longitude: longitude, decimals: decimals)
    case .has(let subject): return has(subject, detail)
    case .label: preconditionFailure("A label is more than one beer; see LabelTests.")
    case .custom(let name, let words):
      return custom(name, fields).contains { value in
        switch value {
        case .integer, .number, .decimal:
          if let number = Double(words) { return Double(value.display) == number }
        case .text(let text):
          if let date = DiaryDate(words), let own = DiaryDate(text), own.precision > .year {
            return compares(own, .equal, date)
          }
          if let number = Double(words), Double(text) == number { return true }
        default: break
        }
        return Self.holds(value.display, words)
      }
    case .customExactly(let name, let wanted):
      return custom(name, fields).contains { Self.lowercased($0.display) == Self.lowercased(wanted) }
    case .customNumber(let name, let comparison, let number):
      return custom(name, fields).contains { value in
        if let own = Double(value.display) { return compares(own, comparison, number) }
        return Int(exactly: number).flatMap { DiaryDate(String($0)) }.map {
          compares(DiaryDate(value.display), comparison, $0)
        } ?? false
      }
    case .customDate(let name, let comparison, let date):
      return custom(name, fields).contains { compares(DiaryDate($0.display), comparison, date) }
    }
  }

  /// Of ASCII letters alone, and by scalars: an accent that is written in another way is another text.
  private static func lowercased(_ text: String) -> [UInt8] {
    text.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 + 32 : $0 }
  }

  static func words(_ text: String) -> [String] {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil).lowercased()
      .split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  private static func holds(_ text: String?, _ pattern: String) -> Bool {
    guard let text else { return false }
    let found = words(text)
    let wanted = words(pattern)
    guard let last = wanted.last, found.count >= wanted.count else { return false }
    return found.indices.dropLast(wanted.count - 1).contains { start in
      Array(found[start..<start + wanted.count - 1]) == wanted.dropLast()
        && found[start + wanted.count - 1].hasPrefix(last)
    }
  }

  private func text(_ name: String, _ fields: BeerFields) -> String? {
    guard case .text(let text)? = BeerColumn.named(name)?.json(of: fields) else { return nil }
    return text
  }

  private func number(_ name: String, _ fields: BeerFields) -> Double? {
    BeerColumn.named(name)?.json(of: fields)?.number
  }

  private func compares(_ a: Double, _ comparison: BeerFilter.Comparison, _ b: Double) -> Bool {
    switch comparison {
    case .equal: a == b
    case .less: a < b
    case .atMost: a <= b
    case .more: a > b
    case .atLeast: a >= b
    }
  }

  private func compares(_ date: DiaryDate?, _ comparison: BeerFilter.Comparison, _ other: DiaryDate) -> Bool {
    guard let text = date?.text else { return false }
    let isWithin = text.hasPrefix(other.text)
    return switch comparison {
    case .equal: isWithin
    case .less: text < other.text
    case .atMost: text < other.text || isWithin
    case .more: text > other.text && !isWithin
    case .atLeast: text >= other.text
    }
  }

  private func has(_ subject: BeerFilter.Subject, _ detail: BeerDetail) -> Bool {
    let fields = detail.beer.fields
    switch subject {
    case .photo: return !detail.photos.isEmpty
    case .date: return fields.drunkAt != nil
    case .position: return fields.latitude != nil && fields.longitude != nil
    case .text(let field): return !(text(field.rawValue, fields) ?? "").isEmpty
    case .number(let field): return number(field.rawValue, fields) != nil
    case .meanRating: preconditionFailure("A label is more than one beer; see LabelTests.")
    case .custom(let name): return custom(name, fields).contains { $0 != .null }
    }
  }

  private func custom(_ name: String, _ fields: BeerFields) -> [JSONValue] {
    fields.extras.filter { Self.words($0.key).joined() == Self.words(name).joined() }.map(\.value)
  }
}
