/// Turns EXIF's dates into ISO 8601 (EXIF 2.32, 4.6.5: `2019:06:01 18:04:00`, unknown parts blank or zero).
enum ExifDate {
  /// Returns the date as ISO 8601 text, as precise as it is known; `nil` if it is not a date.
  ///
  /// A year before 1826, when there was no photography, means a clock that was never set.
  ///
  ///     ExifDate.iso8601("2019:06:01 18:04:00", offset: "+02:00")  // "2019-06-01T18:04:00+02:00"
  static func iso8601(_ text: String, offset: String?) -> String? {
    let characters = Array(text.utf8)
    guard characters.count >= 10, let day = day(characters[..<10]) else { return nil }
    guard let time = time(characters[10...]) else {
      return isBlank(characters[10...]) ? day : nil
    }
    return day + "T" + time + (offset.flatMap(zone) ?? "")
  }

  private static func day(_ text: ArraySlice<UInt8>) -> String? {
    guard let numbers = numbers(text, pattern: "0000:00:00"),
      (1826...9999).contains(numbers[0]), (1...12).contains(numbers[1]),
      (1...days(inMonth: numbers[1], of: numbers[0])).contains(numbers[2])
    else { return nil }
    return "\(numbers[0])-\(padded(numbers[1]))-\(padded(numbers[2]))"
  }

  private static func time(_ text: ArraySlice<UInt8>) -> String? {
    guard let numbers = numbers(text.prefix(9), pattern: " 00:00:00"),
      numbers[0] < 24, numbers[1] < 60, numbers[2] < 60
    else { return nil }
    return numbers.map(padded).joined(separator: ":")
  }

  /// Returns `+02:00` unchanged and `+00:00` as `Z`; `nil` for an offset that no time zone has.
  private static func zone(_ text: String) -> String? {
    if text == "Z" { return text }
    let characters = Array(text.utf8)
    guard let sign = characters.first, [0x2B, 0x2D].contains(sign),
      let numbers = numbers(characters[1...].prefix(5), pattern: "00:00"),
      numbers[0] * 60 + numbers[1] <= 14 * 60, numbers[1] < 60
    else { return nil }
    if numbers == [0, 0] { return "Z" }
    return (sign == 0x2B ? "+" : "-") + numbers.map(padded).joined(separator: ":")
  }

  /// Returns the numbers in `text` at the positions where `pattern` has zeros.
  ///
  /// Separators are not compared: some programs write `-`, `/`, `.` or `T` instead of `:` and a space.
  private static func numbers(_ text: ArraySlice<UInt8>, pattern: StaticString) -> [Int]? {
    guard text.count == pattern.utf8CodeUnitCount else { return nil }
    var numbers: [Int] = []
    var isWithinNumber = false
    for (character, kind) in zip(text, UnsafeBufferPointer(start: pattern.utf8Start, count: text.count)) {
      let isDigit = (0x30...0x39).contains(character)
      guard isDigit == (kind == 0x30) else { return nil }
      if isDigit {
        if !isWithinNumber { numbers.append(0) }
        numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int(character - 0x30)
      }
      isWithinNumber = isDigit
    }
    return numbers
  }

  private static func isBlank(_ text: ArraySlice<UInt8>) -> Bool {
    text.allSatisfy { $0 == 0x20 || $0 == 0x3A }
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    let isLeapYear = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    switch month {
    case 2: return isLeapYear ? 29 : 28
    case 4, 6, 9, 11: return 30
    default: return 31
    }
  }

  private static func padded(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
