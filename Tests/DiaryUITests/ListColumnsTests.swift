import DiaryModel
import DiaryStore
import Foundation
import Terminal
import Testing

@testable import DiaryUI

/// Which columns a list has, and how wide they are.
@Suite struct ListColumnsTests {
  private func columns(
    _ width: Int, hasPhotos: Bool = true, without empty: Set<ListColumns.Kind> = [],
    by order: BeerQuery.Order = .date, ofLabels: Bool = false
  ) -> [ListColumns.Column] {
    let other: Set<ListColumns.Kind> = ofLabels ? [.place] : [.times, .best]
    let empty = empty.union(hasPhotos ? [.sorted] : [.sorted, .photo]).union(other)
    return ListColumns(
      width: width, filled: Set(ListColumns.Kind.noted).subtracting(empty), sorted: .init(order),
      isDistinct: ofLabels
    ).columns
  }

  @Test(arguments: 20...320, [true, false])
  func listColumnsFillTheWidthAndNoMore(_ width: Int, _ hasPhotos: Bool) throws {
    for ofLabels in [false, true] {
      let columns = columns(width, hasPhotos: hasPhotos, ofLabels: ofLabels)
      let end = try #require(columns.map { $0.start + $0.width }.max())
      #expect(end <= width)
      #expect(columns.contains { $0.kind == .name } && columns.contains { $0.kind == .stars })
      for (left, right) in zip(columns, columns.dropFirst()) {
        #expect(left.start + left.width + ListColumns.gap == right.start)
      }
    }
  }

  @Test(arguments: [
    (138, "date times name brewery style abv stars rating best photo"),
    (98, "date times name brewery style abv stars rating best photo"),
    (84, "date times name brewery style abv stars rating"),
    (78, "date times name brewery style abv stars"), (72, "date times name brewery style abv stars"),
    (44, "date times name stars"), (38, "date name stars"), (18, "name stars"),
  ])
  func listsOfLabelsShowHowOftenAndHowGoodIfNothingElseGivesWay(_ width: Int, _ kinds: String) {
    #expect(columns(width, ofLabels: true).map { "\($0.kind)" }.joined(separator: " ") == kinds)
  }

  @Test(arguments: [
    (178, true, "date name brewery style abv stars rating place photo"),
    (138, true, "date name brewery style abv stars rating place photo"),
    (126, true, "date name brewery style abv stars rating place photo"),
    (125, true, "date name brewery style abv stars rating photo"),
    (98, true, "date name brewery style abv stars photo"), (97, true, "date name brewery style abv stars"),
    (78, true, "date name brewery style abv stars"), (78, false, "date name brewery style abv stars"),
    (72, true, "date name brewery style abv stars"), (71, true, "date name brewery abv stars"),
    (60, true, "date name brewery stars"), (38, true, "date name stars"), (18, true, "name stars"),
  ])
  func narrowListsLeaveOutTheLeastImportantColumns(_ width: Int, _ hasPhotos: Bool, _ kinds: String) {
    let columns = columns(width, hasPhotos: hasPhotos)
    #expect(columns.map { "\($0.kind)" }.joined(separator: " ") == kinds)
  }

  // MARK: - Colors

  @Test(arguments: 20...200, [false, true])
  func theColorsOfBeersDoNotDependOnTheMeasuredValues(_ width: Int, _ ofLabels: Bool) {
    let omitted: Set<ListColumns.Kind> = ofLabels ? [.place] : [.times, .best]
    let measured: [[ListColumns.Kind: Int]] = [
      [:], [.name: 12, .brewery: 40], [.name: 18, .brewery: 10, .style: 8], [.name: 60],
    ]
    let colors = measured.map { valueWidths in
      ListColumns(
        width: width, filled: Set(ListColumns.Kind.noted).subtracting(omitted.union([.sorted])),
        sorted: .date, isDistinct: ofLabels, showsColors: true, valueWidths: valueWidths
      ).hasSwatches
    }
    #expect(Set(colors).count == 1)
    #expect(width < 78 || colors[0])
  }

  // MARK: - Wider lists

  @Test(
    arguments: [false, true],
    [BeerQuery.Order.date, .times, .custom("vintage"), BeerQuery.Order(name: "place")])
  func aWiderListHasAllColumnsOfANarrowerOne(_ ofLabels: Bool, _ order: BeerQuery.Order) {
    let omitted: Set<ListColumns.Kind> = ofLabels ? [.place] : [.times, .best]
    let empty: [Set<ListColumns.Kind>] = [[], [.photo], [.brewery], [.style, .abv], [.date, .times]]
    var arranged = ColumnLayout()
    arranged.offer(["hop"])
    for (index, column) in arranged.columns.enumerated() {
      if [.ibu, .price, .custom("hop")].contains(column.kind) { arranged.toggle(index) }
      if column.kind == .brewery { arranged.setWidth(index, to: 13) }
    }
    for (layout, empty) in [ColumnLayout(), arranged].flatMap({ layout in empty.map { (layout, $0) } }) {
      var narrower: Set<ListColumns.Kind> = []
      for width in 20...220 {
        let columns = ListColumns(
          width: width, filled: Set(ListColumns.Kind.noted).subtracting(omitted.union(empty)),
          sorted: .init(order), addsSorted: !(ofLabels && order.name == "place"), isDistinct: ofLabels,
          layout: layout
        ).columns
        let kinds = Set(columns.map(\.kind))
        #expect(
          kinds.isSuperset(of: narrower), "\(width): \(narrower.subtracting(kinds)) with \(empty) empty")
        #expect(columns.allSatisfy { $0.start + $0.width <= width }, "\(width)")
        narrower = kinds
      }
    }
  }

  @Test(arguments: [
    ("date", false), ("venue", false), ("vintage", false), ("times", false), ("date", true), ("rating", true),
    ("times", true),
  ])
  func aWiderScreenWithAsManyPanesHasAllColumnsOfANarrowerOne(_ order: String, _ ofLabels: Bool) {
    let beers = ofLabels ? LabelListTests.beers : SampleBeers.all
    var interface = HeadlessInterface(
      Size(width: 20, height: 40), diary: FakeDiary(beers), preview: true)
    if ofLabels { interface.type("b") }
    interface.sort(order)
    var narrower: [Int: Set<ListColumns.Kind>] = [:]
    for width in 20...220 {
      interface.resize(width, 40)
      let list = interface.state.screens[ListScreen.self]
      let context = ScreenContext(interface.state)
      let panes = list.panes(context)
      let count = [panes.preview, panes.notes].count { $0 != nil }
      let kinds = Set(list.columns(context).columns.map(\.kind))
      #expect(kinds.isSuperset(of: narrower[count, default: []]), "\(width)")
      narrower[count] = kinds
    }
    #expect(Set(narrower.keys) == [0, 1, 2])
  }

  @Test(arguments: 20...200, [false, true])
  func aStripIsOnlyNextToStyleAndABV(_ width: Int, _ ofLabels: Bool) throws {
    let columns = columns(width, hasPhotos: true, ofLabels: ofLabels)
    let strip = columns.first { $0.kind == .photo && $0.width >= PhotoCell.strip }
    #expect(strip == nil || Set(columns.map(\.kind)).isSuperset(of: [.style, .abv]))
  }

  @Test(
    arguments: [
      (78, [.date, .stars, .rating, .place], .date, "name brewery style abv photo"),
      (38, [.date, .stars, .rating, .place, .photo], .date, "name brewery"),
      (38, [], .abv, "date name stars"), (38, [], .brewery, "date name stars"),
      (60, [], .style, "date name brewery stars"), (18, [], .abv, "name stars"),
    ] as [(Int, Set<ListColumns.Kind>, BeerQuery.Order, String)])
  func emptyColumnsAreLeftOutAndTheOrderAddsNone(
    _ width: Int, _ empty: Set<ListColumns.Kind>, _ order: BeerQuery.Order, _ kinds: String
  ) {
    let columns = columns(width, without: empty, by: order)
    #expect(columns.map { "\($0.kind)" }.joined(separator: " ") == kinds)
  }

  @Test(arguments: 180...260) func columnsFillAWideTerminal(_ width: Int) throws {
    let end = try #require(columns(width).map { $0.start + $0.width }.max())
    #expect(end == width)
  }

  @Test(arguments: 98...200) func mostNamesAreWholeAt100Columns(_ width: Int) throws {
    let columns = columns(width, hasPhotos: true)
    let name = try #require(columns.first { $0.kind == .name })
    let brewery = try #require(columns.first { $0.kind == .brewery })
    #expect(name.width >= 24 && brewery.width >= 16)
  }

  @Test func noTextColumnIsWiderThanUsuallyNeededBeforeAllAre() {
    #expect(columns(157).map(\.width) == [11, 30, 28, 18, 6, 5, 4, 30, PhotoCell.strip])
    for width in 134..<157 {
      for column in columns(width) where column.kind == .name || column.kind == .place {
        #expect(column.width <= 30)
      }
    }
  }

  @Test(arguments: 38...220, [false, true]) func namesKeepRoomBeforeOtherTexts(_ width: Int, _ ofLabels: Bool)
    throws
  {
    let name = try #require(columns(width, ofLabels: ofLabels).first { $0.kind == .name })
    #expect(name.width >= (width < 57 || ofLabels ? 18 : 22))
  }

  @Test func manyShortNamesLeaveTheirRoomToOtherTexts() {
    func widths(_ needed: [ListColumns.Kind: Int]) -> [ListColumns.Kind: Int] {
      let columns = ListColumns(
        width: 78, filled: [.date, .name, .brewery, .style, .abv, .stars], sorted: .date, isDistinct: false,
        valueWidths: needed
      ).columns
      return Dictionary(uniqueKeysWithValues: columns.map { ($0.kind, $0.width) })
    }
    #expect(widths([.name: 30, .brewery: 30, .style: 20])[.name] == 22)
    let short = widths([.name: 12, .brewery: 30, .style: 14])
    #expect(short[.name] == 14 && short[.brewery, default: 0] >= 17)
  }

  @Test(arguments: 98...200) func freeColumnsAreDistributedByNeed(_ width: Int) throws {
    let columns = columns(width)
    let name = try #require(columns.first { $0.kind == .name })
    let brewery = try #require(columns.first { $0.kind == .brewery })
    #expect(abs(name.width - brewery.width) <= 7)
  }

  @Test(arguments: [(4, "   3"), (6, "     3"), (9, "        3")])
  func theNumberOfPhotosEndsAtTheRightEdge(_ width: Int, _ text: String) {
    let cell = PhotoCell(
      beer: BeerListItem(SampleBeers.rochefort), picture: nil, appearance: Appearance())
    #expect(cell.line(width: width, style: Style()).spans.map(\.text).joined() == text)
  }
}
