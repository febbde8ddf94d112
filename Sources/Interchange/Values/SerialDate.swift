import DiaryModel

/// A date as the number by which spreadsheets store it: the days since 1899-12-30, with the time of day as decimals.
enum SerialDate {
  /// The days from 1980 to 2099, so that few other numbers are taken for dates.
  private static let range = 29_221.0..<73_051.0
  private static let daysBefore1970 = 25_569.0

  /// Returns the date in ISO 8601, with a local time if the number has decimals; `nil` for any other text.
  static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    guard let number = DecimalParser.number(bytes), range.contains(number) else { return nil }
    let seconds = Int(((number - daysBefore1970) * 86_400).rounded())
    guard let text = DiaryDate(unixMilliseconds: seconds * 1000)?.text else { return nil }
    return String(number == number.rounded() ? text.prefix(10) : text.dropLast())
  }
}
