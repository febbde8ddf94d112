import DiaryModel
import DiaryStore
import Terminal
import Testing

@testable import DiaryUI

/// Ratings that are typed in the list.
@Suite struct RatingTests {
  private func interface(
    _ size: Size = Size(width: 80, height: 24), _ beers: [BeerDetail] = SampleBeers.all
  ) -> HeadlessInterface {
    var interface = HeadlessInterface(size, diary: FakeDiary(beers))
    interface.diary.storesChanges = true
    return interface
  }

  /// Opens a diary whose first beer has no rating, so that a digit alone rates it.
  private func interfaceWithoutRating() -> HeadlessInterface {
    var beers = SampleBeers.all
    beers[0].beer.fields.rating = nil
    return interface(Size(width: 80, height: 24), beers)
  }

  private func rating(_ beers: IDSet, _ value: Double) -> ChangeRequest {
    .set(.number(.rating), of: beers, to: .number(value))
  }

  @Test func aDigitRatesTheBeerAfterAMoment() {
    var interface = interfaceWithoutRating()
    interface.type("4")
    #expect(interface.screen.contains("Rating of “Trappistes Rochefort 10” 4  ★★★★\n"))
    #expect(interface.changeRequests.isEmpty && interface.state.needsTick)
    interface.tick(11)
    #expect(interface.changeRequests == [rating([1], 4)])
    #expect(interface.state.prompt == nil && interface.state.needsTick)
    interface.tick(20)
    #expect(!interface.state.needsTick)
    #expect(interface.statusLine.contains("Changed the rating of “Trappistes Rochefort 10” to 4."))
  }

  @Test func aRatingThatWasChangedElsewhereIsReplacedOnlyAfterItWasShown() {
    var interface = interfaceWithoutRating()
    interface.type("4")
    interface.diary.beers[0].beer.fields.rating = 2.5
    interface.send(.storeChanged)
    interface.tick(11)
    #expect(interface.changeRequests.isEmpty)
    #expect(
      interface.screen.contains("The rating was changed elsewhere to 2.5. Press Enter again to replace it."))
    interface.tick(40)
    #expect(interface.changeRequests.isEmpty)
    interface.press(Key(.enter))
    #expect(interface.changeRequests == [rating([1], 4)])
  }

  @Test func enterPressedTwiceDoesNotReplaceARatingThatWasChangedElsewhere() {
    var interface = interface()
    interface.type("4.5")
    interface.diary.beers[0].beer.fields.rating = 2.5
    interface.send(.storeChanged)
    interface.press(Key(.enter), Key(.enter), Key(.enter))
    #expect(interface.changeRequests.isEmpty)
    #expect(interface.screen.contains("Press Enter again to replace it."))
    interface.pause()
    #expect(interface.changeRequests.isEmpty)
    interface.press(Key(.enter))
    #expect(interface.changeRequests.count == 1)
    #expect(interface.diary.beers[0].beer.fields.rating == 4.5)
  }

  @Test func keysThatFollowedTheRatingDoNotReplaceOneThatWasChangedElsewhere() {
    var interface = interface()
    interface.type("4.5")
    interface.diary.beers[0].beer.fields.rating = 2.5
    interface.send(.storeChanged)
    interface.type("j")
    #expect(interface.screen.contains("Press Enter again to replace it."))
    interface.type("j")
    #expect(interface.changeRequests.isEmpty && interface.state.prompt == nil)
    #expect(interface.diary.beers[0].beer.fields.rating == 2.5)
    #expect(
      interface.statusLine.contains("The rating 4.5 of “Trappistes Rochefort 10” was not saved."))
  }

  /// Nothing was saved on its own while the user was typing.
  @Test(arguments: [("4.5", 4.0), ("4.25", 4.2)] as [(String, Double)], [false, true])
  func aRatingFromElsewhereThatBeginsTheTypedOneIsReplacedOnlyAfterItWasShown(
    _ rating: (String, Double), _ isRated: Bool
  ) {
    let (typed, other) = rating
    var interface = isRated ? interface() : interfaceWithoutRating()
    interface.type(typed)
    interface.diary.beers[0].beer.fields.rating = other
    interface.send(.storeChanged)
    interface.press(Key(.enter))
    #expect(interface.screen.contains("The rating was changed elsewhere to 4"))
    #expect(interface.changeRequests.isEmpty)
  }

  @Test(arguments: [
    (false, "The rating was changed elsewhere, so it was not set to “3.5”."),
    (true, "Nothing was changed: "),
  ])
  func aRatingThatTheScreenDoesNotShowYetIsNotReplaced(_ isOnPage: Bool, _ sentence: String) {
    var interface = interface()
    if isOnPage { interface.press(Key(.enter)) }
    interface.type("3.5")
    interface.diary.beers[0].beer.fields.rating = 2.5
    interface.press(Key(.enter))
    #expect(interface.diary.beers[0].beer.fields.rating == 2.5)
    #expect(interface.screen.contains(sentence))
  }

  @Test func aRatingThatWasSavedOnItsOwnIsTypedOn() {
    var interface = interfaceWithoutRating()
    interface.type("4")
    interface.tick(11)
    interface.type(".5")
    interface.press(Key(.enter))
    #expect(interface.changeRequests == [rating([1], 4), rating([1], 4.5)])
  }

  @Test func aClearedRatingIsCalledThat() {
    var interface = interface()
    interface.type("=rating=no value")
    interface.press(Key(.enter))
    #expect(interface.statusLine.contains("Cleared the rating of “Trappistes Rochefort 10”."))
  }

  @Test(arguments: [("0", 0), ("5", 5), ("4.5", 4.5), ("4,25", 4.25), ("3.", 3)] as [(String, Double)])
  func decimalsAreTypedOn(_ typed: String, _ value: Double) {
    var interface = interface()
    interface.type(typed)
    interface.press(Key(.enter))
    #expect(interface.changeRequests == [rating([1], value)])
  }

  @Test func anyKeyAfterADecimalSavesTheRatingAndHasItsUsualEffect() {
    var interface = interface()
    interface.type("4.5 ")
    #expect(interface.changeRequests == [rating([1], 4.5)] && interface.state.prompt == nil)
    #expect(interface.state.list.marks.ids == [1])
  }

  @Test(arguments: ["3dd", "4q", "4u"])
  func aNumberBeforeAKeyThatChangesBeersOrLeavesDoesNothing(_ keys: String) {
    var interface = interface()
    let before = interface.state.screens
    interface.type(keys)
    #expect(interface.changeRequests.isEmpty && interface.state.prompt == nil)
    #expect(interface.state.screens == before && interface.state.path == [.list])
    #expect(
      interface.statusLine.contains(
        "The rating \(keys.prefix(1)) was not saved. Press Enter after it.  Ignored \(keys.dropFirst().prefix(1))."
      ))
    interface.tick(20)
    #expect(interface.changeRequests.isEmpty)
  }

  /// What is typed next is text for what the key opens.
  @Test(arguments: ["a", "e", "f", "/", ":", "=", "p", "S", "s"])
  func aKeyThatTakesNoCountWorksWithoutItAndSaysThatNothingWasRated(_ key: String) {
    var (counted, pressed) = (interface(), interface())
    for _ in 1...2 {
      counted.type("4" + key)
      pressed.type(key)
      #expect(counted.state.path == pressed.state.path)
      #expect(counted.state.prompt?.label == pressed.state.prompt?.label)
      #expect(counted.screen.contains("The rating 4 was not saved. Press Enter after it."))
      counted.press(Key(.escape))
      pressed.press(Key(.escape))
    }
    counted.tick(20)
    #expect(counted.changeRequests.isEmpty)
  }

  @Test(arguments: [("12a", "The 12 before a was ignored."), ("9d", "Ignored 9d.")])
  func aNumberThatIsNoRatingIsSaidToBeIgnored(_ keys: String, _ sentence: String) {
    var interface = interface()
    interface.type(keys)
    #expect(interface.statusLine.contains(sentence) && interface.changeRequests.isEmpty)
  }

  @Test func textAfterACountBeforeTheKeyForANewBeerIsItsName() {
    var interface = interface()
    interface.type("4aOrval")
    #expect(interface.state.screen == .form && interface.cursorLine.contains("Orval"))
    #expect(interface.state.list.marks.isEmpty && interface.changeRequests.isEmpty)
  }

  @Test func textThatIsPastedAfterADigitRatesNothing() {
    var interface = interface()
    interface.type("4")
    interface.send(.paste(.text(".25")))
    interface.tick(20)
    #expect(interface.changeRequests.isEmpty && interface.state.prompt == nil)
    #expect(interface.statusLine.contains("Nothing was pasted."))
  }

  @Test func aRatingSavedByMovingIsNamedWithTheKeyThatUndoesIt() {
    var interface = interface()
    interface.type("3.5")
    interface.press(Key(.down))
    #expect(interface.changeRequests == [rating([1], 3.5)] && interface.state.list.scroll.cursor == 1)
    #expect(
      interface.statusLine.contains("Changed the rating of “Trappistes Rochefort 10” to 3.5.  u: undo"))
    interface.type("u")
    #expect(interface.changeRequests.count == 2)
  }

  @Test func undoTypedAfterARatingUndoesIt() {
    var interface = interface()
    interface.type("d4.5u")
    guard case .undo(let undone)? = interface.changeRequests.last, case .fieldSet? = undone.first else {
      Issue.record("\(interface.changeRequests)")
      return
    }
    #expect(interface.changeRequests.count == 3)
  }

  @Test func markedBeersAreRatedTogether() {
    var interface = interface()
    interface.type("  4")
    #expect(interface.screen.contains("Rating of 2 beers 4"))
    interface.press(Key(.enter))
    #expect(interface.changeRequests == [rating([1, 2], 4)])
  }

  @Test func ratingAThousandBeersAsksFirst() {
    var interface = interface(Size(width: 80, height: 24), SampleBeers.many(1000))
    interface.type("*4.5")
    interface.press(Key(.enter))
    #expect(interface.screen.contains("Rate 1,000 beers 4.5? y/N") && interface.changeRequests.isEmpty)
  }

  @Test(arguments: ["j", "d"]) func aKeyAfterARatingDoesNotAnswerTheQuestion(_ key: String) {
    var interface = interface(Size(width: 80, height: 24), SampleBeers.many(1000))
    interface.type("*4.5" + key)
    #expect(interface.screen.contains("Rate 1,000 beers 4.5? y/N") && !interface.screen.contains("Ignored"))
    interface.type("y")
    #expect(interface.changeRequests.isEmpty && interface.screen.contains("Press y again."))
    interface.type("y")
    #expect(interface.changeRequests.count == 1)
  }

  @Test func thePageOfABeerRatesThatBeerAlone() {
    var interface = interface()
    interface.type(" ")
    interface.press(Key(.enter))
    interface.type("3.5")
    #expect(interface.state.screen == .beer)
    #expect(interface.screen.contains("3.5  ★★★½") && interface.screen.contains("Rating of “"))
    interface.press(Key(.enter))
    #expect(interface.changeRequests == [rating([2], 3.5)])
    #expect(interface.state.screen == .beer)
  }

  @Test func escapeAndBackspaceCancelARating() {
    var interface = interface()
    interface.type("4")
    interface.press(Key(.escape))
    #expect(interface.state.prompt == nil)
    interface.type("4.")
    interface.press(Key(.backspace), Key(.backspace))
    interface.tick(20)
    interface.press(Key(.enter))
    #expect(interface.state.prompt == nil && interface.changeRequests.isEmpty)
  }

  @Test func moreThanFiveStarsCannotBeTyped() {
    var interface = interface()
    interface.type("9")
    interface.press(Key(.enter))
    #expect(interface.statusLine.contains("9 is not a rating from 0 to 5. Nothing was changed."))
    interface.type("5.5")
    #expect(interface.cursorLine.hasSuffix(" 5.5  0 to 5"))
    interface.press(Key(.enter))
    #expect(interface.changeRequests.isEmpty && interface.state.prompt == nil)
    #expect(interface.statusLine.contains("5.5 is not a rating from 0 to 5. Nothing was changed."))
  }

  /// What follows the wrong character would otherwise be another rating.
  @Test(arguments: ["4.251", "4.4.1", "4..5", "4,,2", "4.5.5.5", "12.345"])
  func aTextThatIsNotARatingRatesNothing(_ typed: String) {
    for endsWithEnter in [true, false] {
      var interface = interface()
      interface.type(typed)
      #expect(interface.cursorLine.hasSuffix(" \(typed)  not a rating"))
      if endsWithEnter { interface.press(Key(.enter)) }
      interface.tick(40)
      #expect(interface.changeRequests.isEmpty && interface.state.prompt == nil)
      #expect(interface.statusLine.contains("\(typed) is not a rating. Nothing was changed."))
    }
  }

  @Test(arguments: ["4.251", "5.5"]) func aMovementAfterATextThatIsNotARatingDoesNotHideThat(_ typed: String)
  {
    var interface = interface()
    interface.type(typed + "j")
    #expect(interface.changeRequests.isEmpty && interface.state.list.scroll.cursor == 1)
    #expect(interface.statusLine.contains("\(typed) is not a rating"))
  }

  @Test(arguments: ["5.5d", "4.251d", "5.5dd", "5.5a", "5.5u"])
  func aLetterAfterATextThatIsNoRatingChangesNothing(_ keys: String) {
    var interface = interface()
    interface.type(keys)
    #expect(interface.changeRequests.isEmpty && interface.state.path == [.list])
    #expect(interface.statusLine.contains(" is not a rating") && interface.state.prompt == nil)
    interface.pause()
    interface.type("d")
    #expect(interface.changeRequests == [.trash([1])])
  }

  @Test(arguments: [".2", ".25", ".5"]) func aRatingWithoutADigitBeforeThePointRatesNothing(_ typed: String) {
    var interface = interfaceWithoutRating()
    interface.type("4")
    interface.tick(40)
    for character in typed {
      interface.type(String(character))
      interface.tick(15)
    }
    #expect(interface.changeRequests == [rating([1], 4)] && interface.state.prompt == nil)
    #expect(interface.statusLine.contains("\(typed) is not a rating. Nothing was changed."))
    interface.tick(40)
    interface.type("3")
    interface.press(Key(.enter))
    #expect(interface.changeRequests == [rating([1], 4), rating([1], 3)])
  }

  @Test func theEmptyRatingOfThePaletteTakesNoDecimalsAlone() {
    var interface = interface()
    interface.type(":rate the beer")
    interface.press(Key(.enter))
    interface.type(".5")
    interface.press(Key(.enter))
    #expect(interface.changeRequests.isEmpty)
    #expect(interface.statusLine.contains(".5 is not a rating. Nothing was changed."))
  }

  @Test(
    arguments: [
      ("5j", 25), ("7j", 27), ("12j", 32), ("05j", 25), ("0j", 21), ("100j", 39), ("5k", 15), ("5G", 4),
      ("5g", 4),
    ] as [(String, Int)])
  func digitsBeforeALetterThatMovesAreItsCount(_ keys: String, _ position: Int) {
    var interface = interface(Size(width: 80, height: 24), SampleBeers.many(40))
    interface.type("2")
    interface.type("0j" + keys)
    #expect(interface.changeRequests.isEmpty && interface.state.prompt == nil)
    #expect(interface.state.list.scroll.cursor == position)
    let isRating = keys.count == 2 && keys != "7j"
    #expect(interface.statusLine.contains("The rating \(keys.prefix(1)) was not saved.") == isRating)
    #expect(interface.statusLine.contains("not saved") == isRating)
  }

  @Test(
    arguments: [
      Key(.down), Key(.up), Key(.pageDown), Key(.pageUp), .control("f"), .control("b"), .control("d"),
      .control("u"),
    ])
  func digitsBeforeAnyKeyThatMovesAreItsCount(_ key: Key) {
    var counted = interface(Size(width: 80, height: 24), SampleBeers.many(400))
    counted.type("200j")
    var pressed = counted
    counted.type("3")
    counted.press(key)
    pressed.press(key, key, key)
    #expect(counted.state.list.scroll == pressed.state.list.scroll)
    #expect(counted.changeRequests.isEmpty && counted.state.prompt == nil)
    #expect(counted.statusLine.contains("The rating 3 was not saved. Press Enter after it."))
  }

  @Test(arguments: ["?", "S"]) func otherScreensTakeCountsToo(_ keys: String) {
    var counted = interface(Size(width: 80, height: 24), SampleBeers.many(400))
    counted.type(keys)
    var pressed = counted
    counted.type("3j")
    pressed.type("jjj")
    #expect(counted.lines == pressed.lines)
  }

  @Test func onlyTheFirstCountBeforeALetterSaysThatNothingWasRated() {
    var interface = interface(Size(width: 80, height: 24), SampleBeers.many(40))
    interface.type("5j")
    #expect(interface.statusLine.contains("The rating 5 was not saved."))
    interface.type("5j")
    #expect(!interface.screen.contains("not saved") && interface.state.list.scroll.cursor == 10)
  }

  @Test(arguments: [Key(.down), Key(.up), .character(" ")])
  func everyCountBeforeAnotherKeySaysThatNothingWasRated(_ key: Key) {
    var interface = interface(Size(width: 80, height: 24), SampleBeers.many(40))
    interface.type("20j")
    for digit in ["4", "3", "4"] {
      interface.type(digit)
      interface.press(key)
      #expect(interface.statusLine.contains("The rating \(digit) was not saved. Press Enter after it."))
    }
    #expect(interface.changeRequests.isEmpty)
  }

  @Test func aCountMarksSeveralBeers() {
    var interface = interface(Size(width: 80, height: 24), SampleBeers.many(40))
    interface.type("3 ")
    #expect(interface.state.list.marks.ids == [1, 2, 3] && interface.state.list.scroll.cursor == 3)
    interface.type("V2j3 ")
    #expect(interface.state.list.marks.ids == [1, 2, 3, 4, 5, 6])
  }

  @Test func aCountGoesToALaterMatch() {
    for holds in [false, true] {
      var interface = interface(Size(width: 80, height: 24), SampleBeers.many(40))
      interface.type("/beer")
      interface.press(Key(.enter), Key(.escape))
      interface.holdsEffects = holds
      interface.type("3n")
      interface.answerHeld()
      #expect(interface.state.list.scroll.cursor == 3 && interface.changeRequests.isEmpty)
    }
  }

  @Test func aCountMovesAPhotoFurther() {
    var interface = interface()
    interface.type("p2J")
    let move = PhotoMove(beerID: 1, photoID: 11, index: 2)
    #expect(interface.changeRequests == [.movePhoto(move)] && interface.state.screen == .photos)
    interface.type("9K")
    #expect(interface.diary.beers[0].photos.map(\.id) == [11, 12, 13])
    interface.type("q")
    interface.type("l2n")
    #expect(interface.lines[0].contains("3 of 6"))
  }

  @Test func aCountBeforeAnUnusedLetterTakesTheNextLetterAlong() {
    var interface = interface()
    interface.type("2ma")
    #expect(interface.state.path == [.list] && interface.state.prompt == nil)
    #expect(interface.statusLine.contains("2ma is not used here."))
  }

  @Test func countsWorkInADiaryThatCannotBeChanged() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.many(40)), isReadOnly: true)
    interface.type("5j")
    #expect(interface.state.list.scroll.cursor == 5)
    interface.type("4")
    interface.press(Key(.enter))
    #expect(interface.statusLine.contains("read-only"))
  }

  @Test(arguments: ["", "?"]) func aLongerCountIsIgnoredWithTheKeyAfterIt(_ keys: String) {
    var interface = interface(Size(width: 80, height: 24), SampleBeers.many(400))
    interface.type(keys + "1234567890j")
    #expect(interface.statusLine.contains("A count has at most 7 digits."))
    #expect(interface.state.list.scroll.cursor == 0 && interface.changeRequests.isEmpty)
    #expect(interface.state.prompt == nil)
  }

  @Test func aCountMovesThroughAMillionBeers() {
    var interface = interface(Size(width: 80, height: 24), SampleBeers.many(12_000))
    interface.type("10000j")
    #expect(interface.state.list.scroll.cursor == 10_000)
    interface.type("9999k")
    #expect(interface.state.list.scroll.cursor == 1)
    interface.type("11000G")
    #expect(interface.state.list.scroll.cursor == 10_999)
    interface.type("9999999j")
    #expect(interface.state.list.scroll.cursor == 11_999)
    interface.type("1000000k")
    #expect(interface.state.list.scroll.cursor == 0)
  }

  @Test func aCountThatNothingFollowsDoesNothing() {
    var interface = interface()
    interface.type("?")
    let before = interface.lines
    interface.type("12")
    #expect(interface.lines.contains { $0.contains("Count 12") && !$0.contains("Rating") })
    interface.press(Key(.enter))
    #expect(interface.lines == before)
  }

  @Test func aCountBeforeHomeOrEndIsALine() {
    var interface = interface(Size(width: 80, height: 24), SampleBeers.many(40))
    interface.type("7")
    interface.press(Key(.end))
    #expect(interface.state.list.scroll.cursor == 6)
    interface.type("3")
    interface.press(Key(.home))
    #expect(interface.state.list.scroll.cursor == 2 && interface.changeRequests.isEmpty)
  }

  @Test func aPageIsScrolledByACountAsWell() {
    var interface = interface(Size(width: 40, height: 8))
    interface.press(Key(.enter))
    var pressed = interface
    interface.type("3")
    interface.press(Key(.down))
    pressed.press(Key(.down), Key(.down), Key(.down))
    #expect(interface.lines.dropLast(2) == pressed.lines.dropLast(2) && interface.changeRequests.isEmpty)
  }

  @Test func digitsThatWaitSayWhatAKeyThatMovesDoes() {
    var interface = interface()
    interface.type("4")
    #expect(interface.screen.contains("Enter rate   Esc cancel   j 4 lines down"))
    interface.type(".5")
    #expect(interface.screen.contains("Enter rate   Esc cancel") && !interface.screen.contains("lines down"))
  }

  @Test func aKeyThatMovesAfterThePauseOnlyMoves() {
    var interface = interfaceWithoutRating()
    interface.type("4")
    interface.tick(10)
    interface.type("j")
    #expect(interface.changeRequests == [rating([1], 4)] && interface.state.list.scroll.cursor == 1)
  }

  @Test(arguments: [".5", ",5"], ["", "l"])
  func aPointAfterThePauseContinuesTheRating(_ decimals: String, _ way: String) {
    var interface = interfaceWithoutRating()
    interface.type(way + "4")
    interface.tick(11)
    interface.type(String(decimals.prefix(1)))
    #expect(interface.screen.contains("Rating of “Trappistes Rochefort 10” 4\(decimals.prefix(1))"))
    // The decimals are waited for.
    interface.tick(20)
    interface.type("5")
    interface.tick(11)
    #expect(interface.changeRequests == [rating([1], 4), rating([1], 4.5)])
  }

  @Test(arguments: ["4.2", "4,2"]) func aSecondDecimalAfterThePauseContinuesTheRating(_ typed: String) {
    var interface = interface()
    interface.type(typed)
    interface.tick(11)
    interface.type("5")
    #expect(interface.screen.contains("Rating of “Trappistes Rochefort 10” \(typed)5"))
    interface.tick(11)
    #expect(interface.changeRequests == [rating([1], 4.2), rating([1], 4.25)])
  }

  @Test func aDigitAfterThePauseIsAnotherRating() {
    var interface = interfaceWithoutRating()
    interface.type("4")
    interface.tick(11)
    interface.type("5")
    interface.press(Key(.enter))
    #expect(interface.changeRequests == [rating([1], 4), rating([1], 5)])
  }

  @Test(arguments: ["3.53", "3.51", "4.55"])
  func aDigitAfterThePauseThatMakesNoQuarterIsAnotherRating(_ typed: String) {
    var interface = interface()
    interface.type(String(typed.dropLast()))
    interface.tick(11)
    interface.type(String(typed.suffix(1)))
    #expect(interface.cursorLine.contains("Rating of “Trappistes Rochefort 10” \(typed.suffix(1))  ★"))
    interface.press(Key(.enter))
    #expect(interface.changeRequests.last == Double(typed.suffix(1)).map { rating([1], $0) })
  }

  @Test(arguments: ["5", "0"]) func aDigitAloneDoesNotReplaceARating(_ typed: String) {
    var interface = interface()
    interface.type(typed)
    interface.tick(40)
    #expect(interface.state.prompt != nil && interface.changeRequests.isEmpty && !interface.state.needsTick)
    interface.type("j")
    #expect(interface.changeRequests.isEmpty && interface.state.list.scroll.cursor == max(1, Int(typed) ?? 0))
  }

  @Test(arguments: ["0", "9", "12"]) func digitsThatAreHardlyARatingWaitForEnter(_ typed: String) {
    var interface = interfaceWithoutRating()
    interface.type(typed)
    interface.tick(40)
    #expect(interface.state.prompt != nil && interface.changeRequests.isEmpty)
    interface.press(Key(.enter))
    #expect(interface.changeRequests == (typed == "0" ? [rating([1], 0)] : []))
  }

  @Test func aDigitAloneRatesMarkedBeersOnlyWithEnter() {
    var interface = interfaceWithoutRating()
    interface.type("  4")
    interface.tick(40)
    #expect(interface.changeRequests.isEmpty)
    interface.press(Key(.enter))
    #expect(interface.changeRequests == [rating([1, 2], 4)])
  }

  @Test func aKeyLongAfterARatingHasItsUsualEffect() {
    var interface = interfaceWithoutRating()
    interface.type("4")
    interface.tick(11)
    interface.tick(20)
    interface.type(",")
    #expect(interface.state.prompt == nil && interface.effects.contains(.editSettings))
  }

  @Test(arguments: [[Key.character("j")], [.character("j"), .character("k")], [Key(.enter), Key(.escape)]])
  func aPointAfterAnotherKeyContinuesNothing(_ keys: [Key]) {
    var interface = interfaceWithoutRating()
    interface.type("4")
    interface.tick(11)
    for key in keys { interface.press(key) }
    interface.type(".")
    #expect(interface.state.prompt == nil && interface.changeRequests == [rating([1], 4)])
    #expect(interface.statusLine.contains(". is not used here."))
  }

  @Test func aPointContinuesOnlyARatingOfTheChosenBeer() {
    var interface = interfaceWithoutRating()
    interface.type("4")
    interface.tick(11)
    interface.send(.mouse(MouseEvent(.wheelDown, at: Point(column: 3, row: 5))))
    interface.type(".")
    #expect(interface.state.prompt == nil && interface.changeRequests == [rating([1], 4)])
  }

  @Test func aRatingWithDecimalsIsNotContinued() {
    var interface = interface()
    interface.type("4.5")
    interface.tick(11)
    interface.type(".")
    #expect(interface.state.prompt == nil && interface.changeRequests == [rating([1], 4.5)])
  }

  @Test func theRatingPromptFitsTheSmallestScreen() {
    var interface = interface(Size(width: 20, height: 5))
    interface.type("4.25")
    #expect(interface.cursorLine == " Rating 4.25  ★★★★¼")
  }

  @Test func aDiaryThatCannotBeChangedIsNotRated() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all), isReadOnly: true)
    interface.type("4")
    interface.press(Key(.enter))
    #expect(interface.state.prompt == nil && interface.changeRequests.isEmpty)
    #expect(interface.statusLine.contains("Opened with --read-only."))
  }

  @Test func thePaletteOpensAnEmptyRating() {
    var interface = interface()
    interface.type(":rate the beer")
    interface.press(Key(.enter))
    #expect(interface.cursorLine.hasPrefix(" Rating of “Trappistes Rochefort 10”"))
    interface.type("3")
    interface.press(Key(.enter))
    #expect(interface.changeRequests == [rating([1], 3)])
  }
}
