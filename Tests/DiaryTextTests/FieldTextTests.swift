import DiaryModel
import DiaryText
import TestSupport
import Testing

/// The values of fields as they are typed.
@Suite struct FieldTextTests {
  private let today = DiaryDate("2024-06-15")

  @Test(arguments: [
    ("24 Dec 2025", "2025-12-24"), ("24 december 2025, 18:04", "2025-12-24T18:04:00"),
    ("Dec 24 2025", "2025-12-24"),
    ("1. Sept. 2019", "2019-09-01"), ("Jun 2019", "2019-06"), ("June 2019", "2019-06"),
    ("Saturday 1 June 2024, 18:04", "2024-06-01T18:04:00"),
    ("Saturday 2024-06-01, 18:04", "2024-06-01T18:04:00"),
    ("24.12.2025", "2025-12-24"), ("yesterday 9:30", "2024-06-14T09:30:00"), ("today", "2024-06-15"),
  ])
  func aDateIsTypedAsItIsShown(_ typed: String, _ date: String) throws {
    for format in DateText.Format.allCases {
      #expect(try FieldText.date(typed, today: today, format: format)?.text == date)
    }
  }

  @Test(arguments: [("06/01/2024", "2024-06-01"), ("06/01/2024 18:04", "2024-06-01T18:04:00")])
  func aDateInDigitsIsReadAsItIsShown(_ typed: String, _ date: String) throws {
    #expect(try FieldText.date(typed, today: today, format: .slashes)?.text == date)
    for other in DateText.Format.allCases where other != .slashes {
      let problem = FieldProblem(text: "2024-01-06 or 2024-06-01", advice: FieldText.monthFirstAdvice)
      #expect(throws: problem) {
        try FieldText.date(typed, today: today, format: other)
      }
    }
  }

  @Test func aDateThatIsCertainIsReadWhateverTheSettingSays() throws {
    for format in DateText.Format.allCases {
      for (text, date) in DateTexts.certain + DateTexts.relative {
        #expect(try FieldText.date(text, today: today, format: format)?.text == date, "\(text)")
      }
      for text in DateTexts.refused + DateTexts.wrongWeekdays.map(\.0) {
        #expect(throws: FieldProblem.self, "\(text)") {
          try FieldText.date(text, today: today, format: format)
        }
      }
    }
    for (text, dates) in DateTexts.ambiguous {
      let problem = FieldProblem(
        text: dates.joined(separator: " or "), advice: FieldText.monthFirstAdvice)
      #expect(throws: problem, "\(text)") {
        try FieldText.date(text, today: today)
      }
    }
    #expect(try FieldText.date("friday 18:04", today: today)?.text == "2024-06-14T18:04:00")
  }

  @Test(arguments: [
    ("20:30", "2024-06-15T20:30:00"), ("9pm", "2024-06-15T21:00:00"), ("at 9 PM", "2024-06-15T21:00:00"),
    ("yesterday at 9pm", "2024-06-14T21:00:00"), ("12 Nov, 8:15 am", "2023-11-12T08:15:00"),
    ("12 sept 20:30", "2023-09-12T20:30:00"), ("1. novem. 20:30", "2023-11-01T20:30:00"),
    ("tonight 20:30", "2024-06-15T20:30:00"), ("2024-06-01T18:04", "2024-06-01T18:04:00"),
  ])
  func aTimeAloneIsOfToday(_ typed: String, _ date: String) throws {
    #expect(try FieldText.date(typed, today: today)?.text == date)
  }

  @Test(arguments: ["25:00", "13pm", "pm", "at", "now 9", "32 Nov", "12 marzen", "5 decaf"])
  func aTimeOrDayThatDoesNotExistIsRefused(_ typed: String) {
    #expect(throws: FieldProblem.self) { try FieldText.date(typed, today: today) }
  }

  @Test(arguments: [
    ("Mon, 3 May 2026", DateText.Format.words, "3 May 2026 is a Sunday"),
    ("monday 3 may 2026 18:04", .iso, "2026-05-03 is a Sunday"),
    ("Sat 03/05/2026", .slashes, "03/05/2026 is a Thursday"),
    ("Mon, 1 Jun 2019 23:30 -0100", .words, "1 Jun 2019 is a Saturday"),
  ])
  func theProblemOfADateWithAWrongDayOfTheWeekNamesTheRightOne(
    _ typed: String, _ format: DateText.Format, _ sentence: String
  ) {
    #expect(throws: FieldProblem(text: "the right weekday (\(sentence))")) {
      try FieldText.date(typed, today: today, format: format)
    }
  }

  @Test func theProblemOfADateHasAnExampleAsTheSettingSays() {
    #expect(throws: FieldProblem(text: "a date, such as today 20:30, 01.06.2019 or 2019-06")) {
      try FieldText.date("soon", today: today, format: .dots)
    }
  }

  @Test(arguments: [("4½", 4.5), ("4¼", 4.25), ("4¾", 4.75), ("★★★★½", 4.5), ("★★☆☆☆", 2), ("½", 0.5)])
  func aRatingIsTypedAsItIsShown(_ typed: String, _ rating: Double) throws {
    #expect(try FieldText.number(typed, .rating) == rating)
    #expect(throws: FieldProblem.self) { try FieldText.number(typed, nil) }
  }

  /// On a command line, `--rating +0.5` looks like half a star more.
  @Test(arguments: ["+0.5", "+1"]) func aNumberWithPlusIsRefused(_ typed: String) {
    #expect(throws: FieldProblem(text: "a number without +")) { try FieldText.number(typed, .rating) }
  }

  @Test(arguments: [
    "Sunday 1 June 2024", "31 Feb 2024", "ma 2024", "Jun 19", "31 Feb", "24 Dec 2025 25:00",
    "1 2 2024",
    "may", "/2024", "06//2024",
  ])
  func aDateThatCouldBeMisreadIsRefused(_ typed: String) {
    for format in DateText.Format.allCases {
      #expect(throws: FieldProblem.self) { try FieldText.date(typed, today: today, format: format) }
    }
  }

  @Test(arguments: ["52.09,5.12", "52.09, 5.12", "52.09 5.12", "+52.09 ,\t5.12"])
  func aPositionIsALatitudeAndALongitude(_ text: String) throws {
    let (latitude, longitude) = try FieldText.position(text)
    #expect(latitude == 52.09 && longitude == 5.12)
  }

  @Test(arguments: [
    "0x10,0x10", "52.09", "1e1,5", "52.09,,5.12", "52,09 5,12", "5%,5", "nan,5", "91,5", "1,2,3",
  ])
  func anythingElseIsNotAPosition(_ text: String) {
    #expect(throws: FieldProblem.self) { try FieldText.position(text) }
  }
}
