import DiaryModel

/// Reads dates whose order of day and month is certain, as ``WrittenDate`` describes them, days such as `20230506`,
/// Unix time, and in a column of numbers of days those that ``SerialDate`` describes.
///
/// - `01/02/2019` or `1/2/19` is read in the order of its column, and only if that is known: what Americans and
///   Europeans write would silently become another day.
/// - A day of the week that is not that of the date is ignored, unless it shows the other order.
/// - Unix time is in seconds since 1970, or milliseconds, of ten and thirteen digits or one less.
struct DateParser {
  /// What a time without an offset means.
  let times: TimeReading
  /// The order of day and month in dates that end with the year; `nil` if it is not known.
  var order: DateOrder?
  /// Whether the dates of the column are numbers of days.
  var isSerial = false

  /// A date, and what is not certain about it.
  struct Result {
    let date: DiaryDate
    /// Whether the date is an instant because of `times`, as it was written without a time zone.
    var wasGivenZone = false
    /// The correct day of the week, such as `Sunday`, if the text names a wrong one; otherwise `nil`.
    var correctedWeekday: String?
  }

  /// Returns the date in trimmed bytes; `nil` if they are empty.
  func date(_ bytes: UnsafeBufferPointer<UInt8>) throws(ValueProblem) -> DiaryDate? { try parse(bytes)?.date }

  /// Reads the date in trimmed bytes; `nil` if they are empty.
  func parse(_ bytes: UnsafeBufferPointer<UInt8>) throws(ValueProblem) -> Result? {
    guard !bytes.isEmpty else { return nil }
    if isSerial, let text = SerialDate.text(bytes) {
      return try Array(text.utf8).withUnsafeBufferPointer { bytes throws(ValueProblem) in try parse(bytes) }
    }
    if let date = unixTime(bytes) ?? compactDay(bytes) { return Result(date: date) }
    guard let written = WrittenDate(bytes) else { throw .notADate }
    guard let order = order ?? written.order, var time = written.time(in: order) else {
      let meanings = written.meanings
      throw meanings.isEmpty ? .noSuchDate : .unclearDate(suggestions: meanings)
    }
    let offset = time.clock != nil && time.clock?.offset == nil ? times.offset(at: time) : nil
    if let offset { time.clock?.offset = offset }
    guard let date = time.diaryDate else { throw .noSuchDate }
    return Result(
      date: date, wasGivenZone: offset != nil, correctedWeekday: written.correctedWeekday(in: order))
  }

  /// Seconds or milliseconds since 1970, in the years 1973 to 2286, so that no other number is taken for them.
  private func unixTime(_ bytes: UnsafeBufferPointer<UInt8>) -> DiaryDate? {
    guard 9...13 ~= bytes.count, let number = Self.number(bytes) else { return nil }
    return switch number {
    case 100_000_000..<10_000_000_000: DiaryDate(unixMilliseconds: number * 1000)
    case 100_000_000_000..<10_000_000_000_000: DiaryDate(unixMilliseconds: number)
    default: nil
    }
  }

  /// A day of this or the last century as eight digits, with the year first; `nil` if there is no such day.
  private func compactDay(_ bytes: UnsafeBufferPointer<UInt8>) -> DiaryDate? {
    guard bytes.count == 8, let number = Self.number(bytes), 1900..<2100 ~= number / 10_000 else {
      return nil
    }
    let digits = String(number)
    return DiaryDate("\(digits.prefix(4))-\(digits.dropFirst(4).prefix(2))-\(digits.suffix(2))")
  }

  private static func number(_ digits: UnsafeBufferPointer<UInt8>) -> Int? {
    guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
  }
}
