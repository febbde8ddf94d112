import DiaryModel
import DiaryStore
import Foundation
import Settings
import Terminal
import Testing

@testable import DiaryUI

/// The columns that the user chooses for the list.
@Suite struct ColumnTests {
  private func interface(_ width: Int = 120, _ height: Int = 40) -> HeadlessInterface {
    HeadlessInterface(Size(width: width, height: height), diary: FakeDiary(SampleBeers.all))
  }

  private func titles(_ interface: HeadlessInterface) -> [String] {
    interface.lines[1].split(separator: " ").map(String.init).filter { $0 != "▾" }
  }

  private func kept(_ interface: HeadlessInterface) -> ListLayout? {
    interface.effects.compactMap { if case .keepListLayout(let layout) = $0 { layout } else { nil } }.last
  }

  /// Returns a layout with additions at the end.
  private func layout(_ added: ListColumns.Kind...) -> ColumnLayout {
    var layout = ColumnLayout()
    layout.offer(added.compactMap { if case .custom(let name) = $0 { name } else { nil } })
    for kind in added {
      if let index = layout.columns.firstIndex(where: { $0.kind == kind }) { layout.toggle(index) }
    }
    return layout
  }

  private func kinds(_ width: Int, _ layout: ColumnLayout, by order: BeerQuery.Order = .date)
    -> [ListColumns.Kind]
  {
    let filled = Set(ListColumns.Kind.noted).subtracting([.times, .best, .sorted])
    return ListColumns(
      width: width, filled: filled, sorted: .init(order), isDistinct: false, layout: layout
    ).columns.map(\.kind)
  }

  // MARK: - Searching

  @Test func cardsAreKeptForTheNextStart() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.type("v")
    #expect(
      interface.effects.contains { if case .keepListLayout(let kept) = $0 { kept.showsCards } else { false } }
    )
    var layout = ListLayout()
    layout.showsCards = true
    #expect(ListScreen(Preferences(), layout: layout).view == .cards)
    var preferences = Preferences()
    preferences.showsCards = false
    #expect(ListScreen(preferences, layout: layout).view == .compact)
  }

  @Test(arguments: [100, 120, 140]) func addedColumnsStayDuringASearch(_ width: Int) {
    let columns: [(ListColumns.Kind, title: String, value: String)] = [
      (.price, "Price", "€4.50"), (.custom("vintage"), "vintage", "2023"),
    ]
    for (kind, title, value) in columns {
      var interface = interface(width)
      interface.state.screens[ListScreen.self].layout.columns = layout(kind)
      interface.type("/warm")
      interface.press(Key(.enter))
      #expect(interface.cursorLine.contains(value))
      #expect(titles(interface).contains(title))
    }
  }

  // MARK: - Choosing

  @Test func aColumnIsAddedAndKept() {
    var interface = interface()
    #expect(!titles(interface).contains("IBU"))
    interface.type("Cjjjjjj ")
    #expect(titles(interface).contains("IBU") && interface.screen.contains("• IBU"))
    interface.press(Key(.enter))
    #expect(interface.state.prompt == nil && kept(interface)?.columns.added == [.ibu])
    #expect(interface.cursorLine.contains(" 27 "))
  }

  @Test func aCustomFieldIsReadOnlyIfItHasAColumn() {
    func asked(_ interface: HeadlessInterface) -> [ListItemField] {
      interface.effects.flatMap { effect -> [ListItemField] in
        if case .loadListItems(let request) = effect { request.fields } else { [] }
      }
    }
    var interface = interface()
    #expect(asked(interface).isEmpty)
    interface.type("C")
    for _ in 0..<30 where !interface.cursorLine.contains("hop") { interface.press(Key(.down)) }
    interface.type(" ")
    interface.press(Key(.enter))
    #expect(asked(interface).last == .custom("hop"))
    #expect(titles(interface).contains("hop") && interface.cursorLine.contains("Hallertau"))
  }

  @Test func columnsAreMovedWidenedNarrowedAndReset() {
    var interface = interface()
    let before = titles(interface)
    interface.type("CJJ++")
    #expect(titles(interface).prefix(2) == ["Beer", "Date"])
    #expect(interface.state.screens[ListScreen.self].layout.columns.width(of: .date) == 13)
    interface.type("<")
    #expect(interface.screen.contains("12 wide, set by you"))
    interface.press(Key(.up, .shift))
    interface.type("r")
    #expect(titles(interface) == before)
  }

  @Test func aMissingColumnSaysWhy() {
    var interface = interface(78, 40)
    interface.type("C")
    func line(_ title: String) -> String { interface.lines.first { $0.contains("• " + title) } ?? "" }
    #expect(line("Beer").contains(" wide") && line("Venue").hasSuffix("hidden: no room"))
    #expect(line("Rating in stars").contains(" wide") && line("Rating in figures").contains("no room"))
    var plain = HeadlessInterface(
      Size(width: 120, height: 40), diary: FakeDiary([SampleBeers.beer(1, name: "Orval")]))
    plain.type("C")
    #expect(plain.lines.contains { $0.contains("• Style") && $0.hasSuffix("hidden: no beer has it") })
  }

  @Test func aColumnThatTheListHasWithoutBeingAskedSaysSo() {
    var interface = interface(180)
    func line(_ title: String) -> String { interface.lines.first { $0.hasPrefix("   \(title) ") } ?? "" }
    interface.sort("t")
    interface.type("C")
    #expect(line("Times had").hasSuffix("4 wide, shown in this list"))
    interface.press(Key(.escape))
    interface.sort("hop")
    interface.type("C")
    #expect(line("Times had").hasSuffix("not shown") && line("hop").hasSuffix("wide, shown in this list"))
  }

  @Test func escapeTakesBackAllChangesAndOtherKeysKeepThem() {
    var interface = interface()
    interface.type("Cjjjjjj J+")
    interface.press(Key(.enter))
    let (chosen, before) = (interface.state.screens[ListScreen.self].layout, titles(interface))
    #expect(before.contains("IBU") && kept(interface) == chosen)
    interface.type("Cr")
    #expect(!titles(interface).contains("IBU"))
    #expect(interface.screen.contains("All columns are reset. Esc takes it back."))
    interface.press(Key(.escape))
    #expect(interface.state.prompt == nil && titles(interface) == before && kept(interface) == chosen)
    interface.type("CrC")
    #expect(!titles(interface).contains("IBU") && kept(interface)?.columns.added == [])
  }

  @Test func theHintSaysWhatSpaceDoes() {
    var interface = interface()
    interface.type("C")
    #expect(interface.screen.contains("Space hide"))
    interface.type("j")
    #expect(interface.screen.contains("Space show"))
    interface.type(" ")
    #expect(interface.screen.contains("Space hide"))
    interface.type("j")
    #expect(!interface.screen.contains("Space hide") && !interface.screen.contains("Space show"))
    interface.type(" ")
    #expect(interface.screen.contains("The name is always shown."))
  }

  @Test func aColumnIsFoundByTyping() {
    var interface = interface()
    interface.type("C/sty")
    #expect(interface.screen.contains("Find column sty → Style"))
    interface.press(Key(.enter))
    #expect(interface.lines.contains { $0.hasPrefix("▌• Style") })
    interface.type(" ")
    #expect(!titles(interface).contains("Style"))
    interface.type("/")
    interface.press(Key(.escape))
    #expect(interface.lines.contains { $0.hasPrefix("▌  Style") })
    interface.press(Key(.escape))
    #expect(titles(interface).contains("Style"))
  }

  @Test func keysOfTheChoiceAreShownAndOthersAnswered() {
    var interface = interface()
    interface.type("C5")
    #expect(interface.screen.contains("5 is not used here. ? shows the keys."))
    for key in [Key.character("?"), Key(.function(1))] {
      interface.press(key)
      #expect(interface.screen.contains("Esc takes everything back."))
    }
    interface.press(.control("d"))
    #expect(!interface.screen.contains("Esc takes") && !interface.screen.contains("▌• Date"))
    interface.press(.control("u"))
    #expect(interface.lines.contains { $0.hasPrefix("▌• Date") })
  }

  @Test func everyColumnButTheNameCanBeHidden() {
    var interface = interface()
    interface.type("C")
    for _ in 0..<20 { interface.type(" j") }
    interface.press(Key(.enter))
    #expect(titles(interface).contains("Beer") && !titles(interface).contains("Brewery"))
  }

  @Test func aClickShowsOrHidesAColumn() throws {
    var interface = interface()
    interface.type("C")
    let row = try #require(interface.lines.firstIndex { $0.hasPrefix(" • Brewery") })
    interface.click(Point(column: 5, row: row))
    #expect(!titles(interface).contains("Brewery") && interface.lines[row].hasPrefix("▌  Brewery"))
  }

  @Test func theColumnUnderTheCursorHasTheBarOfALine() {
    var interface = interface()
    interface.type("Cj")
    #expect(interface.lines.contains { $0.hasPrefix("▌  Times had") })
  }

  @Test func cardsHaveNoColumns() {
    var interface = interface()
    interface.type("vC")
    #expect(interface.statusLine.contains("Cards have no columns."))
  }

  @Test(arguments: [20, 40, 60, 80, 100, 140, 160, 200], [5, 12, 24, 40, 50])
  func theChoiceFitsEveryScreen(_ width: Int, _ height: Int) {
    var interface = interface(width, height)
    interface.type("CG k K++--")
    let canvas = interface.state.draw()
    #expect(interface.lines.count <= height && interface.lines.allSatisfy { $0.columns <= width })
    #expect(canvas.cursor.map { canvas[$0] != nil } == true)
    interface.press(Key(.escape))
    #expect(interface.state.prompt == nil)
  }

  // MARK: - Sorting

  @Test(arguments: 20...240, [BeerQuery.Order.custom("vintage"), .times])
  func theOrderTakesNoColumnAwayAndMakesNoneWider(_ width: Int, _ order: BeerQuery.Order) throws {
    let filled = Set(ListColumns.Kind.noted).subtracting([.times, .best, .sorted])
    let layouts = [ColumnLayout(), layout(.ibu, .price)]
    let needed: [[ListColumns.Kind: Int]] = [[:], [.name: 20, .brewery: 40, .style: 12, .place: 9]]
    for (layout, valueWidths) in zip(layouts, needed) {
      func widths(by order: BeerQuery.Order) -> [ListColumns.Kind: Int] {
        let columns = ListColumns(
          width: width, filled: filled, sorted: .init(order), addsSorted: true, isDistinct: false,
          layout: layout, valueWidths: valueWidths
        ).columns
        return Dictionary(uniqueKeysWithValues: columns.map { ($0.kind, $0.width) })
      }
      let (before, after) = (widths(by: .date), widths(by: order))
      #expect(Set(after.keys).subtracting([.init(order)]) == Set(before.keys))
      #expect(before.allSatisfy { after[$0, default: 0] <= $1 })
    }
  }

  @Test(arguments: [(80, false), (240, true)])
  func theFieldOfTheOrderIsAddedOnlyIfThereIsRoom(_ width: Int, _ hasRoom: Bool) {
    var interface = interface(width, 24)
    let before = titles(interface)
    interface.sort("vintage")
    #expect(interface.lines[0].contains("by vintage"))
    #expect(titles(interface).contains("vintage") == hasRoom)
    #expect(titles(interface).filter { $0 != "vintage" } == before)
  }

  // MARK: - Giving way

  @Test func aColumnThatTheUserHasMovedOrShownGetsRoomBeforeWiderTexts() {
    var layout = ColumnLayout()
    func index(_ kind: ListColumns.Kind) -> Int { layout.columns.firstIndex { $0.kind == kind } ?? 0 }
    layout.toggle(index(.style))
    layout.toggle(index(.abv))
    #expect(!kinds(98, layout).contains(.place))
    var moved = layout
    for _ in 0..<9 { _ = moved.move(moved.columns.firstIndex { $0.kind == .place } ?? 0, by: -1) }
    #expect(kinds(98, moved).contains(.place) && moved.chosen == [.place])
    var shown = layout
    shown.toggle(index(.place))
    #expect(!kinds(98, shown).contains(.place))
    shown.toggle(index(.place))
    #expect(kinds(98, shown).contains(.place))
    // Its strip would take the room of the venue.
    let photos = ListColumns(
      width: 98, filled: Set(ListColumns.Kind.noted), sorted: .date, isDistinct: false, layout: shown
    ).columns.first { $0.kind == .photo }
    #expect(photos?.width == PhotoCell.count)
  }

  /// The list next to a pane on a screen of 100 columns.
  @Test func aColumnWithoutRoomIsShownByTheSpaceBarInPlaceOfOthers() {
    var layout = ColumnLayout()
    let place = layout.columns.firstIndex { $0.kind == .place } ?? 0
    #expect(!kinds(72, layout).contains(.place))
    layout.prefer(place)
    #expect(kinds(72, layout) == [.date, .name, .brewery, .stars, .place])
    var interface = interface(78, 40)
    interface.type("C/venue")
    interface.press(Key(.enter))
    interface.type(" ")
    #expect(interface.state.screens[ListScreen.self].layout.columns.chosen == [.place])
    interface.type(" ")
    #expect(interface.screen.contains("Venue               not shown"))
  }

  @Test func aColumnWithoutRoomSaysThatItHasNoWidth() {
    var interface = interface(78, 40)
    interface.type("C/venue")
    interface.press(Key(.enter))
    interface.type("+")
    #expect(interface.screen.contains("Venue is hidden: no room."))
    interface.type("k-")
    #expect(interface.screen.contains("Country is not shown."))
  }

  @Test func whatTheUserHasArrangedIsKept() throws {
    var layout = ColumnLayout()
    _ = layout.move(12, by: -1)
    let data = try JSONEncoder().encode(layout)
    let kept = try JSONDecoder().decode(ColumnLayout.self, from: data)
    #expect(kept == layout && kept.chosen == layout.chosen && kept.chosen.count == 1)
  }

  @Test func addedColumnsGiveWayAfterStyleAndABVAndTheLastOneFirst() {
    let layout = layout(.ibu, .price)
    #expect(
      kinds(198, layout)
        == [.date, .name, .brewery, .style, .abv, .ibu, .stars, .rating, .price, .place, .photo])
    // The date, the least name and brewery, the stars and both columns, with the gaps.
    let width = 11 + 22 + 9 + 4 + 6 + 8 + 5 * ListColumns.gap
    #expect(kinds(width, layout) == [.date, .name, .brewery, .ibu, .stars, .price])
    #expect(kinds(width - 1, layout) == [.date, .name, .brewery, .ibu, .stars])
    #expect(kinds(38, layout) == [.date, .name, .stars])
  }

  @Test(arguments: 20...240) func columnsFillTheWidthAndNoMore(_ width: Int) throws {
    var wide = layout(.ibu, .price, .custom("hop"))
    wide.setWidth(2, to: 60)
    wide.setWidth(3, to: 4)
    for layout in [layout(.serving, .country, .times), wide] {
      let columns = ListColumns(
        width: width, filled: Set(ListColumns.Kind.noted), sorted: .date, isDistinct: false, layout: layout
      ).columns
      let end = try #require(columns.map { $0.start + $0.width }.max())
      #expect(end <= width && columns.contains { $0.kind == .name })
    }
  }

  @Test func spareColumnsGoToTheTextsWhoseValuesNeedThem() {
    func widths(_ needed: [ListColumns.Kind: Int]) -> [ListColumns.Kind: Int] {
      let columns = ListColumns(
        width: 106, filled: Set(ListColumns.Kind.noted), sorted: .date, isDistinct: false,
        valueWidths: needed
      ).columns
      return Dictionary(uniqueKeysWithValues: columns.map { ($0.kind, $0.width) })
    }
    let usual = widths([:])
    let longBreweries = widths([.name: 20, .brewery: 40, .style: 12])
    #expect(usual.keys == longBreweries.keys)
    #expect(longBreweries[.brewery, default: 0] > usual[.brewery, default: 0])
    #expect(longBreweries[.name, default: 0] <= usual[.name, default: 0])
    #expect(longBreweries.values.reduce(0, +) == usual.values.reduce(0, +))
  }

  @Test func widthsStayWhileTheListIsScrolledSortedAndSearched() {
    let beers = (1...200).map { id in
      let length = id > 100 ? 30 : 8
      return SampleBeers.beer(
        Int64(id), name: "Beer \(id)", brewery: String(repeating: "b", count: length), style: "Stout")
    }
    var interface = HeadlessInterface(Size(width: 140, height: 30), diary: FakeDiary(beers))
    func widths() -> [ListColumns.Kind: Int] { interface.state.screens[ListScreen.self].valueWidths }
    let first = widths()
    #expect(!first.isEmpty)
    interface.type("G")
    #expect(widths() == first)
    interface.type("s1")
    interface.type("/150")
    interface.press(Key(.enter))
    #expect(widths() == first)
  }

  @Test func aSetWidthStaysAndOthersGetTheRest() {
    var layout = ColumnLayout()
    layout.setWidth(3, to: 12)
    let columns = ListColumns(
      width: 118, filled: Set(ListColumns.Kind.noted), sorted: .date, isDistinct: false, layout: layout
    ).columns
    #expect(columns.first { $0.kind == .brewery }?.width == 12)
    // The venue, for which there would be no room otherwise.
    #expect(columns.contains { $0.kind == .place })
  }

  @Test func aListThatIsSortedByAnAddedFieldHasItOnce() {
    var interface = interface()
    interface.type("C")
    for _ in 0..<30 where !interface.cursorLine.contains("hop") { interface.press(Key(.down)) }
    interface.type(" ")
    interface.press(Key(.enter))
    interface.sort("hop")
    #expect(titles(interface).count { $0.hasPrefix("hop") } == 1)
  }

  @Test func everyBuiltInOrderHasAColumnOfThatOrder() {
    for order in BeerQuery.Order.builtIn {
      #expect(ListColumns.Kind(order).order == order, "\(order)")
    }
    for kind in ListColumns.Kind.chosen { #expect(kind.order != nil, "\(kind)") }
  }

  @Test(arguments: 80...240) func theVenueIsAddedForItsOrderOnlyIfAllOthersStay(_ width: Int) {
    let filled = Set(ListColumns.Kind.noted).subtracting([.times, .best, .sorted])
    let order = BeerQuery.Order(name: "place")
    let columns = ListColumns(
      width: width, filled: filled, sorted: .init(order), addsSorted: true, isDistinct: false
    ).columns
    let others = kinds(width, ColumnLayout()).filter { $0 != .place }
    #expect(columns.map(\.kind).filter { $0 != .place } == others)
    #expect(columns.allSatisfy { $0.start + $0.width <= width })
  }

  // MARK: - Keeping

  @Test func theNamesOfKeptPanesStayThoseOfEarlierVersions() throws {
    let text = Data("{\"showsDetails\":false,\"detailsWidth\":40}".utf8)
    let layout = try JSONDecoder().decode(ListLayout.self, from: text)
    #expect(!layout.showsNotes && layout.notesWidth == 40)
    let written = String(decoding: try JSONEncoder().encode(layout), as: UTF8.self)
    #expect(written.contains("\"showsDetails\":false") && written.contains("\"detailsWidth\":40"))
  }

  @Test func aLayoutIsKeptAsItIs() throws {
    var kept = ListLayout()
    kept.columns = layout(.price, .custom("hop"))
    kept.columns.setWidth(0, to: 15)
    _ = kept.columns.move(2, by: 1)
    kept.showsPreview = false
    kept.previewWidth = 44
    let data = try JSONEncoder().encode(kept)
    #expect(try JSONDecoder().decode(ListLayout.self, from: data) == kept)
  }

  @Test func columnsOfAnotherVersionAreLeftOutAndMissingOnesAreAdded() throws {
    let text = """
      {"columns": [{"name": "name", "isShown": false}, {"name": "colour", "isShown": true},
        {"name": "date", "isShown": true, "width": 500}]}
      """
    let layout = try JSONDecoder().decode(ListLayout.self, from: Data(text.utf8)).columns
    #expect(layout.columns.map(\.kind).starts(with: [.name, .brewery, .style]))
    #expect(Set(layout.columns.map(\.kind)) == Set(ListColumns.Kind.chosen))
    #expect(layout.columns[0].isShown && layout.width(of: .date) == 80)
  }

  @Test func theSettingForThePreviewComesBeforeWhatWasKept() {
    var hidden = ListLayout()
    hidden.showsPreview = false
    var preferences = Preferences()
    let size = Size(width: 140, height: 40)
    #expect(!AppState(size: size, listLayout: hidden).screens[ListScreen.self].layout.showsPreview)
    preferences.showsPreview = true
    let state = AppState(size: size, preferences: preferences, listLayout: hidden)
    #expect(state.screens[ListScreen.self].layout.showsPreview)
  }
}
