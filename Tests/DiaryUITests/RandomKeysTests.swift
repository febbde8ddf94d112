import DiaryModel
import DiaryStore
import DiaryUI
import FixtureStores
import Foundation
import SQLiteKit
import Terminal
import TestSupport
import Testing

/// Whatever is pressed, in whatever size, over whatever diary: nothing traps and the cursor is on the screen.
@Suite struct RandomKeysTests {
  /// A thousand keys each; more with `make robustness`.
  private static let seeds = Seeds.range(
    0..<(ProcessInfo.processInfo.environment["BEERDIARY_ROBUSTNESS"].flatMap { UInt64($0) } ?? 6))

  /// A kind of change that random keys must request.
  private enum ChangeKind: CaseIterable {
    case save, trash, undo, redo, importing

    init?(_ request: ChangeRequest) {
      switch request {
      case .save: self = .save
      case .trash: self = .trash
      case .undo: self = .undo
      case .redo: self = .redo
      default: return nil
      }
    }
  }

  private struct Answer: Hashable {
    let kind: ChangeKind
    let isSuccess: Bool
  }

  @Test func randomKeysNeverTrapWhileChangesSucceedAndFail() async {
    let answers = await withTaskGroup(of: Set<Answer>.self) { group in
      for seed in Self.seeds { group.addTask { Self.pressRandomKeys(seed) } }
      return await group.reduce(into: Set()) { $0.formUnion($1) }
    }

    // One seed need not reach every change.
    guard Seeds.chosen == nil else { return }
    for kind in ChangeKind.allCases {
      for isSuccess in [true, false] {
        #expect(
          answers.contains(Answer(kind: kind, isSuccess: isSuccess)),
          "no \(kind) has \(isSuccess ? "succeeded" : "failed")")
      }
    }
  }

  /// Returns how the changes that the keys requested were answered.
  private static func pressRandomKeys(_ seed: UInt64) -> Set<Answer> {
    var random = Seeds.generator(seed)
    var interface = HeadlessInterface(
      size(&random), diary: FakeDiary(beers(&random)),
      appearance: Appearance(theme: Theme(usesColor: .random(using: &random)), glyphs: .unicode),
      preview: true)
    interface.diary.storesChanges = true
    interface.diary.offerFile(importedBeers(&random))

    for step in 0..<1000 {
      disturb(&interface, &random)
      for key in nextKeys(&random) {
        interface.press(key)
        // An import does not start with the key that chooses the file.
        if key == Key(.enter) { interface.pause() }
      }
      let canvas = interface.state.draw()
      #expect(canvas.size == interface.state.size)
      if let cursor = canvas.cursor {
        #expect(canvas[cursor] != nil, "cursor outside at seed \(seed), step \(step)")
      }
      if step.isMultiple(of: 50) {
        expectRange(of: interface)
        #expect(canvas.text.unicodeScalars.allSatisfy(isHarmless), "seed \(seed), step \(step)")
      }
    }
    failToRedo(&interface)
    let imports = interface.diary.importResults.map {
      Answer(kind: .importing, isSuccess: (try? $0.get()) != nil)
    }
    return Set(
      imports
        + interface.diary.changes.compactMap { request, result in
          ChangeKind(request).map { Answer(kind: $0, isSuccess: (try? result.get()) != nil) }
        })
  }

  /// Goes back to the list and redoes an undone change, which random keys rarely do while changes fail.
  private static func failToRedo(_ interface: inout HeadlessInterface) {
    interface.answerHeld()
    interface.diary.failure = nil
    interface.send(.resized(Size(width: 80, height: 24)))
    for key in [Key](repeating: Key(.escape), count: 8) + importing + [.character("u"), .character("y")] {
      interface.press(key)
      interface.pause()
    }
    interface.diary.failure = .store(.busy(path: "/diary.sqlite"))
    interface.press(.control("r"))
  }

  /// Asks for the positions on the screen, which are of the list as it is.
  private static func expectRange(of interface: HeadlessInterface) {
    let count = interface.diary.beers.count
    let asked = interface.effects.compactMap {
      if case .loadListItems(let request) = $0 { request.range } else { nil }
    }
    // Beers that have gone since were there when it was asked.
    #expect(asked.allSatisfy { $0.lowerBound >= 0 && $0.lowerBound <= max(0, count) + 1000 })
  }

  /// One key, or sometimes several that change a beer if the list is on the screen.
  private static func nextKeys(_ random: inout SeededGenerator) -> [Key] {
    if Int.random(in: 0..<4, using: &random) == 0, let change = changes.randomElement(using: &random) {
      return change
    }
    return keys.randomElement(using: &random).map { [$0] } ?? []
  }

  private static let changes: [[Key]] = [
    [.character("a"), .character("x"), .control("s")], [.character("e"), .character("x"), .control("s")],
    [.character("d"), .character("d")], [.character("d"), .character("d"), .character("u")],
    [.character("d"), .character("d"), .character("u"), .control("r")],
    [.character("u")], [.control("r")], [.control("r")], [.control("r")], importing, importing, importing,
    importing,
    [.character("D"), .character("4"), .control("s")], [.character("b")],
    [.character("L"), .character("m"), .character("u")], [.character("L"), .character("a")],
    [.character("H"), .character("x"), Key(.enter), Key(.enter)],
    [.character("l"), .character("S"), .character("y"), .character("u"), .control("r")],
  ]

  /// Goes back to the list, chooses a file and imports it.
  private static let importing: [Key] = [
    Key(.escape), Key(.escape), .character("I"), .character("/"), .character("x"), Key(.enter),
    .character("y"),
  ]

  private static let keys: [Key] =
    ActionTable.standard.actions.flatMap { $0.bindings.flatMap(\.keys) }
    + "abcxyzjjjjkkkkJJKK".map { .character($0) }

  /// Mostly small, where edges are near.
  private static func size(_ random: inout SeededGenerator) -> Size {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: Size(width: .random(in: 60...160, using: &random), height: .random(in: 12...50, using: &random))
    case 1: Size(width: .random(in: 1...22, using: &random), height: .random(in: 1...6, using: &random))
    default: Size(width: .random(in: 20...50, using: &random), height: .random(in: 5...14, using: &random))
    }
  }

  /// Resizes, ticks and late answers between the keys.
  private static func disturb(_ interface: inout HeadlessInterface, _ random: inout SeededGenerator) {
    switch Int.random(in: 0..<20, using: &random) {
    case 0: interface.send(.resized(size(&random)))
    case 1: interface.send(.tick)
    case 2: interface.holdsEffects = true
    case 3: interface.answerHeld()
    case 8:
      if Bool.random(using: &random) {
        interface.diary.offerFile(importedBeers(&random))
      } else {
        // A file that cannot be read.
        interface.diary.importPreview = FakeDiary().importPreview
      }
    case 9: interface.send(.paste(.text("Pils\n" + (text(&random) ?? ""))))
    case 5, 6: interface.send(.mouse(mouse(&random, in: interface.state.size)))
    case 7:
      // Another program adds or deletes beers.
      if Bool.random(using: &random) || interface.diary.beers.isEmpty {
        let firstID = (interface.diary.beers.map(\.beer.id).max() ?? 0) + 1
        interface.diary.beers.insert(contentsOf: beers(from: firstID, &random).prefix(5), at: 0)
      } else {
        interface.diary.beers.removeFirst()
      }
      interface.send(.storeChanged)
    case 4: interface.diary.failure = Bool.random(using: &random) ? .store(.busy(path: "/diary.sqlite")) : nil
    default: break
    }
  }

  private static func mouse(_ random: inout SeededGenerator, in size: Size) -> MouseEvent {
    let kinds: [MouseEvent.Kind] = [
      .press(clicks: 1), .press(clicks: 2), .drag, .drag, .release, .wheelUp, .wheelDown,
    ]
    let point = Point(
      column: .random(in: 0...size.width, using: &random), row: .random(in: 0...size.height, using: &random))
    return MouseEvent(kinds.randomElement(using: &random) ?? .release, at: point)
  }

  /// What no terminal obeys; line ends are those between rows.
  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    if scalar == "\n" { return true }
    switch scalar.properties.generalCategory {
    case .control, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: return false
    case .format: return scalar == "\u{200D}"
    default: return true
    }
  }

  private static func beers(from firstID: Int64 = 0, _ random: inout SeededGenerator) -> [BeerDetail] {
    (0..<Int64.random(in: 0...300, using: &random)).map { offset in
      let id = firstID + offset
      return SampleBeers.beer(
        id, name: text(&random), brewery: text(&random), style: text(&random),
        abv: (numbers.randomElement(using: &random) ?? nil),
        ibu: (numbers.randomElement(using: &random) ?? nil),
        rating: (numbers.randomElement(using: &random) ?? nil), place: text(&random),
        drunkAt: ["2019", "2019-06", "2019-06-01", "2019-12-31T23:59:59Z", "nonsense"].randomElement(
          using: &random),
        notes: text(&random), extras: ["a": .text(text(&random) ?? ""), text(&random) ?? "b": .null],
        photos: photos(of: id, &random))
    }
  }

  private static func importedBeers(_ random: inout SeededGenerator) -> [BeerFields] {
    (1...3).map { _ in BeerFields(name: text(&random), notes: text(&random)) }
  }

  private static func photos(of id: Int64, _ random: inout SeededGenerator) -> [Photo] {
    (0..<Int64.random(in: 0...12, using: &random) / 3).map { index in
      SampleBeers.photo(
        id * 10 + index, ["JPEG", nil].randomElement(using: &random) ?? nil,
        [100, nil, -1, .max].randomElement(using: &random) ?? nil, 200,
        [0, 1, -5, .max].randomElement(using: &random) ?? 0,
        taken: index.isMultiple(of: 2) ? "2019-06-01" : "2019-06-05T20:00:00", caption: text(&random),
        camera: text(&random))
    }
  }

  private static let numbers: [Double?] = [nil, 0, 4.5, 5, 100, 1e300, -3, .infinity, 0.125]

  private static func text(_ random: inout SeededGenerator) -> String? {
    let pieces = [
      "Pils", " ", "\n", "麦酒", "👩‍👩‍👧", "e\u{301}", "\u{1B}[31m", "\u{202E}", "", "a very long word", "\t", "ﷺ",
    ]
    guard Int.random(in: 0..<4, using: &random) > 0 else { return nil }
    return (0..<Int.random(in: 0...8, using: &random)).compactMap { _ in pieces.randomElement(using: &random)
    }
    .joined()
  }
}
