import DiaryModel
import DiaryStore
import DiaryUI
import SQLiteKit
import Terminal
import Testing

/// A beer that another program or another device changes while its form is open.
@Suite struct FormElsewhereTests {
  /// Opens the form of the first beer with another name typed.
  private func interface(_ size: Size = Size(width: 80, height: 24), typing name: String? = "Mine")
    -> HeadlessInterface
  {
    var interface = HeadlessInterface(size, diary: FakeDiary(SampleBeers.all))
    interface.type("e")
    guard let name else { return interface }
    interface.press(.control("u"))
    interface.type(name)
    return interface
  }

  /// Changes the first beer elsewhere.
  private func change(_ interface: inout HeadlessInterface, _ body: (inout BeerFields) -> Void) {
    body(&interface.diary.beers[0].beer.fields)
    interface.send(.storeChanged)
  }

  /// Returns from the editor with other notes of the first beer.
  private func editNotes(to notes: String, from given: String, _ interface: inout HeadlessInterface) {
    interface.diary.storesChanges = true
    interface.send(
      .notesEdited(notes, from: given, beer: interface.diary.beers[0].beer.id, problem: nil))
  }

  @Test func theFormNamesWhatChangedElsewhere() {
    var interface = interface()
    change(&interface) {
      $0.rating = 3
      $0.style = "Dubbel"
      $0.serving = nil
    }
    for part in ["Changed elsewhere: ", "Style Dubbel", "Rating 3", "Serving (removed)"] {
      #expect(interface.screen.contains(part), "\(part)")
    }
    interface.press(Key(.end))
    #expect(!interface.screen.contains("Changed elsewhere: "))
    // The fields say it as long as the form is open.
    #expect(interface.lines.contains { $0.contains("Dubbel") && $0.hasSuffix("changed elsewhere") })
  }

  @Test func theCursorStaysInACustomFieldThatHasNoValueYet() {
    var interface = interface(typing: nil)
    let name = interface.diary.beers[0].beer.fields.name
    interface.press(Key(.up))
    interface.type("zest=")
    change(&interface) { $0.rating = 3 }
    interface.type("lemon")
    interface.press(.control("s"))
    guard case .save(_, let fields, _) = interface.changeRequests.first else {
      Issue.record("\(interface.changeRequests)")
      return
    }
    #expect(fields.extras["zest"] == .text("lemon") && fields.name == name && fields.rating == 3)
  }

  @Test func aFormStaysOpenAndIsKeptIfTheFileOfTheDiaryIsMoved() throws {
    var interface = interface()
    let moved = StoreError.moved(path: "/diary.sqlite")
    interface.holdsEffects = true
    interface.press(.control("s"))
    let request = try #require(interface.changeRequests.first)
    interface.send(.changed(request, .failure(.store(moved))))
    #expect(interface.screen.contains("The beer was not saved: the diary's file was moved"))
    #expect(interface.screen.contains("Mine"))

    interface.send(.becameReadOnly(moved))
    #expect(interface.screen.contains("Read-only: the diary's file was moved, replaced or deleted."))
    interface.send(.signal(.terminate))
    #expect(interface.effects.contains { if case .keepDraft = $0 { true } else { false } })
  }

  @Test func notesFromTheEditorAreSavedFromThePageOfABeer() {
    var interface = interface(typing: nil)
    interface.press(Key(.escape))
    interface.press(Key(.enter))
    let given = interface.diary.beers[0].beer.fields.notes ?? ""
    interface.type("E")
    editNotes(to: "From the editor", from: given, &interface)
    #expect(interface.diary.beers[0].beer.fields.notes == "From the editor")
    #expect(interface.screen.contains("From the editor"))
    #expect(!interface.screen.contains("^S save"))
  }

  @Test(arguments: ["\n", " \n\n", "\t"]) func notesThatTheEditorEmptiedAreRemoved(_ notes: String) {
    var interface = interface(typing: nil)
    interface.press(Key(.escape))
    interface.diary.beers[0].beer.fields.notes = "Old"
    interface.send(.storeChanged)
    interface.press(Key(.enter))
    interface.type("E")
    editNotes(to: notes, from: "Old", &interface)
    #expect(interface.diary.beers[0].beer.fields.notes == nil)
    #expect(interface.changeRequests.count == 1)
  }

  @Test func notesFromTheEditorStayInTheFormIfTheBeerWasChangedElsewhere() {
    var interface = interface(typing: nil)
    interface.press(Key(.escape))
    interface.press(Key(.enter))
    let given = interface.diary.beers[0].beer.fields.notes ?? ""
    interface.type("E")
    interface.diary.beers[0].beer.fields.rating = 3
    editNotes(to: "From the editor", from: given, &interface)
    interface.send(.storeChanged)
    #expect(interface.screen.contains("Changed elsewhere: Rating 3"))
    #expect(interface.screen.contains("From the editor"))
    interface.press(.control("s"))
    #expect(interface.diary.beers[0].beer.fields.notes == "From the editor")
    #expect(interface.diary.beers[0].beer.fields.rating == 3)
  }

  @Test(arguments: [true, false]) func notesThatWereChangedElsewhereDuringTheEditingAreNotReplaced(
    _ isInForm: Bool
  ) {
    var interface = interface(typing: nil)
    if !isInForm { interface.press(Key(.escape), Key(.enter)) }
    let given = interface.diary.beers[0].beer.fields.notes ?? ""
    interface.press(isInForm ? .control("o") : .character("E"))
    change(&interface) { $0.notes = "Theirs" }
    editNotes(to: "Mine", from: given, &interface)
    if isInForm { interface.press(.control("s")) }
    #expect(interface.diary.beers[0].beer.fields.notes == "Theirs")
    #expect(interface.screen.contains("Notes was changed elsewhere. Save"))
    interface.press(Key(.enter))
    #expect(interface.diary.beers[0].beer.fields.notes == "Mine")
  }

  @Test func theFormSaysThatItsBeerWasMovedToTheTrashElsewhere() {
    var interface = interface()
    interface.diary.beers[0].beer.deletedAt = DiaryDate("2024-06-01T12:00:00Z")
    interface.send(.storeChanged)
    #expect(interface.screen.contains("This beer was moved to the trash elsewhere."))
    interface.diary.beers[0].beer.deletedAt = nil
    interface.send(.storeChanged)
    #expect(interface.screen.contains("This beer was restored from the trash elsewhere."))
  }

  @Test func theFormOfADeletedBeerKeepsItsTitleAndAddsTheBeerAgain() throws {
    var interface = interface()
    let deleted = interface.diary.beers.remove(at: 0)
    let name = try #require(deleted.beer.fields.name)
    interface.send(.storeChanged)
    #expect(interface.lines[0].contains("Add again  \(name)"))
    #expect(interface.screen.contains("This beer was permanently deleted elsewhere. Save to add it again."))

    interface.press(.control("s"))
    var fields = deleted.beer.fields
    fields.name = "Mine"
    #expect(interface.changeRequests == [.save(beer: nil, fields: fields, expecting: nil)])
  }

  @Test func theFormOfADeletedBeerAsksBeforeItIsClosed() {
    var interface = interface(typing: nil)
    interface.diary.beers.remove(at: 0)
    interface.send(.storeChanged)
    interface.press(Key(.escape))
    #expect(interface.screen.contains("Discard your changes?"))
  }

  @Test func manyChangesElsewhereAreCounted() {
    var interface = interface(Size(width: 140, height: 40))
    change(&interface) {
      $0.brewery = "A"
      $0.style = "B"
      $0.abv = 1
      $0.rating = 1
      $0.place = "C"
      $0.price = "D"
    }
    #expect(interface.screen.contains(", 2 more."))
  }

  @Test func onlyTypedFieldsAreSaved() throws {
    var interface = interface()
    change(&interface) {
      $0.rating = 3
      $0.notes = "Theirs"
    }
    interface.press(.control("s"))

    let current = interface.diary.beers[0].beer
    var saved = current.fields
    saved.name = "Mine"
    #expect(
      interface.changeRequests == [.save(beer: current.id, fields: saved, expecting: current.fields)])
  }

  @Test func aFieldThatWasChangedOnBothSidesIsAskedAbout() {
    var interface = interface()
    change(&interface) { $0.name = "Theirs" }
    #expect(interface.screen.contains("You have changed Name as well."))
    interface.press(.control("s"))
    #expect(interface.changeRequests.isEmpty)
    #expect(interface.cursorLine.contains("Name was changed elsewhere. Save → Mine"))
    #expect(interface.lines.contains { $0.contains("Theirs") && $0.contains("changed elsewhere") })

    interface.press(Key(.enter))

    let current = interface.diary.beers[0].beer
    var saved = current.fields
    saved.name = "Mine"
    #expect(
      interface.changeRequests == [.save(beer: current.id, fields: saved, expecting: current.fields)])
  }

  @Test func theValueFromElsewhereCanBeKept() {
    var interface = interface()
    change(&interface) { $0.name = "Theirs" }
    interface.press(.control("s"), Key(.down), Key(.enter))
    #expect(interface.changeRequests.isEmpty)
    #expect(interface.screen.contains("Nothing was changed."))
  }

  @Test func escapeGoesBackToTheFormWithoutADecision() {
    var interface = interface()
    change(&interface) { $0.name = "Theirs" }
    interface.press(.control("s"), Key(.escape))
    #expect(interface.cursorLine.contains("Mine") && interface.cursorLine.hasSuffix("Theirs elsewhere"))
    interface.press(.control("s"))
    #expect(interface.cursorLine.contains("Name was changed elsewhere."))
    #expect(interface.changeRequests.isEmpty)
  }

  @Test func eachFieldIsAskedAboutOnItsOwn() {
    var interface = interface()
    interface.press(Key(.down), .control("u"))
    interface.type("My brewery")
    change(&interface) {
      $0.name = "Theirs"
      $0.brewery = "Their brewery"
    }
    interface.press(.control("s"), Key(.down), Key(.enter))
    #expect(interface.cursorLine.contains("Brewery was changed elsewhere. Save → My brewery"))
    interface.press(Key(.enter))

    let current = interface.diary.beers[0].beer
    var saved = current.fields
    saved.brewery = "My brewery"
    #expect(
      interface.changeRequests == [.save(beer: current.id, fields: saved, expecting: current.fields)])
  }

  @Test func theSameValueOnBothSidesIsNotAConflict() {
    var interface = interface(typing: "Same")
    change(&interface) { $0.name = "Same" }
    interface.press(.control("s"))
    #expect(interface.screen.contains("Nothing was changed.") && interface.changeRequests.isEmpty)
  }

  @Test func aQuestionAboutAnOlderValueIsClosed() {
    var interface = interface()
    change(&interface) { $0.name = "Theirs" }
    interface.press(.control("s"))
    change(&interface) { $0.name = "Third" }
    #expect(!interface.screen.contains("was changed elsewhere. Save"))
    interface.press(.control("s"))
    #expect(interface.screen.contains("Third") && !interface.screen.contains("Theirs"))
  }

  @Test func aCustomFieldThatWasRemovedIsAskedAbout() {
    var interface = interface(Size(width: 80, height: 40), typing: nil)
    interface.press(Key(.down), until: "the custom field") { $0.cursorLine.contains("Hallertau") }
    interface.type("er")
    change(&interface) { $0.extras["hop"] = nil }
    #expect(interface.cursorLine.hasSuffix("removed elsewhere"))
    interface.press(.control("s"))
    #expect(interface.screen.contains("(empty)"))
    interface.press(Key(.enter))
    guard case .save(_, let fields, _)? = interface.changeRequests.last else {
      return #expect(Bool(false), "nothing was saved")
    }
    #expect(fields.extras["hop"] == .text("Hallertauer"))
  }

  @Test(arguments: [Size(width: 20, height: 5), Size(width: 40, height: 12)])
  func aNarrowFormSaysInTheStatusLineWhatChangedElsewhere(_ size: Size) {
    var interface = interface(size, typing: "A name that needs room")
    change(&interface) { $0.name = "Theirs" }
    interface.press(Key(.end))
    #expect(interface.cursorLine.hasSuffix("!"))
    #expect(interface.screen.contains("Theirs elsewhere") || interface.screen.contains("Name: Theirs"))
  }

  @Test func refusedSavingSaysWhatChangedAndHowToGoOn() throws {
    var interface = interface()
    interface.diary.beers[0].beer.fields.notes = "Theirs"
    interface.holdsEffects = true
    interface.press(.control("s"))
    let request = try #require(interface.changeRequests.first)
    interface.send(.changed(request, .failure(ChangeFailure(EditError.changedSince(what: "it")))))
    interface.answerHeld()
    #expect(interface.screen.contains("Changed elsewhere: Notes Theirs."))
    #expect(interface.screen.contains("Check the form and save again."))
  }
}
