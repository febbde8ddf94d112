import Foundation

extension DiaryDate {
  /// The current day in the user's time zone.
  package static var today: DiaryDate? { now?.onlyDay }

  /// The current local time in the user's time zone, without seconds.
  package static var now: DiaryDate? {
    let parts = Calendar(identifier: .gregorian)
      .dateComponents([.year, .month, .day, .hour, .minute], from: Date())
    func digits(_ number: Int?, _ count: Int) -> String {
      let digits = String(number ?? 1)
      return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
    let day = "\(digits(parts.year, 4))-\(digits(parts.month, 2))-\(digits(parts.day, 2))"
    return DiaryDate("\(day)T\(digits(parts.hour, 2)):\(digits(parts.minute, 2)):00")
  }

  /// The day of the date without its time; the date itself if only a month or a year is known.
  package var onlyDay: DiaryDate { DiaryDate(String(text.prefix(10))) ?? self }

  /// Returns whether the whole date is later than a day or a time, as precisely as both are known.
  ///
  /// An instant has to be converted to local time first.
  package func begins(after other: DiaryDate) -> Bool {
    let length = min(text.count, other.text.count)
    return text.prefix(length) > other.text.prefix(length)
  }
}
