import DiaryModel

/// Reads the number columns of a beer from trimmed bytes.
///
/// An empty field, or a placeholder for one (`-`, `n/a`, `null`), is `nil`.
struct NumberFields {
  /// The fields in which 0 means "not known".
  ///
  /// In a person's own file, an alcohol of 0 means alcohol-free, and a rating of 0 is a rating.
  var unknownZeros: Set<BeerField> = []
  /// Whether alcohol below ``wholeAlcohol`` is written as a fraction: `0.052` for 5.2%.
  var abvIsFraction = false
  /// The best rating of the file's scale.
  var ratingScale = Self.stars
  /// The best rating of those that are written as stars.
  var starScale = Self.stars
  /// Whether the file has decimal commas, so that a point may separate thousands.
  var hasDecimalCommas = false

  /// Reads a number of a field.
  ///
  /// - Parameter range: The range of the field's column; that of a rating is its scale.
  func number(
    _ bytes: UnsafeBufferPointer<UInt8>, of field: BeerField, in range: ClosedRange<Double>
  ) throws(ValueProblem) -> Double? {
    let number =
      switch field {
      case .abv: try abv(bytes, in: range)
      case .rating: try rating(bytes)
      default: try plainNumber(bytes, in: range)
      }
    return number == 0 && unknownZeros.contains(field) ? nil : number
  }

  /// The smallest number that cannot be a fraction of alcohol, and so is in percent.
  static let wholeAlcohol = 1.0

  /// Reads alcohol in percent by volume: `5.2`, `5,2 %`, `ABV: 5.2 %`, `5.2% vol`.
  private func abv(
    _ bytes: UnsafeBufferPointer<UInt8>, in range: ClosedRange<Double>
  ) throws(ValueProblem) -> Double? {
    guard let alcohol = try AlcoholText(bytes) else { return nil }
    let isFraction = abvIsFraction && !alcohol.isPercent && alcohol.number < Self.wholeAlcohol
    // Moving the decimal point prevents 0.052 from becoming 5.199999999999999.
    let value = isFraction ? (alcohol.number * 1e6).rounded() / 1e4 : alcohol.number
    return try checked(value, in: range)
  }

  /// The best rating of the diary, to whose scale all ratings are converted.
  static let stars = NumberRange.rating.entered.upperBound

  /// Returns a rating of another scale in stars.
  ///
  /// A point out of a hundred is 0.05 stars, so further decimals are rounding errors of the division.
  static func inStars(_ rating: Double, of scale: Double) -> Double {
    (rating / scale * stars * 1e4).rounded() / 1e4
  }

  /// Reads a rating and converts it to stars: a number in the column's scale, or `17/20`, `90%` and `★★★★` in their own.
  func rating(_ bytes: UnsafeBufferPointer<UInt8>) throws(ValueProblem) -> Double? {
    guard let rating = try RatingText(bytes) else { return nil }
    let scale = rating.scale ?? (rating.starCount > 0 ? starScale : ratingScale)
    guard 0...scale ~= rating.number else { throw .outOfRange(0...scale) }
    return scale == Self.stars ? rating.number : Self.inStars(rating.number, of: scale)
  }

  private func plainNumber(
    _ bytes: UnsafeBufferPointer<UInt8>, in range: ClosedRange<Double>
  ) throws(ValueProblem) -> Double? {
    guard !isPlaceholder(bytes) else { return nil }
    guard let number = DecimalParser.number(bytes) else { throw .notANumber }
    let mark = bytes.dropLast(3).last
    if mark == UInt8(ascii: ",") || hasDecimalCommas && mark == UInt8(ascii: ".") {
      let text = String(decoding: bytes, as: UTF8.self)
      let withComma = text.replacing(".", with: ",")
      if let typed = TypedNumber(withComma), typed.isAmbiguous(in: range) {
        // In such a file, a number with three decimals is ambiguous however it is written.
        throw .ambiguousNumber(
          meanings: hasDecimalCommas
            ? withComma.replacing(",", with: "") + " or " + withComma + "0" : typed.meanings)
      }
    }
    return try checked(number, in: range)
  }

  private func checked(_ number: Double, in range: ClosedRange<Double>) throws(ValueProblem) -> Double {
    guard range.contains(number) else { throw .outOfRange(range) }
    // -0 would be stored as such and shown with its sign.
    return number == 0 ? 0 : number
  }
}

/// Returns whether a field has no value: it is empty, or a usual placeholder.
func isPlaceholder(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
  guard let first = bytes.first else { return true }
  return bytes.count <= 4 && (first | 0x20 == UInt8(ascii: "n") || first == UInt8(ascii: "-"))
    && ["-", "n/a", "null"].contains(String(decoding: bytes, as: UTF8.self).lowercased())
}

/// Alcohol as people and programs write it.
struct AlcoholText {
  let number: Double
  let isPercent: Bool

  private static let words: Set = ["abv", "alc", "alcohol", "vol", "by", "volume", ""]

  /// `nil` for a field without a value.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) throws(ValueProblem) {
    guard !isPlaceholder(bytes) else { return nil }
    if let number = DecimalParser.number(bytes) {
      self.number = number
      isPercent = false
      return
    }
    let isDigit = { (byte: UInt8) in
      (0x30...0x39).contains(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",")
    }
    guard var first = bytes.firstIndex(where: { (0x30...0x39).contains($0) }) else { throw .notANumber }
    // In `.5%` the point is part of the number; in `alc.5%` it ends a word.
    let isAfterWord = first > 1 && (0x61...0x7A).contains(bytes[first - 2] | 0x20)
    if first > 0, isDigit(bytes[first - 1]), !isAfterWord { first -= 1 }
    let digits = bytes[first...].prefix(while: isDigit)
    guard let number = DecimalParser.number(UnsafeBufferPointer(rebasing: digits)),
      Self.isUnit(bytes[..<first], marks: Self.marks),
      Self.isUnit(bytes[digits.endIndex...], marks: Self.marks + Array("-".utf8))
    else { throw .notANumber }
    self.number = number
    isPercent = bytes.contains(UInt8(ascii: "%"))
  }

  private static let marks = Array(" .:%()/".utf8)

  /// Returns whether there are only words and marks around the number; a hyphen before it would be a sign.
  private static func isUnit(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, marks: [UInt8]) -> Bool {
    guard bytes.count(where: { $0 == UInt8(ascii: "%") }) <= 1 else { return false }
    return bytes.split(whereSeparator: marks.contains).allSatisfy {
      // Spreadsheets write a no-break space before the percent sign in some languages.
      words.contains(String(decoding: $0, as: UTF8.self).lowercased().filter { !$0.isWhitespace })
    }
  }
}

/// A rating as it is written: `4.25`, `4¼`, `★★★★¼`, or `17/20` or `90%` with its scale.
struct RatingText {
  let number: Double
  /// The best value of the scale that the text names; `nil` if it names none.
  let scale: Double?
  /// The number of stars, empty ones included; 0 if it is written in digits.
  let starCount: Int

  /// `nil` for a field without a value.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) throws(ValueProblem) {
    guard !isPlaceholder(bytes) else { return nil }
    guard Self.namesScale(bytes) else {
      guard let number = Self.number(bytes) else { throw .notARating }
      self.number = number == 0 ? 0 : number
      scale = nil
      starCount = bytes[0] < 0x80 ? 0 : String(decoding: bytes, as: UTF8.self).count { "★☆".contains($0) }
      return
    }
    starCount = 0
    let parts = bytes.split(separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      let digits = trimmed(UnsafeBufferPointer(rebasing: bytes.dropLast()))
      guard let number = DecimalParser.number(digits) else { throw .notARating }
      self.number = number == 0 ? 0 : number
      scale = 100
      return
    }
    guard let number = Self.number(UnsafeBufferPointer(rebasing: parts[0])),
      let scale = Self.number(UnsafeBufferPointer(rebasing: parts[1])), scale > 0
    else { throw .notARating }
    self.number = number
    self.scale = scale
  }

  /// Returns whether a text that is a rating names its scale.
  static func namesScale(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.contains(UInt8(ascii: "/")) || bytes.last == UInt8(ascii: "%")
  }

  private static func number(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    let bytes = trimmed(bytes)
    return DecimalParser.number(bytes) ?? ShownRating.number(String(decoding: bytes, as: UTF8.self))
  }
}
