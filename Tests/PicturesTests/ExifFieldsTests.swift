@testable import Pictures
import Testing

@Suite struct ExifDateTests {
  @Test(
    arguments: [
      ("2019:06:01 18:04:00", "2019-06-01T18:04:00"),
      ("2020:02:29 23:59:59", "2020-02-29T23:59:59"),
      ("2000:02:29 00:00:00", "2000-02-29T00:00:00"),
      ("2019-06-01T18:04:00", "2019-06-01T18:04:00"),
      ("2019/06/01 18:04:00.123", "2019-06-01T18:04:00"),
      ("2019:06:01   :  :  ", "2019-06-01"),
      ("2019:06:01", "2019-06-01"),
    ])
  func aDateBecomesISO8601AsPreciseAsItIsKnown(_ text: String, _ expected: String) {
    #expect(ExifDate.iso8601(text, offset: nil) == expected)
  }

  @Test(
    arguments: [
      "", "0000:00:00 00:00:00", "    :  :     :  :  ", "2019:13:01 18:04:00", "2019:00:10 18:04:00",
      "2019:02:29 18:04:00", "1900:02:29 18:04:00", "2019:04:31 18:04:00", "2019:06:00 18:04:00",
      "2019:06:01 24:00:00", "2019:06:01 18:60:00", "2019:06:01 18:04:60", "2019:06:01 18:04",
      "1825:06:01 18:04:00", "19:06:01 18:04:00", "yesterday at noon, or so", "2019:06:01 \u{661}8:04:00",
      "201906:01: 18:04:00", "2019:06:01 18:04:0",
    ])
  func anInvalidDateIsUnknown(_ text: String) {
    #expect(ExifDate.iso8601(text, offset: "+02:00") == nil)
  }

  @Test(
    arguments: [
      ("+02:00", "+02:00"), ("-03:30", "-03:30"), ("+14:00", "+14:00"), ("+00:00", "Z"), ("-00:00", "Z"),
      ("Z", "Z"), ("   :  ", ""), ("+14:01", ""), ("+99:99", ""), ("+01:60", ""), ("02:00", ""), ("", ""),
      ("+", ""),
    ])
  func aValidOffsetIsKept(_ offset: String, _ expected: String) {
    #expect(ExifDate.iso8601("2019:06:01 18:04:00", offset: offset) == "2019-06-01T18:04:00" + expected)
  }

  @Test func anInvalidOffsetDoesNotAffectTheDate() throws {
    var exif = ExifBuilder(date: "2019:06:01 18:04:00", dateOffset: "+02:00")
    exif.order = .big
    let broken = exif.bytes.replacing(ascii("+02:00"), with: ascii("????!!"))
    let jpeg = JPEGBuilder(segments: [JPEGBuilder.segment(0xE1, JPEGBuilder.exifPrefix + broken)])
    #expect(try header(of: jpeg.bytes)?.takenAt == "2019-06-01T18:04:00")
  }
}

@Suite struct CameraNameTests {
  @Test(
    arguments: [
      ("Canon", "Canon EOS 80D", "Canon EOS 80D"),
      ("NIKON CORPORATION", "NIKON D90", "NIKON D90"),
      ("SONY", "ILCE-7M3", "SONY ILCE-7M3"),
      ("Google", "Pixel 3", "Google Pixel 3"),
      ("Apple", "iPhone 8", "iPhone 8"),
      ("Apple", "QuickTake 100", "Apple QuickTake 100"),
      ("LG", "Algorithm 1", "LG Algorithm 1"),
      ("Canon", "", "Canon"),
      ("", "DSC-W5", "DSC-W5"),
    ])
  func theMakePrecedesAModelThatDoesNotContainIt(_ make: String, _ model: String, _ expected: String) {
    #expect(CameraName.name(make: make, model: model) == expected)
  }

  @Test func invisibleCharactersAreRemoved() {
    #expect(
      CameraName.name(make: nil, model: "  D\u{1B}[31m90\u{7F}\u{202E}\t\n X\u{85} \u{FFFD}") == "D [31m90 X")
    #expect(CameraName.name(make: " \u{0}", model: "\u{200B}\u{FEFF}") == nil)
    #expect(CameraName.name(make: nil, model: nil) == nil)
  }

  @Test func aNameHasAtMost64Characters() {
    let long = String(repeating: "é", count: 100)
    #expect(CameraName.name(make: nil, model: long)?.count == 64)
    #expect(CameraName.name(make: nil, model: String(repeating: "m", count: 63) + " y")?.count == 63)
    #expect(CameraName.name(make: String(repeating: "m", count: 63), model: "x y")?.count == 63)
  }
}
