import DiaryModel
import DiaryStore
import DiaryText
import Foundation
import Terminal
import Testing

@testable import DiaryUI

/// Adding and changing a beer, field by field.
@Suite struct FormTests {
  private let today = DiaryDate("2024-06-15")

  @Test func anInvalidValueIsReportedOnASmallScreenAlsoFromTheNextField() {
    var interface = interface(Size(width: 40, height: 12))
    interface.type("a")
    for _ in 0..<6 { interface.press(Key(.down)) }
    interface.type("2019-13")
    interface.press(Key(.down))
    #expect(interface.screen.contains("Date must be a date, such as today"))
    interface.press(Key(.down))
    #expect(interface.screen.contains("Date: a date, such as today"))
  }

  @Test func theHintForTheNotesNamesTheEditor() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all), editor: "nano")
    interface.type("a")
    #expect(interface.screen.contains("Ctrl-O notes in nano"))
    var unknown = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    unknown.type("a")
    #expect(unknown.screen.contains("Ctrl-O edit notes"))
  }

  @Test func theSmallestScreenShortensLabelsAndKeepsTheText() {
    var interface = interface(Size(width: 20, height: 5))
    interface.type("aOrval 2019")
    interface.press(Key(.down))
    #expect(interface.lines[1] == " Name  Orval 2019")
    #expect(interface.lines[2].hasPrefix("▌Brew…"))
  }

  @Test(arguments: [20, 30]) func aShortenedLabelHasAMark(_ width: Int) {
    var interface = interface(Size(width: width, height: 16))
    interface.type("a")
    for label in ["Brew…", "Rati…", "Style"] {
      #expect(interface.lines.contains { $0.dropFirst().hasPrefix(label) }, "\(label)")
    }
  }

  @Test func aCustomFieldWithTheNameOfABuiltInOneIsInQuotationMarks() {
    let beer = SampleBeers.beer(
      1, name: "Orval", style: "Trappist", extras: ["Style": .text("sour"), "hop": .text("Saaz")])
    var interface = HeadlessInterface(Size(width: 80, height: 40), diary: FakeDiary([beer]))
    interface.type("e")
    func hasLine(_ label: String, _ value: String) -> Bool {
      interface.lines.contains { $0.dropFirst().hasPrefix(label + " ") && $0.contains(value) }
    }
    #expect(hasLine("Style", "Trappist") && hasLine("“Style”", "sour") && hasLine("hop", "Saaz"))
  }

  @Test func aNewBeerIsSavedWithTheTypedValues() {
    var interface = interface()

    interface.type("aOrval")
    interface.press(Key(.down), Key(.down), Key(.down), Key(.right), Key(.right))
    interface.press(Key(.down))
    interface.type("6,2 %")
    interface.press(Key(.down), Key(.down))
    interface.press(.control("u"))
    interface.type("yesterday")
    interface.press(.control("s"))

    let fields = BeerFields(name: "Orval", abv: 6.2, rating: 1, drunkAt: DiaryDate("2024-06-14"))
    #expect(interface.changeRequests == [.save(beer: nil, fields: fields, expecting: nil)])
  }

  @Test func anInvalidValueIsReportedNextToItsField() {
    var interface = interface()

    interface.type("aOrval")
    interface.press(Key(.up), Key(.up), Key(.up))
    #expect(interface.cursorLine.contains("Notes") || !interface.cursorLine.isEmpty)
    interface.press(Key(.down), Key(.down), Key(.down), Key(.down), Key(.down), Key(.down), Key(.down))
    interface.type("120")
    interface.press(.control("s"))

    #expect(interface.changeRequests.isEmpty)
    #expect(interface.lines.contains { $0.contains("ABV") && $0.contains("0 to 100 percent") })
    #expect(interface.cursorLine.contains("ABV"))
  }

  @Test func keysPressedAfterSavingAreForTheNextScreen() {
    var interface = interface()
    interface.type("aOrval")
    interface.holdsEffects = true
    interface.press(.control("s"))
    interface.type("?")
    #expect(interface.lines[0].contains("New beer"))
    for case .change(let request) in interface.held {
      interface.send(.changed(request, .success(ChangeOutcome([.trashed([1])], beer: 1))))
    }
    interface.answerHeld()
    #expect(interface.lines[0].contains("Help"))
  }

  @Test func everyFieldThatCannotBeStoredIsNamed() {
    var interface = interface(Size(width: 40, height: 16))
    interface.type("aOrval")
    for _ in 0..<4 { interface.press(Key(.down)) }
    interface.type("strong")
    interface.press(Key(.down), Key(.down), Key(.down), .control("u"))
    interface.type("some day")
    interface.press(.control("s"))

    let said = interface.lines.suffix(2).joined()
    #expect(said.contains("ABV and Date cannot be saved"))
    // What was typed is not covered by what is wrong with it.
    #expect(interface.lines.contains { $0.contains("Date") && $0.contains("some day") && $0.hasSuffix("!") })
    interface.press(Key(.down), Key(.down))
    #expect(interface.lines.suffix(2).joined().contains("Date must be a date, such as today"))
  }

  @Test func enterStaysInAFieldThatCannotBeSaved() {
    var interface = interface()
    interface.type("aOrval")
    interface.press(Key(.down), until: "the ABV") { $0.cursorLine.contains("ABV") }
    interface.type("120")
    interface.press(Key(.enter))
    #expect(interface.cursorLine.contains("ABV") && interface.cursorLine.contains("0 to 100 percent"))
    #expect(interface.statusLine.contains("ABV must be 0 to 100 percent."))
    interface.press(.control("u"))
    #expect(!interface.statusLine.contains("ABV"))
    interface.type("strong")
    interface.press(Key(.enter))
    #expect(interface.statusLine.contains("ABV must be a number from 0 to 100 percent."))
    interface.press(.control("u"))
    interface.type("12")
    interface.press(Key(.enter))
    #expect(interface.cursorLine.contains("IBU"))
  }

  @Test(arguments: [
    (Key(.down), "IBU"), (Key(.tab), "IBU"), (Key(.up), "Rating"), (Key(.backTab), "Rating"),
  ])
  func aKeyThatRevealsAMistakeStaysInTheFieldAndLeavesItTheSecondTime(_ key: Key, _ next: String) {
    var interface = interface()
    interface.type("aOrval")
    interface.press(Key(.down), until: "the ABV") { $0.cursorLine.contains("ABV") }
    interface.type("120")
    interface.press(key)
    #expect(interface.cursorLine.contains("ABV") && interface.cursorLine.contains("0 to 100 percent"))
    interface.press(key)
    #expect(interface.cursorLine.contains(next) && text(of: "ABV", interface) == "120")
    // The mistake is known now.
    let back = key == Key(.down) || key == Key(.tab) ? Key(.up) : Key(.down)
    interface.press(back, key)
    #expect(interface.cursorLine.contains(next))
  }

  @Test func aClickThatRevealsAMistakeStaysInTheFieldAndLeavesItTheSecondTime() throws {
    var interface = interface()
    interface.type("aOrval")
    interface.press(Key(.down), until: "the ABV") { $0.cursorLine.contains("ABV") }
    interface.type("120")
    let row = try #require(interface.lines.firstIndex { $0.contains("Venue") })
    interface.click(Point(column: 20, row: row))
    #expect(interface.cursorLine.contains("ABV") && interface.cursorLine.contains("0 to 100 percent"))
    interface.click(Point(column: 20, row: row))
    #expect(interface.cursorLine.contains("Venue"))
  }

  @Test(arguments: [Key(.down), Key(.enter)]) func aDigitReplacesANumberThatCannotBeSaved(_ key: Key) {
    var interface = interface()
    interface.type("aOrval")
    interface.press(Key(.down), until: "the rating") { $0.cursorLine.contains("Rating") }
    interface.type("12")
    interface.press(key)
    interface.type("4")
    #expect(text(of: "Rating", interface) == "4")
    interface.press(key)
    #expect(!interface.cursorLine.contains("Rating"))
  }

  @Test func enterInAFieldThatCannotBeSavedSaysWhyInWords() {
    var interface = typingWitInWords()
    interface.press(Key(.down), until: "the IBU") { $0.cursorLine.contains("IBU") }
    interface.type("Wit")
    interface.press(Key(.enter))
    #expect(interface.cursorLine.hasPrefix(" IBU must be "))
    interface.press(.control("u"))
    interface.type("30")
    #expect(interface.cursorLine.contains("IBU") && interface.cursorLine.contains("30"))
  }

  @Test func aDateWithAWrongDayOfTheWeekIsReportedWithTheRightOne() {
    var interface = interface()
    interface.type("aOrval")
    for _ in 0..<6 { interface.press(Key(.down)) }
    interface.press(.control("u"))
    interface.type("Mon, 3 May 2026")
    interface.press(.control("s"))

    #expect(interface.changeRequests.isEmpty)
    #expect(interface.cursorLine.contains("the right weekday (3 May 2026 is a Sunday)"))
  }

  @Test func aDateInTheFutureIsPointedOut() {
    var interface = interface()
    interface.type("aOrval")
    for _ in 0..<6 { interface.press(Key(.down)) }
    interface.press(.control("u"))
    interface.type("2042-01-01")
    #expect(interface.cursorLine.contains("in the future"))
    interface.press(.control("s"))
    let fields = BeerFields(name: "Orval", drunkAt: DiaryDate("2042-01-01"))
    #expect(interface.changeRequests == [.save(beer: nil, fields: fields, expecting: nil)])
    interface.send(
      .changed(
        .save(beer: nil, fields: fields, expecting: nil),
        .success(ChangeOutcome([.trashed([9])], beer: 9))))
    #expect(interface.statusLine.contains("The date is in the future."))
  }

  @Test(arguments: [("20:30", true), ("today 23:59", true), ("19:30", false), ("tonight", false)])
  func aTimeOfTodayInTheFutureIsPointedOut(_ typed: String, _ isFuture: Bool) {
    var interface = interface()
    interface.type("aOrval")
    for _ in 0..<6 { interface.press(Key(.down)) }
    #expect(interface.effects.contains(.loadToday))
    interface.send(.today(DiaryDate("2024-06-15T20:00:00")))
    interface.type(typed)
    #expect(interface.cursorLine.contains("in the future") == isFuture)
    interface.press(.control("s"))
    guard case .save(_, let fields, _)? = interface.changeRequests.last else {
      Issue.record("nothing was stored")
      return
    }
    #expect(fields.drunkAt?.text.hasPrefix("2024-06-15") == true)
    interface.send(
      .changed(
        .save(beer: nil, fields: fields, expecting: nil),
        .success(ChangeOutcome([.trashed([9])], beer: 9))))
    #expect(interface.statusLine.contains("The date is in the future.") == isFuture)
  }

  @Test func customFieldsAreCompletedAndSpelledAsInTheDiary() {
    var interface = interface()
    interface.type("aOrval")
    interface.press(Key(.up))
    interface.type("VIN")
    interface.press(Key(.enter))
    #expect(interface.cursorLine.contains("vintage"))
    interface.type("2019")
    interface.press(Key(.down))
    interface.type("HOP=Strisselspalt")
    interface.press(.control("s"))

    let saved = interface.changeRequests.first
    guard case .save(_, let fields, _)? = saved else {
      return #expect(Bool(false), "\(String(describing: saved))")
    }
    #expect(fields.extras == ["vintage": .integer(2019), "hop": .text("Strisselspalt")])
  }

  @Test func editingLeavesWhatWasNotTouchedAsItIs() throws {
    var interface = interface()
    let beer = try #require(interface.diary.beers.first)

    interface.type("e")
    interface.press(.control("u"))
    interface.type("Other")
    interface.press(.control("s"))

    var fields = beer.beer.fields
    fields.name = "Other"
    #expect(
      interface.changeRequests == [.save(beer: beer.beer.id, fields: fields, expecting: beer.beer.fields)])
  }

  @Test func changesOfAnotherProgramAreKeptBelowTheTypedValues() throws {
    var interface = interface()
    let beer = try #require(interface.diary.beers.first).beer

    interface.type("e")
    interface.press(.control("u"))
    interface.type("Mine")
    interface.diary.beers[0].beer.fields.notes = "Theirs"
    interface.holdsEffects = true
    interface.press(.control("s"))
    let request = try #require(interface.changeRequests.first)
    interface.send(.changed(request, .failure(ChangeFailure(EditError.changedSince(what: "it")))))
    interface.answerHeld()
    interface.press(.control("s"))

    var theirs = beer.fields
    theirs.notes = "Theirs"
    var both = theirs
    both.name = "Mine"
    #expect(interface.changeRequests.last == .save(beer: beer.id, fields: both, expecting: theirs))
  }

  @Test func escapeAsksOnlyAfterAChange() {
    var interface = interface()

    interface.type("a")
    interface.press(Key(.escape))
    #expect(interface.screen.contains("Beer Diary"))

    interface.type("ax")
    interface.press(Key(.escape))
    #expect(interface.screen.contains("Discard your changes? y/N"))
    interface.press(Key(.escape))
    #expect(interface.screen.contains("New beer"))
    interface.press(Key(.escape), Key(.enter))
    #expect(interface.screen.contains("New beer"))
    interface.press(Key(.escape))
    interface.type("y")
    #expect(interface.screen.contains("Beer Diary"))
  }

  @Test(arguments: [(Glyphs.unicode, "↓", "↑"), (.ascii, "v", "^")])
  func theNumberOfHiddenFieldsIsShown(_ glyphs: Glyphs, _ down: String, _ up: String) {
    var interface = HeadlessInterface(
      Size(width: 40, height: 12), diary: FakeDiary(SampleBeers.all), appearance: Appearance(glyphs: glyphs))
    let count = FormField.all(BeerFields(), in: .gmt).count
    let hidden = count - 7
    interface.type("a")
    #expect(interface.statusLine.hasSuffix(" \(down) \(hidden) more"))
    for _ in 0..<8 { interface.press(Key(.down)) }
    #expect(interface.statusLine.contains(" \(up) 3 \(down) \(hidden - 3) more"))
    for _ in 9..<count { interface.press(Key(.down)) }
    #expect(
      interface.statusLine.contains("\(up) \(hidden) more") && !interface.statusLine.contains(down + " "))
    interface.resize(80, 24)
    #expect(!interface.statusLine.contains("more"))
  }

  @Test func aKnownBreweryIsOffered() throws {
    var interface = interface()
    let brewery = try #require(interface.diary.beers[0].beer.fields.brewery)

    interface.type("ax")
    interface.press(Key(.down))
    interface.type(brewery.prefix(3).lowercased())
    #expect(interface.cursorLine.contains(brewery.dropFirst(3)))
    interface.press(Key(.tab), .control("s"))

    #expect(
      interface.changeRequests == [
        .save(beer: nil, fields: BeerFields(name: "x", brewery: brewery, drunkAt: today), expecting: nil)
      ])
  }

  @Test func aFormIsSavedAsSoonAsTheDayIsKnown() {
    var interface = interface()
    interface.holdsEffects = true
    interface.type("ax")
    interface.send(.today(today))
    interface.press(.control("s"))
    let changes = interface.held.compactMap { if case .change(let request) = $0 { request } else { nil } }
    #expect(changes == [.save(beer: nil, fields: BeerFields(name: "x", drunkAt: today), expecting: nil)])
  }

  @Test func aFormThatIsSavedBeforeTheDayIsKnownWaitsForIt() {
    var interface = interface()
    interface.holdsEffects = true
    interface.type("ax")
    interface.press(.control("s"))
    interface.type("y")
    #expect(interface.state.path.last == .form && !interface.screen.contains("Date must be"))
    interface.send(.today(today))
    let changes = interface.held.compactMap { if case .change(let request) = $0 { request } else { nil } }
    #expect(changes == [.save(beer: nil, fields: BeerFields(name: "x", drunkAt: today), expecting: nil)])
  }

  @Test(arguments: [
    ("4.25", Key(.right), 4.75), ("3,25", Key(.left), 2.75), ("4.25", Key(.right, .shift), 4.35),
  ])
  func aQuarterOfAStarStays(_ typed: String, _ key: Key, _ expected: Double) {
    var interface = interface()
    interface.type("ax")
    interface.press(Key(.down), Key(.down), Key(.down))
    interface.type(typed)
    interface.press(key, .control("s"))
    guard case .save(_, let fields, _)? = interface.changeRequests.last else {
      Issue.record("nothing was stored")
      return
    }
    #expect(fields.rating == expected)
  }

  /// The form of a beer with 4.5 stars and 11.3% ABV, with the cursor in the field for the rating.
  private func editingRating() -> HeadlessInterface {
    var interface = interface()
    interface.type("e")
    interface.press(Key(.down), until: "the rating") { $0.cursorLine.contains("Rating") }
    return interface
  }

  private func text(of label: String, _ interface: HeadlessInterface) -> String? {
    interface.state.screens[FormScreen.self].form?.fields.first { $0.label == label }?.input.text
  }

  @Test(arguments: [
    ("4", "4"), ("4.25", "4.25"), ("★★★", "★★★"), (".", "4.5."), ("½", "4.5½"),
  ])
  func theFirstDigitReplacesANumber(_ typed: String, _ text: String) {
    var interface = editingRating()
    interface.type(typed)
    #expect(self.text(of: "Rating", interface) == text)
  }

  @Test func aNumberThatIsEditedIsNotReplaced() {
    for key in [Key(.backspace), Key(.end)] {
      var interface = editingRating()
      interface.press(key)
      interface.type("2")
      #expect(text(of: "Rating", interface) == (key == Key(.backspace) ? "4.2" : "4.52"))
    }
    var interface = editingRating()
    interface.press(Key(.down))
    interface.type("6")
    interface.press(Key(.down), Key(.up))
    interface.type("7")
    #expect(text(of: "ABV", interface) == "7" && text(of: "Rating", interface) == "4.5")
  }

  @Test func aDigitReplacesARatingOfTheArrows() {
    var interface = interface()
    interface.type("ax")
    interface.press(Key(.down), Key(.down), Key(.down), Key(.right), Key(.right), Key(.right))
    interface.type("4")
    #expect(text(of: "Rating", interface) == "4")
    interface.press(.control("_"))
    #expect(text(of: "Rating", interface) == "1.5")
  }

  @Test func aNewDayKeepsRelativeDatesAsTyped() {
    var interface = typing("wit", of: ["Witbier"])
    interface.send(.today(DiaryDate("2024-06-16")))
    #expect(interface.cursorLine.contains("witbier"))
    interface.press(Key(.tab), .control("s"))
    let fields = BeerFields(name: "x", style: "Witbier", drunkAt: DiaryDate("2024-06-16"))
    #expect(interface.changeRequests == [.save(beer: nil, fields: fields, expecting: nil)])
  }

  /// New beer whose style is being typed.
  private func typing(_ style: String, of styles: [String]) -> HeadlessInterface {
    var interface = interface()
    interface.type("ax")
    interface.send(.formSuggestions(FormSuggestions(today: today, styles: styles)))
    interface.press(Key(.down), Key(.down))
    interface.type(style)
    return interface
  }

  private func savedStyle(_ interface: HeadlessInterface) -> String? {
    guard case .save(_, let fields, _)? = interface.changeRequests.last else { return nil }
    return fields.style
  }

  @Test(arguments: [Key(.enter), Key(.down), Key(.up), .control("s")])
  func typedTextStaysIfTheSuggestionIsNotAccepted(_ key: Key) {
    var interface = typing("Wit", of: ["Witbier"])
    #expect(interface.cursorLine.contains("Witbier") && interface.lines[23].contains("Tab accept"))
    interface.press(key, .control("s"))
    #expect(savedStyle(interface) == "Wit")
  }

  /// A form for a screen reader, with the style `Wit` typed, for which `Witbier` is suggested.
  private func typingWitInWords(_ size: Size = Size(width: 80, height: 24)) -> HeadlessInterface {
    var appearance = Appearance()
    appearance.pictureMethod = .words
    var interface = HeadlessInterface(size, diary: FakeDiary(SampleBeers.all), appearance: appearance)
    interface.type("ax")
    interface.send(.formSuggestions(FormSuggestions(today: today, styles: ["Witbier"])))
    interface.press(Key(.down), Key(.down))
    interface.type("Wit")
    return interface
  }

  /// A screen reader would read it as if it were typed.
  @Test func screenReadersGetTheSuggestionAfterItsKey() {
    var interface = typingWitInWords()
    #expect(
      interface.cursorLine.contains("Style       Wit  ") && interface.cursorLine.hasSuffix("Tab: Witbier"))
    #expect(interface.lines[23].contains("Tab accept Witbier"))
    interface.press(Key(.tab))
    #expect(interface.cursorLine.hasSuffix("Style       Witbier"))
  }

  @Test(arguments: [(20, "Tab"), (24, "Tab: Witb…"), (40, "Tab: Witbier")])
  func theTypedTextComesBeforeTheSuggestion(_ width: Int, _ end: String) {
    let line = typingWitInWords(Size(width: width, height: 12)).cursorLine
    #expect(line.contains(" Wit  ") && line.hasSuffix(" " + end))
  }

  @Test func whatIsWrongWithAFieldIsSaidInWordsWhileItIsNotLeft() {
    var interface = typingWitInWords()
    interface.press(Key(.down), until: "the IBU") { $0.cursorLine.contains("IBU") }
    interface.type("Wit")
    interface.press(Key(.down))
    #expect(interface.cursorLine.hasPrefix(" IBU must be ") && text(of: "IBU", interface) == "Wit")
    interface.press(Key(.down))
    #expect(interface.cursorLine.contains("Date"))
  }

  @Test func aRatingHasNoStarsInWords() {
    var appearance = Appearance()
    appearance.pictureMethod = .words
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all), appearance: appearance)
    interface.type("e")
    #expect(interface.lines.contains { $0.contains("Rating") && $0.contains("4.5") })
    #expect(!interface.screen.contains("★"))
  }

  @Test func escapeAsksImmediatelyIfNoSuggestionIsInTheText() {
    var interface = typingWitInWords()
    interface.press(Key(.escape))
    #expect(interface.screen.contains("Discard your changes to “x”? y discard"))
  }

  @Test(arguments: [Size(width: 60, height: 20), Size(width: 40, height: 12), Size(width: 30, height: 6)])
  func aSuggestionIsMarkedByItsKeyWithoutRoomForAHint(_ size: Size) {
    var interface = interface(size)
    interface.type("ax")
    interface.send(.formSuggestions(FormSuggestions(today: today, styles: ["Witbier"])))
    interface.press(Key(.down), Key(.down))
    interface.type("Wi")
    let isHinted = interface.lines.last?.contains("Tab accept") == true
    #expect(interface.cursorLine.contains("Witbier"))
    #expect(isHinted || interface.cursorLine.contains("Tab"), "\(interface.screen)")
  }

  @Test(arguments: [(20, 5), (20, 7), (24, 6), (24, 12)])
  func theNoteAboutAFieldLeavesTheFieldUnderTheCursorVisible(_ width: Int, _ height: Int) {
    var interface = interface(Size(width: width, height: height))
    interface.type("ax")
    interface.send(.formSuggestions(FormSuggestions(today: today)))
    func kind(_ interface: HeadlessInterface) -> FormField.Kind? {
      interface.state.screens[FormScreen.self].form?.field.kind
    }
    interface.press(Key(.down), until: "the date") { kind($0) == .date }
    interface.press(.control("u"))
    interface.type("morgen")
    interface.press(Key(.down), Key(.down))
    #expect(kind(interface) == .place && interface.screen.contains("Date: "))
    interface.type("Pub")
    #expect(interface.cursorLine.hasSuffix(" Pub"))
  }

  @Test func anExampleIsNotTakenForAValue() {
    var interface = interface()
    interface.type("ax")
    for (label, example) in [("ABV", "5.2, in percent"), ("IBU", "27"), ("Price", "€4.50")] {
      interface.press(Key(.down), until: label) { $0.cursorLine.contains("▌\(label) ") }
      #expect(interface.cursorLine.hasSuffix("(for example \(example))"))
    }
  }

  @Test func theKeyForASuggestionIsHintedOnANarrowScreen() {
    var interface = typing("wit", of: ["Witbier"])
    interface.resize(60, 20)
    #expect(interface.lines[19].contains("Tab accept"))
  }

  @Test(arguments: [Key(.tab), Key(.right), Key(.end)])
  func theSuggestionIsAcceptedByMovingIntoIt(_ key: Key) {
    var interface = typing("wit", of: ["Witbier"])
    interface.press(key)
    #expect(interface.cursorLine.contains("Witbier") && !interface.lines[23].contains("Tab accept"))
    interface.press(.control("s"))
    #expect(savedStyle(interface) == "Witbier")
  }

  @Test func tabGoesThroughAllValuesWithTheSameBeginning() {
    var interface = typing("pale", of: ["Pale Ale", "Pale Lager", "American Pale Ale", "Stout"])
    for (style, position) in [("Pale Ale", 1), ("Pale Lager", 2), ("American Pale Ale", 3), ("Pale Ale", 1)] {
      interface.press(Key(.tab))
      #expect(
        interface.cursorLine.contains("  \(style)  ") && interface.cursorLine.contains("\(position) of 3"))
    }
    interface.press(Key(.backTab), Key(.backTab), Key(.enter), .control("s"))
    #expect(savedStyle(interface) == "Pale Lager")
  }

  @Test func aWordInsideOfAValueFindsIt() {
    var interface = typing("sto", of: ["Stout", "Oatmeal Stout"])
    #expect(interface.cursorLine.contains(" stout"))
    interface = typing("sto", of: ["Oatmeal Stout"])
    #expect(interface.cursorLine.contains("sto → Oatmeal Stout"))
    interface.press(Key(.right), Key(.end))
    #expect(interface.cursorLine.contains("sto → Oatmeal Stout"))
    interface.press(Key(.tab), .control("s"))
    #expect(savedStyle(interface) == "Oatmeal Stout")
  }

  @Test func aCompleteValueIsNotReplacedByALongerOneThatEndsWithIt() {
    var interface = typing("stout", of: ["Oatmeal Stout", "Stout"])
    #expect(!interface.cursorLine.contains("Oatmeal"))
    interface.press(Key(.tab))
    #expect(interface.cursorLine.contains("Rating"))
  }

  @Test func tabWithNothingToCompleteGoesToTheNextField() {
    var interface = typing("Wit", of: ["Witbier"])
    interface.press(Key(.tab))
    #expect(interface.cursorLine.contains("Style"))
    interface.press(Key(.tab))
    #expect(interface.cursorLine.contains("Rating"))
    interface.press(Key(.tab), Key(.backTab))
    #expect(interface.cursorLine.contains("Rating"))
  }

  @Test func escapeFirstRemovesTheSuggestion() {
    var interface = typing("Wit", of: ["Witbier"])
    interface.press(Key(.escape))
    #expect(interface.cursorLine.contains("Wit") && !interface.cursorLine.contains("Witbier"))
    interface.type("b")
    #expect(interface.cursorLine.contains("Witbier"))
    interface.press(Key(.escape), Key(.escape))
    #expect(interface.screen.contains("Discard your changes? y/N"))
  }

  @Test func customFieldsAreAdded() {
    var interface = interface()

    interface.type("ax")
    interface.press(Key(.up))
    interface.type("hop=Citra")
    interface.press(Key(.enter))
    interface.type("vintage=2015")
    interface.press(.control("s"))

    let extras: Extras = ["hop": .text("Citra"), "vintage": .integer(2015)]
    #expect(
      interface.changeRequests == [
        .save(beer: nil, fields: BeerFields(name: "x", drunkAt: today, extras: extras), expecting: nil)
      ])
  }

  /// An empty form with the cursor in its last line.
  private func atLastLine() -> HeadlessInterface {
    var interface = interface()
    interface.type("ax")
    interface.press(Key(.up))
    return interface
  }

  @Test(arguments: [Key(.enter), .control("t")]) func theLastLineListsTheCustomFields(_ key: Key) {
    var interface = atLastLine()
    interface.press(key)
    #expect(interface.screen.contains("hop") && interface.screen.contains("vintage"))
    interface.type("vin")
    #expect(!interface.screen.contains("hop"))
    interface.press(Key(.enter))
    #expect(interface.cursorLine.contains("vintage"))
    interface.type("2015")
    interface.press(.control("s"))
    let fields = BeerFields(name: "x", drunkAt: today, extras: ["vintage": .integer(2015)])
    #expect(interface.changeRequests == [.save(beer: nil, fields: fields, expecting: nil)])
  }

  @Test func typingInTheLastLineMakesANewField() {
    var interface = atLastLine()
    interface.type("malt")
    #expect(interface.screen.contains("New field “malt”"))
    interface.press(Key(.enter))
    interface.type("pale")
    #expect(interface.cursorLine.contains("malt") && interface.cursorLine.contains("pale"))
  }

  @Test func anEqualsSignEndsTheNameThatIsTypedAndNotALongerOne() {
    var interface = atLastLine()
    interface.type("ho=x")
    #expect(interface.cursorLine.contains("ho ") && interface.cursorLine.contains("x"))
    #expect(!interface.cursorLine.contains("hop"))
  }

  @Test func anEqualsSignAfterTheNameOfABuiltInFieldTakesNoOtherField() {
    let beer = SampleBeers.beer(1, name: "Orval", extras: ["nickname": .text("Fish")])
    var interface = HeadlessInterface(Size(width: 80, height: 30), diary: FakeDiary([beer]))
    interface.type("ax")
    interface.press(Key(.up))
    interface.type("name=")
    #expect(interface.screen.contains("another name, because every beer has"))
    #expect(interface.state.prompt != nil)
  }

  @Test func aFieldThatTheFormHasIsGoneToInsteadOfAddedAgain() {
    var interface = atLastLine()
    interface.type("hop=Citra")
    interface.press(Key(.enter))
    interface.type("HOP")
    interface.press(Key(.enter))
    #expect(interface.cursorLine.contains("Citra"))
    #expect(interface.lines.count { $0.contains("hop  ") } == 1)
  }

  @Test func aFieldThatTheBeerSpellsInAnotherWayIsNotAddedAgain() {
    let beers = [
      SampleBeers.beer(1, name: "Orval", extras: ["HOP": .text("Saaz")]),
      SampleBeers.beer(2, name: "Orval", extras: ["hop": .text("Saaz")]),
    ]
    var interface = HeadlessInterface(Size(width: 80, height: 30), diary: FakeDiary(beers))
    interface.type("e")
    let other = interface.screen.contains("HOP") ? "hop" : "HOP"
    interface.press(Key(.up))
    interface.type(other + "=")
    #expect(interface.cursorLine.contains("Saaz"))
  }

  @Test func aNewFieldCannotHaveTheNameOfABuiltInOne() {
    var interface = atLastLine()
    interface.type("price")
    interface.press(Key(.enter))
    #expect(interface.screen.contains("another name, because every beer has"))
  }

  @Test func aPastedValueBecomesACustomField() {
    var interface = atLastLine()
    interface.send(.paste(.text("hop=Citra")))
    interface.press(.control("s"))
    let fields = BeerFields(name: "x", drunkAt: today, extras: ["hop": .text("Citra")])
    #expect(interface.changeRequests == [.save(beer: nil, fields: fields, expecting: nil)])
  }

  @Test func notesAreReturnedByTheEditor() throws {
    var interface = interface()

    interface.type("ax")
    interface.press(.control("o"))
    #expect(interface.effects.contains(.editNotes("", beer: nil)))
    interface.send(.notesEdited("Two\nlines", from: "", beer: nil, problem: nil))
    interface.press(.control("s"))

    #expect(
      interface.changeRequests == [
        .save(beer: nil, fields: BeerFields(name: "x", notes: "Two\nlines", drunkAt: today), expecting: nil)
      ])
  }

  @Test func notesAreKeptIfTheTerminalBecameTooSmall() throws {
    var interface = interface()

    interface.type("ax")
    interface.press(.control("o"))
    interface.resize(10, 3)
    interface.send(.notesEdited("Two\nlines", from: "", beer: nil, problem: nil))
    interface.resize(80, 24)
    interface.press(.control("s"))

    #expect(
      interface.changeRequests == [
        .save(beer: nil, fields: BeerFields(name: "x", notes: "Two\nlines", drunkAt: today), expecting: nil)
      ])
  }

  @Test(arguments: [
    ("today", "2024-06-15"), ("yesterday 18:30", "2024-06-14T18:30:00"), ("2019-06", "2019-06"),
    ("1.6.2019", "2019-06-01"), ("2019-06-01 9:05", "2019-06-01T09:05:00"),
    ("tonight 20:30", "2024-06-15T20:30:00"), ("20:30", "2024-06-15T20:30:00"),
    ("8:30 pm", "2024-06-15T20:30:00"),
    ("2019-06-01T18:04:00Z", "2019-06-01T18:04:00Z"),
  ])
  func datesAreReadAsPeopleTypeThem(_ typed: String, _ stored: String) {
    var interface = interface()

    interface.type("ax")
    for _ in 0..<6 { interface.press(Key(.down)) }
    interface.press(.control("u"))
    interface.type(typed)
    interface.press(.control("s"))

    let fields = BeerFields(name: "x", drunkAt: DiaryDate(stored))
    #expect(interface.changeRequests == [.save(beer: nil, fields: fields, expecting: nil)])
  }

  @Test func anInstantIsShownInLocalTimeAndStaysUntilItIsEdited() throws {
    let instant = "2023-03-08T21:26:40.500Z"
    let beer = SampleBeers.beer(1, name: "Orval", drunkAt: instant)
    let oslo = try #require(TimeZone(identifier: "Europe/Oslo"))
    var interface = HeadlessInterface(
      Size(width: 80, height: 24), diary: FakeDiary([beer]), appearance: Appearance(timeZone: oslo))

    interface.type("e")
    #expect(interface.screen.contains("2023-03-08 22:26"))
    interface.type(" Trappist")
    interface.press(.control("s"))

    let fields = BeerFields(name: "Orval Trappist", drunkAt: DiaryDate(instant))
    #expect(
      interface.changeRequests == [.save(beer: 1, fields: fields, expecting: beer.beer.fields)])
  }

  @Test(arguments: [
    ([], "2019-06-01"), ([Key(.home)], "2019-06-01today"), ([Key(.left)], "toda2019-06-01y"),
    ([Key(.end)], "today2019-06-01"),
    ([Key(.backspace)], "toda2019-06-01"), ([Key(.up), Key(.down)], "2019-06-01"),
  ])
  func aTypedDateReplacesTheDefaultDateUnlessItIsEdited(_ before: [Key], _ text: String) {
    var interface = interface()
    interface.type("ax")
    for key in Array(repeating: Key(.down), count: 6) + before { interface.press(key) }
    #expect(interface.cursorLine.contains("toda"))
    interface.type("2019-06-01")
    #expect(interface.cursorLine.contains(" \(text)"))
  }

  @Test(arguments: [
    ("31 Dec 2023", "2023-12-31"), ("-3d", "2024-06-12"), (" 20:30", "2023-03-08T20:30:00"),
  ])
  func aTypedDateReplacesTheOneThatIsThereAndATypedTimeIsAddedToIt(_ typed: String, _ stored: String) {
    let beer = SampleBeers.beer(1, name: "Orval", drunkAt: "2023-03-08")
    var interface = HeadlessInterface(Size(width: 80, height: 24), diary: FakeDiary([beer]))
    interface.type("e")
    interface.press(Key(.down), until: "the date") { $0.cursorLine.contains("Date") }
    interface.type(typed)
    interface.press(.control("s"))

    let fields = BeerFields(name: "Orval", drunkAt: DiaryDate(stored))
    #expect(interface.changeRequests == [.save(beer: 1, fields: fields, expecting: beer.beer.fields)])
  }

  @Test func theDefaultDateIsSavedIfNothingIsTyped() {
    var interface = interface()
    interface.type("ax")
    for _ in 0..<8 { interface.press(Key(.down)) }
    interface.press(.control("s"))
    #expect(
      interface.changeRequests == [
        .save(beer: nil, fields: BeerFields(name: "x", drunkAt: today), expecting: nil)
      ])
  }

  @Test(arguments: [Size(width: 80, height: 24), Size(width: 140, height: 40), Size(width: 40, height: 12)])
  func theFormMatchesItsSnapshot(_ size: Size) throws {
    var interface = interface(size)
    interface.type("e")
    interface.press(Key(.down), Key(.down), Key(.down))
    try expectSnapshot(interface.screen, named: "form-\(size.width)x\(size.height)")
  }

  @Test func aBeerWithoutANameIsSavedOnlyAfterAQuestion() {
    var interface = interface()
    interface.type("a")
    interface.press(Key(.down))
    interface.type("Orval")
    interface.press(.control("s"), .control("s"))
    #expect(interface.changeRequests.isEmpty)
    #expect(interface.screen.contains("Save the beer without a name? y/N"))
    interface.pause()
    interface.type("n")
    #expect(interface.changeRequests.isEmpty && interface.cursorLine.contains("Name"))
    interface.press(.control("s"))
    interface.type("y")
    #expect(
      interface.changeRequests == [
        .save(beer: nil, fields: BeerFields(brewery: "Orval", drunkAt: today), expecting: nil)
      ])
  }

  @Test func removingANameIsAQuestionAndKeepingNoneIsNot() {
    var interface = interface()
    interface.type("e")
    interface.press(.control("u"), .control("s"))
    #expect(interface.screen.contains("Save the beer without a name? y/N"))

    let unnamed = SampleBeers.beer(1, name: nil, style: "Stout")
    var other = HeadlessInterface(diary: FakeDiary([unnamed]))
    other.type("e")
    other.press(Key(.down))
    other.type("x")
    other.press(.control("s"))
    #expect(other.changeRequests.count == 1)
  }

  @Test func anEmptyFormThatIsSavedHasTheCursorOnTheName() {
    var interface = interface()
    interface.type("a")
    interface.press(Key(.down), Key(.down), .control("s"))
    #expect(interface.screen.contains("Nothing to save. Enter a name first."))
    #expect(interface.cursorLine.contains("Name"))
  }

  @Test func aFormThatIsLeftCanBeSaved() {
    var interface = interface()
    interface.type("aOrval")
    interface.press(Key(.escape))
    #expect(interface.screen.contains("s save"))
    interface.type("s")
    #expect(
      interface.changeRequests == [
        .save(beer: nil, fields: BeerFields(name: "Orval", drunkAt: today), expecting: nil)
      ])
    #expect(!interface.screen.contains("Discard your changes?"))
  }

  @Test func theFormReadsDatesAsTheSettingSays() {
    var appearance = Appearance()
    appearance.dateFormat = .slashes
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all), appearance: appearance)
    interface.type("ax")
    for _ in 0..<20 where !interface.cursorLine.contains("Date") { interface.press(Key(.down)) }
    interface.press(.control("u"))
    interface.type("12/24/2023")
    interface.press(.control("s"))
    #expect(
      interface.changeRequests == [
        .save(beer: nil, fields: BeerFields(name: "x", drunkAt: DiaryDate("2023-12-24")), expecting: nil)
      ])
  }

  @Test func aRatingOutOfRangeHasNoStars() {
    var interface = interface()
    interface.type("ax")
    for _ in 0..<20 where !interface.cursorLine.contains("Rating") { interface.press(Key(.down)) }
    interface.type("4")
    #expect(interface.cursorLine.contains("★★★★"))
    interface.press(Key(.backspace))
    interface.type("9,5")
    #expect(interface.cursorLine.contains("9,5") && !interface.cursorLine.contains("★"))
  }
}
