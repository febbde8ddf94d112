import DiaryModel
import DiaryFixtures
import TestSupport
import Testing

/// The language of filters, as text and as values.
@Suite struct FilterLanguageTests {
  @Test func daysThatHaveNamesAreDates() throws {
    let days = TypedDates(today: DiaryDate("2024-06-15"))
    let filter = try BeerFilter("date<TODAY hop>=today", dates: days)
    #expect(filter.description == "date<2024-06-15 hop>=2024-06-15")
    #expect(try BeerFilter("date:\"today\"", dates: days).description == "date:2024-06-15")
    #expect(throws: FilterError.self) { try BeerFilter("date:today") }
  }

  @Test func aDateIsReadAsInTheForm() throws {
    let dates = TypedDates(today: DiaryDate("2024-06-15"))
    func filter(_ text: String, order: DateOrder? = nil) throws -> BeerFilter {
      try BeerFilter("date:\"\(text)\"", dates: TypedDates(today: dates.today, order: order))
    }
    for (text, date) in DateTexts.certain + DateTexts.relative {
      let date = try #require(DiaryDate(date))
      #expect(try filter(text).alternatives == [[.init(.date(.equal, date))]], "\(text)")
    }
    for (text, meanings) in DateTexts.ambiguous {
      let error = try #require(throws: FilterError.self, "\(text)") { try filter(text) }
      #expect(error.sentence == "“\(text)” is ambiguous. Write \(meanings.joined(separator: " or ")).")
      #expect(try filter(text, order: .monthFirst) == filter(meanings[1]))
    }
    for text in DateTexts.refused {
      #expect(throws: FilterError.self, "\(text)") { try filter(text) }
    }
    for (text, _, weekday) in DateTexts.wrongWeekdays {
      let error = try #require(throws: FilterError.self, "\(text)") { try filter(text) }
      #expect(error.sentence.hasPrefix("“\(text)” has the wrong day of the week. "))
      #expect(error.sentence.hasSuffix(" is a \(weekday)."))
    }
    #expect(
      try BeerFilter("date:24.11.2026..30/11/2026 bottled<friday", dates: dates).description
        == "date>=2026-11-24 date<=2026-11-30 bottled<2024-06-14")
    // An equal text of a custom field may only look like a date.
    #expect(
      try BeerFilter("batch=24/11/2026", dates: dates).alternatives
        == [[.init(.customExactly("batch", "24/11/2026"))]])
  }

  @Test(arguments: [
    ("sour", "sour"), ("style:stout rating>=4 abv<8", "style:stout rating>=4 abv<8"),
    ("brewery:\"de molen\"", "brewery:\"de molen\""), ("year:2019", "year:2019"),
    ("style=Stout hop=\"Saaz Late\"", "style=Stout hop=\"Saaz Late\""),
    ("has:photo no:rating -has:notes", "has:photo no:rating no:notes"),
    ("after:2019-06 before:2020", "date>2019-06 year<2020"), ("month:june", "month:6"),
    ("month:2019-06", "date:2019-06"), ("in:trash -sour", "in:trash -sour"), ("sour or gose", "sour or gose"),
    ("Hop:citra vintage>=2015", "Hop:citra vintage>=2015"), ("\"style\":x", "\"style\":x"),
    ("abv:4,5%", "abv=4.5"), ("rating>4,125", "rating>4.125"),
    ("rating>=4½ rating<★★★★★", "rating>=4.5 rating<5"), ("abv>0.00001", "abv>0.00001"),
    ("score>80%", "score>80"), ("score=1,000", "score=1,000"), ("score=0x10", "score=0x10"),
    ("STYLE:Stout", "style:Stout"),
    ("\"or\" \"-a\" \"a:b\"", "\"or\" \"-a\" \"a:b\""),
    ("(stout or porter) abv>=9", "stout abv>=9 or porter abv>=9"),
    ("not (ipa or sour)", "-ipa -sour"), ("-(ipa sour)", "-ipa or -sour"), ("!!ipa not -sour", "ipa sour"),
    ("((a or b) c or d) e", "a c e or b c e or d e"), ("style!=Stout", "-style=Stout"),
    ("rating!=4 has!=photo", "-rating=4 no:photo"), ("rating:3..4", "rating>=3 rating<=4"),
    ("not rating:3..4", "-rating>=3 or -rating<=4"), ("abv:9..", "abv>=9"),
    ("vintage:..2015", "vintage<=2015"),
    ("year:2015..2019-06", "year>=2015 date<=2019-06"), ("name:\"a..b\"", "name:\"a..b\""),
    ("date:2019-06..2019", "date>=2019-06 year<=2019"),
    ("date:12.2018..1.2019", "date>=2018-12 date<=2019-01"),
    ("first:2019.2..2019.12", "first>=2019-02 first<=2019-12"),
    ("(stout or porter) and abv>=9", "stout abv>=9 or porter abv>=9"), ("a AND(b or c)", "a b or a c"),
    ("salt \"and\" pepper", "salt \"and\" pepper"), ("a and not b", "a -b"),
    ("abv≥9 ibu ≤ 30 style≠Stout", "abv>=9 ibu<=30 -style=Stout"),
    ("rating >= 4 style !=Stout", "rating>=4 -style=Stout"), ("style: stout", "style:stout"),
    ("\"abv~9\" \"a≥b\" x~9", "\"abv~9\" \"a≥b\" x~9"), ("hop:\"today\"", "hop:\"today\""),
    ("Pils(ner)", "\"Pils(ner)\""), ("(name:Pils(ner) or x)", "name:\"Pils(ner)\" or x"),
    ("not(ipa or sour)", "-ipa -sour"), ("(stout)or(ipa)", "stout or ipa"), ("a OR(b c)", "a or b c"),
    ("brewery_id:12", "brewery_id:12"), ("\"not\" \"!a\"", "\"not\" \"!a\""),
    ("id:12", "id:12"), ("id=12", "id:12"), ("id:9..12,7,3", "id:3,7,9..12"), ("ID >= 100", "id:100.."),
    ("id<5", "id:..4"), ("id>5", "id:6.."), ("id<=5", "id:..5"), ("id:3,4,5..9,8", "id:3..9"),
    ("id!=3", "-id:3"), ("(id:1,3 or stout) -id:2..", "id:1,3 -id:2.. or stout -id:2.."),
    ("position:52.09,5.12", "position:52.09,5.12"), ("position=-33.860,151", "position:-33.860,151"),
    ("-Position:-0.0,-0", "-position:0.0,0"), ("position!=90,180", "-position:90,180"),
    ("\"position\":x", "\"position\":x"), ("id:-5", "id:-5"), ("\"id\":x", "\"id\":x"),
    ("mean_rating:3.5..", "mean_rating>=3.5"),
    ("MEAN_RATING=4 no:mean_rating", "mean_rating=4 no:mean_rating"),
    ("\"Mean_Rating\":x has:\"mean_rating\"", "\"Mean_Rating\":x has:\"mean_rating\""),
    ("place:kulminator", "venue:kulminator"), ("Venue=Home", "venue=Home"), ("Place!=Home", "-venue=Home"),
    ("has:venue no:Place", "has:venue no:venue"), ("\"venue\":x has:\"Venue\"", "\"venue\":x has:\"Venue\""),
    ("", ""),
  ])
  func aFilterIsReadAndPrinted(_ text: String, _ printed: String) throws {
    #expect(try BeerFilter(text).description == printed)
  }

  @Test(arguments: [
    ("sour stlye:stout", 5..<10, "Did you mean “style”?"), ("a and", 2..<5, "before and after"),
    ("and a", 0..<3, "before and after"), ("a and or b", 2..<5, "before and after"),
    ("a and and b", 2..<5, "before and after"), ("style:(stout", 6..<7, "no “)”"),
    ("stout(porter", 5..<6, "no “)”"), ("(a(b or c)", 2..<3, "no “)”"), ("has>photo", 3..<4, "has:photo"),
    ("abv~9", 3..<4, "is not an operator"), ("in>trash", 0..<8, "in:trash"),
    ("style:a..b", 6..<10, "no ranges"),
    ("abv:6..5", 4..<8, "Write 5..6"), ("date:1.2019..12.2018", 5..<20, "Write 12.2018..1.2019"),
    ("vintage:2019..2015-03", 8..<21, "reversed"),
    (">= 4", 0..<2, "requires a field"), ("rating>good", 7..<11, "is not a number"),
    ("times:often", 6..<11, "is not a number"), ("first:soon", 6..<10, "is not a date"),
    ("last<soon", 5..<9, "is not a date"), ("times:1..b", 6..<10, "is not a number"),
    ("date>=June", 6..<10, "is not a date"), ("month:13", 6..<8, "is not a month"),
    ("style:", 0..<6, "requires a value"),
    ("name>x", 4..<5, "cannot be compared"), ("a or", 2..<4, "before and after"),
    ("or a", 0..<2, "before and after"),
    ("a \"b", 2..<4, "quotation mark"), ("in:attic", 0..<8, "in:trash"), ("has:phot", 4..<8, "“photo”"),
    ("★", 0..<1, "letter or digit"), (":x", 0..<1, "requires a field"), ("(a or b", 0..<1, "no “)”"),
    ("a) b", 1..<2, "no “(”"),
    (")", 0..<1, "no “(”"), ("()", 1..<2, "nothing between"), ("(a or )", 3..<5, "before and after"),
    ("a not", 2..<5, "after it"), ("not or b", 0..<3, "after it"),
    ("(in:trash a) or b", 0..<1, "in parentheses"),
    ("in:trash or a", 9..<11, "in parentheses"), ("rating>3..4", 6..<7, "rating:3..4"),
    ("rating:3...4", 7..<12, "is not a number"), ("abv>0x5", 4..<7, "is not a number"),
    ("abv>1e1", 4..<7, "is not a number"), ("ibu>5%", 4..<6, "is not a number"),
    ("ibu>1,000", 4..<9, "“1,000” is ambiguous. Write 1000 or 1.000."),
    ("vintage>1,000", 8..<13, "“1,000” is ambiguous. Write 1000 or 1.000."),
    ("vintage>1e3", 8..<11, "neither a number nor a date"), ("rating:4,125..3,125", 7..<19, "reversed"),
    ("rating:a..4", 7..<11, "is not a number"), ("-in:trash", 0..<1, "in:trash"),
    ("id:x", 3..<4, "“x” is not an id"), ("id:3,", 3..<5, "without spaces"),
    ("id>=1..2", 4..<8, "is not an id"), ("id:12..9", 3..<8, "Write 9..12"),
    ("mean_rating~4", 11..<12, "is not an operator"), ("mean_rating:good", 12..<16, "is not a number"),
    ("position:52.09", 9..<14, "such as 52.09,5.12"), ("position:91,5", 9..<13, "latitude"),
    ("position:5,180.01", 9..<17, "longitude"), ("position>1,2", 8..<9, "latitude and a longitude"),
    ("position:1.,2", 9..<13, "latitude"), ("position:1,2,3", 9..<14, "latitude"),
    ("id:..", 3..<5, "is not an id"), ("id:4.5", 3..<6, "is not an id"),
    ("rating:4-5", 7..<10, "Write 4..5."), ("abv:8–10", 4..<8, "Write 8..10."),
    ("year:2019-2021", 5..<14, "Write 2019..2021."), ("date:2019-13", 5..<12, "Write a date such as 2019-06"),
    ("venue>x", 5..<6, "as in venue:x"), ("venu:x", 0..<4, "“venue”"), ("venue~x", 5..<6, "not an operator"),
    ("qqqqqq:x", 0..<6, "notes, venue, serving"),
  ])
  func aMistakeIsUnderlined(_ text: String, _ range: Range<Int>, _ part: String) throws {
    let error = try #require(throws: FilterError.self) { try BeerFilter(text, customFields: ["vintage"]) }
    #expect(error.range == range)
    #expect(error.sentence.contains(part))
  }

  /// What is typed before the diary's fields are known may be one of them.
  @Test func anyNameMayBeACustomField() throws {
    for name in ["note", "ibus", "stlye"] {
      #expect(
        try BeerFilter("\(name):good").alternatives == [[.init(.custom(name, words: "good"))]], "\(name)")
    }
    #expect(try BeerFilter("note:good", customFields: ["note"]).description == "\"note\":good")
  }

  @Test func aCustomFieldComesBeforeAWordOfTheScreen() throws {
    for name in ["venue", "Venue"] {
      let filter = try BeerFilter("venue:x no:venue", customFields: [name])
      #expect(filter.description == "\"venue\":x no:\"venue\"")
      #expect(try BeerFilter(filter.description) == filter)
    }
    #expect(try BeerFilter("venue:x", customFields: ["venues"]).description == "venue:x")
  }

  @Test func aFieldIsWrittenAsTheScreenCallsItUnlessACustomFieldHasThatName() throws {
    let filter = try BeerFilter("place=Home has:place -place:bar")
    #expect(filter.text(customFields: ["hop", "venues"]) == "venue=Home has:venue -venue:bar")
    for name in ["venue", "Venue"] {
      let text = filter.text(customFields: [name])
      #expect(text == "place=Home has:place -place:bar")
      #expect(try BeerFilter(text, customFields: [name]) == filter)
    }
    let examples = FilterHelp.examples.map(\.meaning).joined(separator: "\n")
    #expect(examples.contains("notes, venue, serving") && !examples.contains("place"))
  }

  @Test(
    arguments: [
      ("rating>=4 -style:stout", "rating>=4 -style:stout"), ("\"venue\":x", "\"venue\":x"),
      ("has:photo", "has:photo"),
      ("venue:x", nil), ("no:Venue", nil), ("-(gose or Venue=x)", nil), ("hop:x", nil), ("has:hop", nil),
    ] as [(String, String?)])
  func aFilterCanDoWithoutTheNamesOfCustomFields(_ text: String, _ filter: String?) throws {
    #expect(try BeerFilter.withoutCustomFields(text)?.description == filter)
  }

  @Test func aMistakeThatNoCustomFieldCorrectsIsFoundWithoutTheirNames() {
    #expect(throws: FilterError.self) { try BeerFilter.withoutCustomFields("rating>=x") }
    #expect(throws: FilterError.self) { try BeerFilter.withoutCustomFields("(style:stout") }
    let ids = (1...51).map { "id:\($0)" }.joined(separator: " or ")
    #expect(throws: FilterError.self) { try BeerFilter.withoutCustomFields(ids, beerCount: 1_000_000) }
  }

  @Test(arguments: [
    ("pale ale", "pale ale"), ("\"pale ale\"", "pale ale"), ("(sour) -gose", "sour -gose"),
    ("-(ipa) - --x", "-ipa -x"), ("6.5% don't", "6.5% don't"),
    ("rating>=4", "\"rating>=4\""), ("hop or", "hop \"or\""), ("dark & stormy", "dark stormy"), ("&", ""),
    ("", ""),
  ])
  func theWordsOfASearchBecomeAReadableFilter(_ search: String, _ text: String) throws {
    let filter = BeerFilter(searching: search.split(separator: " "))
    #expect(filter.description == text)
    #expect(try BeerFilter(text) == filter)
  }

  @Test func aNamedDayIsADateOfACustomFieldUnlessQuoted() throws {
    let days = TypedDates(today: DiaryDate("2024-06-15"))
    #expect(try BeerFilter("bottled:-22d", dates: days) == BeerFilter("bottled=-22d", dates: days))
    #expect(try BeerFilter("bottled:Today", dates: days).description == "bottled=2024-06-15")
    let quoted = try BeerFilter("bottled:\"-22d\"", dates: days)
    #expect(quoted.alternatives == [[.init(.custom("bottled", words: "-22d"))]])
    #expect(try BeerFilter(quoted.description, dates: days) == quoted)
  }

  @Test func daysAgoCountBackFromToday() throws {
    let days = TypedDates(today: DiaryDate("2024-03-31"))
    func read(_ text: String) throws -> String { try BeerFilter(text, dates: days).description }
    #expect(try read("date>=-30d") == "date>=2024-03-01")
    #expect(try read("date>=-1w date<-0d") == "date>=2024-03-24 date<2024-03-31")
    #expect(try read("date:-1m..today") == "date>=2024-02-29 date<=2024-03-31")
    #expect(try read("after:-1y") == "date>2023-03-31")
    #expect(throws: FilterError.self) { try read("date>=-30x") }
    #expect(throws: FilterError.self) { try BeerFilter("date>=-30d") }
  }

  @Test func groupsCannotGrowWithoutLimit() throws {
    let groups = Array(repeating: "(a or b)", count: 7).joined(separator: " ")
    #expect(try BeerFilter(groups).alternatives.count == 128)
    let error = try #require(throws: FilterError.self) { try BeerFilter(groups + " (c or d)") }
    #expect(error.sentence.contains("too many"))
    for (opening, closing) in [("(", ")"), ("-", ""), ("not ", "")] {
      let deep = String(repeating: opening, count: 50_000) + "a" + String(repeating: closing, count: 50_000)
      #expect(throws: FilterError.self) { try BeerFilter(deep) }
    }
  }

  @Test(arguments: [
    (Array(repeating: "rating>1", count: 2000).joined(separator: " "), "too many terms"),
    (Array(repeating: "name=a", count: 2000).joined(separator: " or "), "too many terms"),
    (Array(repeating: "a", count: 50_000).joined(separator: " "), "at most 20000 characters"),
    (String(repeating: "x", count: 100_000) + ":1", "at most 20000 characters"),
    (String(repeating: "(", count: 1000) + "a" + String(repeating: ")", count: 1000), "nested too deeply"),
  ])
  func anEndlessFilterIsRefused(_ text: String, _ part: String) throws {
    let error = try #require(throws: FilterError.self) { try BeerFilter(text, customFields: []) }
    #expect(error.sentence.contains(part))
    #expect(error.range.upperBound <= text.count)
  }

  @Test func fewerDifferentTermsAreAllowedInALargeDiary() throws {
    func filter(_ count: Int) -> String { (1...count).map { "name=\($0)" }.joined(separator: " or ") }
    #expect(try BeerFilter(filter(50), beerCount: 1_000_000).alternatives.count == 50)
    #expect(try BeerFilter(filter(1000), beerCount: 50_000).alternatives.count == 1000)
    #expect(try BeerFilter(filter(20), beerCount: .max).alternatives.count == 20)
    let repeated = Array(repeating: "name=a rating>4", count: 60).joined(separator: " or ")
    #expect(try BeerFilter(repeated, beerCount: 1_000_000).alternatives.count == 60)

    let error = try #require(throws: FilterError.self) { try BeerFilter(filter(51), beerCount: 1_000_000) }

    #expect(
      error.sentence == "This filter has 51 different terms. In a diary with so many beers, use at most 50.")
    #expect(error.range == 0..<filter(51).count)
  }

  @Test func aLongListIsOneTerm() throws {
    let ids = (1...2000).map { String(2 * $0) }.joined(separator: ",")
    #expect(try BeerFilter("id:" + ids).description == "id:" + ids)
    let names = (1...1000).map { "name=\($0)" }.joined(separator: " or ")
    #expect(try BeerFilter(names).alternatives.count == 1000)
  }

  @Test func onlyCustomFieldsOfTheDiaryAreKnown() throws {
    let fields: Set = ["Hop variety", "vintage"]
    #expect(throws: FilterError.self) { try BeerFilter("colour:red", customFields: fields) }
    #expect(throws: FilterError.self) { try BeerFilter("vintag:2015", customFields: fields) }
    #expect(
      try BeerFilter("hop-variety:citra", customFields: fields).alternatives == [
        [.init(.custom("hop-variety", words: "citra"))]
      ])
  }

  @Test(arguments: [
    ("\"name\":A", 0..<6, "There is no custom field “name”. Did you mean name, without quotation marks?"),
    ("a \"date\":2020", 2..<8, "Did you mean date, without"),
    ("\"nme\":A", 0..<5, "Did you mean name, without"),
    ("has:\"rating\"", 4..<12, "Did you mean rating, without"),
    ("\"vintge\":1", 0..<8, "Did you mean “vintage”?"),
    ("\"qqqqqq\":1", 0..<8, "is that of a custom field."),
  ])
  func aQuotedNameThatNoCustomFieldHasCanBeAnError(_ text: String, _ range: Range<Int>, _ part: String) throws
  {
    let fields: Set = ["hop", "vintage"]
    let error = try #require(throws: FilterError.self) {
      try BeerFilter(text, customFields: fields, checksQuotedNames: true)
    }
    #expect(error.range == range)
    #expect(error.sentence.contains(part), "\(error.sentence)")
    #expect(try BeerFilter.withoutCustomFields(text, checksQuotedNames: true) == nil)
    #expect(try BeerFilter(text, customFields: fields) == BeerFilter(text))
  }

  @Test func aQuotedNameOfACustomFieldIsNotAnError() throws {
    let fields: Set = ["Name", "hop variety", "!!"]
    for text in ["\"name\":A", "\"Hop-Variety\":citra", "no:\"hop variety\"", "\"!!\":x"] {
      let filter = try BeerFilter(text, customFields: fields, checksQuotedNames: true)
      #expect(try filter == BeerFilter(text))
    }
  }

  @Test func aPrintedFilterReadsAsTheSameFilter() throws {
    var random = Seeds.generator(7)
    for _ in 0..<1500 {
      let filter = RandomFilter.make(using: &random)
      #expect(try BeerFilter(filter.description) == filter, "\(filter)")
    }
  }

  @Test func noTextMakesTheParserFail() {
    var random = Seeds.generator(8)
    let parts = [
      "style", ":", "\"", "\\", " ", "-", "or", ">=", "<", "has", "5", "é", "🍺", "in:trash", "date", "(", ")",
      "!",
      "not ", "and", "≥", "~", "..", "!=",
    ]
    for _ in 0..<1500 {
      let text = (0..<Int.random(in: 0...8, using: &random)).compactMap { _ in
        parts.randomElement(using: &random)
      }.joined()
      do {
        let filter = try BeerFilter(text)
        let printed = try BeerFilter(filter.description)
        #expect(printed == filter, "\(text)")
      } catch {
        #expect(error.range.upperBound <= text.count && !error.sentence.isEmpty)
      }
    }
  }
}
