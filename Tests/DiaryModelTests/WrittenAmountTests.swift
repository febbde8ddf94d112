import Testing

@testable import DiaryModel

/// The number in a price.
@Suite struct WrittenAmountTests {
  @Test(arguments: [
    ("€4.50", 4.5), ("4,50 €", 4.5), ("4.5", 4.5), ("12", 12), ("CHF 6.-", 6), ("6,– €", 6), ("$.50", 0.5),
    ("Rs.250", 250), ("1,200", 1200), ("1.200 Ft", 1200), ("1 200 Ft", 1200), ("1'200.50", 1200.5),
    ("1.234.567,89", 1_234_567.89), ("0.500", 0.5), ("12345.678", 12345.678), ("12345.678", 12345.678),
    ("0,250 KD", 0.25), ("4 for 10", 4), ("3.50/33 cl", 3.5),
    ("about 5, or 6", 5),
  ])
  func theFirstNumberOfATextIsRead(_ text: String, _ number: Double) {
    #expect(WrittenAmount.value(text) == number, "\(text)")
  }

  @Test(.timeLimit(.minutes(60))) func aNumberOfAMillionDigitsIsReadInAMoment() {
    #expect(WrittenAmount.value("000" + String(repeating: ",000", count: 333_333)) == 0)
  }

  @Test(arguments: ["", "free", "€", "., ,", "½"])
  func aTextWithoutDigitsHasNone(_ text: String) { #expect(WrittenAmount.value(text) == nil) }
}
