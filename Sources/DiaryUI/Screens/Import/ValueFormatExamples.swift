import DiaryModel
import DiaryText
import Interchange

/// What the first values of a file become with other formats; empty if there is no value to which a format applies.
struct ValueFormatExamples {
  let date: String
  let abv: String
  let rating: String
  let dates: DateText
  var arrow: Character = "→"

  /// `03/04/2019 → 3 Apr 2019`.
  func date(_ order: DateOrder) -> String {
    let day = date.prefix { !$0.isWhitespace }
    let parts = day.split { "/.-".contains($0) }.compactMap { Int($0) }
    guard parts.count == 3, parts[0] < 100 else { return "" }
    let (dayOfMonth, month) = order == .dayFirst ? (parts[0], parts[1]) : (parts[1], parts[0])
    guard 1...12 ~= month, 1...31 ~= dayOfMonth else { return "\(day) cannot be read" }
    let year = parts[2] >= 100 ? parts[2] : parts[2] + (parts[2] >= 70 ? 1900 : 2000)
    func digits(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    let read = DiaryDate("\(year)-\(digits(month))-\(digits(dayOfMonth))")
    return read.map { "\(day) \(arrow) \(dates.short($0))" } ?? "\(day) cannot be read"
  }

  /// `0.052 → 5.2%`.
  func abv(isFraction: Bool) -> String {
    number(abv).map { "\(abv) \(arrow) \(BeerText.abv(isFraction ? $0 * 100 : $0))" } ?? ""
  }

  /// `9 → 4.5`.
  func rating(_ scale: Double) -> String {
    guard let value = number(rating) else { return "" }
    let stars = value / scale * NumberRange.rating.entered.upperBound
    return value > scale ? "\(rating) is too high" : "\(rating) \(arrow) \(BeerText.rating(stars))"
  }

  private func number(_ text: String) -> Double? { Double(text.replacing(",", with: ".")) }
}
