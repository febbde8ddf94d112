import Pictures
import Testing

@Suite struct ByteCountTextTests {
  @Test(
    arguments: [
      (0, "0 B"), (1, "1 B"), (999, "999 B"), (1000, "1.0 kB"), (1049, "1.0 kB"), (1050, "1.1 kB"),
      (999_949, "999.9 kB"), (999_950, "1.0 MB"), (2_900_000, "2.9 MB"), (2_949_999, "2.9 MB"),
      (999_950_000, "1.0 GB"), (3_500_000_000, "3.5 GB"), (1_000_000_000_000, "1.0 TB"), (-5, "0 B"),
      (.min, "0 B"), (.max, "9.2 EB"), (999_950_000_000_000_000, "1.0 EB"),
    ])
  func byteCountsHaveDecimalUnitsAndAreRoundedHalfUp(_ bytes: Int, _ expected: String) {
    #expect(ByteCountText.text(bytes) == expected)
  }
}

@Suite struct PhotoDescriptionTests {
  private let full = PhotoDescription(
    format: "JPEG", width: 3024, height: 4032, byteCount: 2_900_000, takenAt: "2019-06-01T18:04:00",
    camera: "iPhone 8")

  @Test func theShortFormFitsALineOfAList() {
    #expect(full.short == "JPEG 3024x4032 2.9 MB")
    #expect(PhotoDescription(format: "JPEG", byteCount: 2_900_000).short == "JPEG 2.9 MB")
    #expect(PhotoDescription(byteCount: 2_900_000).short == "photo 2.9 MB")
    #expect(PhotoDescription(format: "PNG", width: 5, byteCount: 1).short == "PNG 1 B")
    #expect(PhotoDescription(format: "", width: 0, height: -3, byteCount: -1).short == "photo 0 B")
  }

  @Test func theLongFormHasAllThatIsKnown() {
    #expect(full.long == "JPEG 3024x4032 portrait, 2.9 MB, 2019-06-01 18:04, iPhone 8")
    #expect(PhotoDescription(byteCount: 999).long == "photo, 999 B")
    #expect(
      PhotoDescription(width: 4, height: 3, byteCount: 999, camera: "X").long
        == "photo 4x3 landscape, 999 B, X")
    #expect(PhotoDescription(format: "GIF", width: 4, height: 4, byteCount: 9).long == "GIF 4x4 square, 9 B")
  }

  @Test(
    arguments: [
      ("2019-06-01", ", 2019-06-01"), ("2019-06-01T18:04:00Z", ", 2019-06-01 18:04"),
      ("2019-06-01T18:04:00+02:00", ", 2019-06-01 18:04"), ("2019-06-01 18:04", ", 2019-06-01 18:04"),
      ("2019-06-01Tnoon!", ", 2019-06-01"), ("2019-06-0", ""), ("yesterday, at noon", ""), ("", ""),
    ])
  func theTimeIsAsPreciseAsItIsKnown(_ takenAt: String, _ expected: String) {
    #expect(PhotoDescription(byteCount: 9, takenAt: takenAt).long == "photo, 9 B" + expected)
  }

  @Test func aHeaderIsDescribedAsThePictureIsDisplayed() throws {
    let fixture = try #require(Fixture.all.first { $0.name == "JPEG of a phone" })
    let description = PhotoDescription(fixture.header, byteCount: 2_900_000)

    #expect(description.long == "JPEG 3024x4032 portrait, 2.9 MB, 2019-06-01 18:04, iPhone 8")
    #expect(PhotoDescription(nil, byteCount: 7).short == "photo 7 B")
  }

  @Test func aDescriptionIsPrintableASCIIWhateverTheRowHas() {
    let hostile = PhotoDescription(
      format: "J\u{1B}[2J", byteCount: 9, takenAt: "\u{661}019-06-01",
      camera: "é\r\n\u{202E}" + String(repeating: "x", count: 500))
    for text in [hostile.short, hostile.long] {
      #expect(text.utf8.allSatisfy { (0x20...0x7E).contains($0) })
      #expect(text.utf8.count < 200)
    }
  }
}
