// Arbitrary bytes as the value of a column: a number in its range, a date that the diary takes, or a refusal.

/// Stands for the label of an export, which is written from types of the store.
enum BeerLabelJSON {
  static let name = "label"
}

private let percent = NumberFields()
private let fraction = NumberFields(
  unknownZeros: [.abv, .ibu, .rating], abvIsFraction: true, ratingScale: 20)
private let dates = [
  DateParser(times: .utc, order: nil), DateParser(times: .local, order: .dayFirst),
  DateParser(times: .local, order: .monthFirst),
]

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzValue(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeBufferPointer(start: start, count: count)
  for fields in [percent, fraction] {
    check(try? fields.number(bytes, of: .abv, in: 0...100), in: 0...100)
    check(try? fields.number(bytes, of: .ibu, in: 0...10_000), in: 0...10_000)
    check(try? fields.number(bytes, of: .rating, in: 0...5), in: 0...5)
    check(try? fields.number(bytes, of: .latitude, in: -90...90), in: -90...90)
  }
  for parser in dates {
    guard let date = try? parser.date(bytes) else { continue }
    precondition(DiaryDate(date.text) == date, "a date that the diary reads as another")
  }
  _ = TextRepair.repaired(bytes)
  if PlainNumber.isNumber(bytes) {
    let json = "{\"a\":\(String(decoding: bytes, as: UTF8.self))}"
    precondition((try? Extras(json: json))?.json == json, "a number that is written back in another way")
  }
  precondition(FormulaEscaping.removed(from: bytes).count + 1 >= bytes.count, "a guard takes one byte off")
  let shown = SafeText.sanitized(String(decoding: bytes, as: UTF8.self), limit: 30)
  precondition(!shown.utf8.contains { $0 < 0x20 || $0 == 0x7F }, "a control character is shown")
  return 0
}

private func check(_ number: Double??, in range: ClosedRange<Double>) {
  guard let number, let number else { return }
  precondition(range.contains(number), "a number out of its range")
}
