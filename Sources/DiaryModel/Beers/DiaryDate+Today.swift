import Foundation

extension DiaryDate {
  /// The current day in the user's time zone.
  package static var today: DiaryDate? {
    let parts = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day], from: Date())
    func digits(_ number: Int?, _ count: Int) -> String {
      let digits = String(number ?? 1)
      return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
    return DiaryDate("\(digits(parts.year, 4))-\(digits(parts.month, 2))-\(digits(parts.day, 2))")
  }

  /// Returns whether the whole date is later than a day.
  package func begins(after day: DiaryDate) -> Bool { text.prefix(10) > day.text.prefix(text.count) }
}
