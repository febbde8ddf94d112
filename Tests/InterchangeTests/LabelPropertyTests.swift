import DiaryModel
import DiaryUpkeep
import Foundation
import GRDB
import Pictures
import SQLiteKit
import TestSupport
import Testing

@testable import DiaryStore
@testable import Interchange

/// Whatever is done with a diary, every beer has one label, no label is empty, and numbers are those of a naive count.
@Suite struct LabelPropertyTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: Seeds.range(0..<3)) func labelsStayConsistentAfterAnySequenceOfChanges(_ seed: UInt64)
    throws
  {
    var diary = try RandomDiary(folder.file("diary.sqlite"), seed: seed)
    for _ in 0..<3 * RandomDiary.Step.allCases.count {
      try diary.change()
      try expectConsistency(diary.diary, "seed \(seed): \(diary.steps)")
    }
    for format in [DiaryFileFormat.csv, .json, .jsonl] {
      try expectRoundTrip(diary.diary, format, "seed \(seed), \(format): \(diary.steps)")
    }
    try expectDecisionsInACopy(of: diary.diary, "seed \(seed): \(diary.steps)")
  }

  private func expectConsistency(_ diary: Diary, _ what: Comment) throws {
    let beers = try diary.read { try CountedBeer.all($0) }
    #expect(beers.allSatisfy { $0.label != nil }, what)
    let empty =
      "SELECT count(*) FROM label WHERE id NOT IN (SELECT label_id FROM beer WHERE label_id IS NOT NULL)"
    #expect(try diary.read { try Int.fetchOne($0, sql: empty) } == 0, what)
    let groups = Dictionary(grouping: beers.filter { !$0.isInTrash }, by: \.label)
    #expect(try diary.summary().labelCount == groups.count, what)
    for (uuid, group) in groups {
      let label = try #require(try uuid.flatMap { try diary.label(uuid: $0) }, what)
      let ratings = group.compactMap(\.rating)
      #expect(label.history.times == group.count && label.history.ratedTimes == ratings.count, what)
      #expect(label.history.bestRating == ratings.max(), what)
      #expect((label.history.meanRating == nil) == ratings.isEmpty, what)
      let mean = ratings.reduce(0, +) / Double(max(ratings.count, 1))
      #expect(abs((label.history.meanRating ?? 0) - mean) < 1e-9, what)
      #expect(try diary.beers(ofLabel: label.uuid).count == group.count, what)
      #expect(
        try diary.beer(group[0].id)?.label == BeerLabel(uuid: label.uuid, times: group.count),
        what)
    }
    var listed = 0
    try diary.forEachLabel { label in
      listed += 1
      #expect(groups[label.uuid]?.count == label.history.times, what)
    }
    #expect(listed == groups.count, what)
    try expectLists(diary, of: beers, what)
  }

  /// Expects that lists and filters have the labels, counts and means of a naive count.
  private func expectLists(_ diary: Diary, of beers: [CountedBeer], _ what: Comment) throws {
    let beers = beers.filter { !$0.isInTrash }
    let groups = Dictionary(grouping: beers, by: \.label)
    let means = groups.mapValues { beers -> Double? in
      let ratings = beers.compactMap(\.rating)
      return ratings.isEmpty ? nil : ratings.reduce(0, +) / Double(ratings.count)
    }
    func good(_ beer: CountedBeer) -> Bool { (means[beer.label] ?? nil).map { $0 >= 4 } ?? false }

    let filtered: [(String, (CountedBeer) -> Bool)] = [
      ("times>=2", { groups[$0.label, default: []].count >= 2 }), ("mean_rating>=4", good),
      ("no:mean_rating", { (means[$0.label] ?? nil) == nil }),
      ("rating>=4 mean_rating<4", { beer in beer.rating.map { $0 >= 4 } ?? false && !good(beer) }),
    ]
    for (filter, isFound) in filtered {
      let ids = try diary.ids(BeerQuery(filter: try BeerFilter(filter))).ascending
      #expect(Array(ids) == beers.filter(isFound).map(\.id), "\(filter), \(what)")
    }
    var listed = 0
    try diary.forEachListItem(BeerQuery(filter: try BeerFilter("rating>=4"), isDistinct: true)) { item in
      let beer = try #require(beers.first { $0.id == item.id }, what)
      #expect(good(beer) && item.history?.times == groups[beer.label]?.count, what)
      listed += 1
    }
    #expect(listed == Set(beers.filter(good).map(\.label)).count, what)
    #expect(try diary.summary(BeerQuery(isDistinct: true)).beerCount == groups.count, what)
  }

  private func expectRoundTrip(_ diary: Diary, _ format: DiaryFileFormat, _ what: Comment) throws {
    let expected = try LabelContents(diary)
    let export = try diary.exported(format)
    let copy = try Diary.open(at: folder.file("copy-\(format).sqlite"))
    let summary = try copy.importFile(export)
    #expect(summary.tally.added == expected.beers.count && summary.counts.keptValues == 0, what)
    #expect(try LabelContents(copy) == expected, what)
    try expectConsistency(copy, what)
    // Importing the file again changes nothing, neither there nor here.
    try copy.importFile(export)
    #expect(try LabelContents(copy) == expected, what)
    try diary.importFile(export)
    #expect(try LabelContents(diary) == expected, what)
    try copy.close()
  }

  /// Expects that a diary with the same beers, in which nothing was decided, gets all decisions from an export.
  private func expectDecisionsInACopy(of diary: Diary, _ what: Comment) throws {
    let expected = try LabelContents(diary)
    let export = try diary.exported(.jsonl)
    let copy = try Diary.open(at: folder.file("copy-without-decisions.sqlite"))
    try copy.importFile(Self.withoutLabels(export))

    let summary = try copy.importFile(export)

    #expect(summary.tally.added == 0, what)
    try expectConsistency(copy, what)
    let contents = try LabelContents(copy)
    let labels = contents.labels
    for (beer, placement) in expected.beers where placement.isChosen {
      #expect(contents.beers[beer] == placement, what)
    }
    for (label, facts) in expected.facts where labels.contains(label) {
      #expect(contents.facts[label] == facts, what)
    }
    for (other, label) in expected.merged where labels.contains(label) {
      #expect(contents.merged[other] == label, what)
    }
    for pair in expected.pairs where !labels.isDisjoint(with: [pair.first, pair.second]) {
      #expect(contents.pairs.contains(pair), what)
    }
    try copy.importFile(export)
    #expect(try LabelContents(copy) == contents, what)
    try copy.close()
  }

  /// Returns an export without what it says about labels.
  private static func withoutLabels(_ export: [UInt8]) throws -> [UInt8] {
    try export.split(separator: UInt8(ascii: "\n")).flatMap { line -> [UInt8] in
      var beer = try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
      beer["label"] = nil
      if var extras = beer["extras"] as? [String: Any], extras["label"] is [String: Any] {
        extras["label"] = nil
        beer["extras"] = extras
      }
      return try Array(JSONSerialization.data(withJSONObject: beer)) + [UInt8(ascii: "\n")]
    }
  }
}

/// A beer as a naive count needs it.
private struct CountedBeer {
  let id: Int64
  let label: UUID?
  let rating: Double?
  let isInTrash: Bool

  static func all(_ db: Database) throws -> [CountedBeer] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT beer.id, label.uuid, beer.rating, beer.deleted_at IS NOT NULL
        FROM beer LEFT JOIN label ON label.id = beer.label_id ORDER BY beer.id
        """
    ).map {
      try CountedBeer(
        id: $0.value(atIndex: 0), label: $0.value(atIndex: 1), rating: $0.value(atIndex: 2),
        isInTrash: $0.value(atIndex: 3))
    }
  }
}

/// A diary that changes at random.
private struct RandomDiary {
  /// What can be done with a diary.
  enum Step: CaseIterable {
    case add, edit, editMany, setField, moveToTrash, restore, emptyTrash
    /// As on the screen, which has its own history.
    case undo, redo
    /// As commands do, also of what the screen has changed.
    case undoLogged, undoAnyLogged, redoLogged
    case importFile, importExport, importAgain, undoImport, revertImport, undoLoggedImport
    case merge, split, keepApart, setFacts, mergeDiary, splitByDay

    /// Steps that need no other diary.
    static let simple: [Step] = [
      .add, .add, .edit, .moveToTrash, .merge, .split, .keepApart, .setFacts, .emptyTrash,
    ]
  }

  private static let names = ["Orval", "ORVAL!", "Orvál", "Purple Haze", "Saison", "Gose", "???"]
  private static let breweries = [nil, "Brasserie d’Orval", "Brasserie D'Orval", "Abita"]

  private(set) var diary: Diary
  /// What was done, for messages.
  private(set) var steps: [Step] = []
  private let path: String
  private var random: SeededGenerator
  /// The steps that come before any of them comes again.
  private var next: [Step] = []
  private var undos: [DiaryChange] = []
  private var redos: [DiaryChange] = []
  /// The file that was imported last.
  private var lastFile: [UInt8]?
  private var others = 0

  init(_ path: String, seed: UInt64) throws {
    self.path = path
    random = SeededGenerator(seed: seed)
    diary = try Diary.open(at: path)
  }

  /// Makes a random change, which may be one that the diary refuses.
  mutating func change(among allowed: [Step] = Step.allCases) throws {
    let step = try nextStep(among: allowed)
    steps.append(step)
    switch step {
    case .add:
      let beer = newBeer()
      note(try Self.attempt { DiaryChange.added(try diary.add(beer)) })
    case .edit:
      guard let beer = try beer(), let old = try diary.beer(beer)?.beer.fields else { return }
      var fields = newFields()
      fields.drunkAt = old.drunkAt
      note(try Self.attempt { try diary.edit(beer, to: fields) })
    case .editMany:
      let beers = try severalBeers()
      let fields = newFields()
      _ = try Self.attempt {
        try diary.edit(beers) {
          $0.brewery = fields.brewery
          $0.rating = fields.rating
        }
      }
    case .setField:
      let beers = try severalBeers()
      let brewery = Self.breweries.randomElement(using: &random) ?? nil
      note(
        try Self.attempt { try diary.set(.text(.brewery), of: beers, to: brewery.map { .text($0) }).first })
    case .moveToTrash:
      guard let beer = try beer() else { return }
      note(try Self.attempt { try diary.moveToTrash([beer]) })
    case .restore:
      let beers = try diary.beersInTrash()
      note(try Self.attempt { try diary.restore(Array(beers.prefix(2))) })
    case .emptyTrash: _ = try Self.attempt { try diary.emptyTrash() }
    case .undo:
      guard let change = undos.popLast() else { return }
      if let redo = try Self.attempt({ try diary.revert(change) }) { redos.append(redo) }
    case .redo:
      guard let change = redos.popLast() else { return }
      if let undo = try Self.attempt({ try diary.revert(change, isRedo: true) }) { undos.append(undo) }
    case .undoLogged: _ = try Self.attempt { try diary.undoChange() }
    case .undoAnyLogged:
      guard let change = try diary.loggedChanges().randomElement(using: &random) else { return }
      _ = try Self.attempt { try diary.undoChange(change.id) }
    case .redoLogged: _ = try Self.attempt { try diary.redoChange() }
    case .undoLoggedImport:
      let imported = try diary.loggedChanges().first { change in
        !change.isUndone && change.kind == DiaryChange.Kind.imported.rawValue
      }
      guard let imported else { return }
      _ = try Self.attempt { try diary.undoChange(imported.id) }
    case .importFile: try importFile(Array(csv().utf8))
    case .importExport:
      let other = try otherDiary()
      let file = try other.exported(Bool.random(using: &random) ? .csv : .json)
      try other.close()
      try importFile(file)
      let contents = try LabelContents(diary)
      // Beers that differ from those of the file may be updated, which is no decision about labels.
      #expect(try diary.importFile(file).tally.decisions.isEmpty, "\(steps)")
      #expect(try LabelContents(diary) == contents, "\(steps)")
    case .importAgain:
      guard let lastFile else { return }
      try importFile(lastFile)
    case .undoImport: _ = try Self.attempt { try diary.undoImport() }
    case .revertImport:
      guard let record = try diary.imports().first else { return }
      note(try diary.change(ofImport: record.id))
    case .merge:
      guard let labels = try twoLabels() else { return }
      try changeLabels { try $0.mergeLabels([labels.0], into: labels.1) }
    case .split:
      guard let beer = try beer() else { return }
      try changeLabels { try $0.splitLabel(ofBeer: beer) }
    case .keepApart:
      guard let labels = try twoLabels() else { return }
      try changeLabels { try $0.keepApart(labels.0, labels.1) }
    case .setFacts:
      guard let labels = try twoLabels() else { return }
      let facts = LabelFacts(
        name: Self.names.randomElement(using: &random), abv: [nil, 6.2].randomElement(using: &random) ?? nil)
      try changeLabels { try $0.setFacts(facts, ofLabel: labels.0) }
    case .splitByDay:
      guard let beer = try beer() else { return }
      for day in ["2024-06-01", "2024-06-05"] {
        let image = MemoryBytes(Array("photo".utf8))
        let added = try diary.addPhoto(to: beer, image: image, allowsDuplicate: true)
        try diary.write {
          try $0.execute(sql: "UPDATE photo SET taken_at = ? WHERE id = ?", arguments: [day, added.photo.id])
        }
      }
      note(try Self.attempt { try diary.splitBeer(beer, in: .gmt) })
    case .mergeDiary:
      let other = try otherDiary()
      let otherPath = other.path
      try other.close()
      let before = try LabelContents(diary)
      try diary.close()
      _ = try Diary.merge(otherPath, into: path)
      diary = try Diary.open(at: path)
      // The beers that the diary had are grouped as before.
      let after = try LabelContents(diary)
      #expect(after.beers.filter { before.beers[$0.key] != nil } == before.beers)
    }
  }

  /// Returns a step at random; each kind of step comes once before any comes again.
  private mutating func nextStep(among allowed: [Step]) throws -> Step {
    // Few beers have nothing to merge or split.
    if try diary.approximateBeerCount() < 5 { return .add }
    if next.isEmpty { next = allowed.shuffled(using: &random) }
    return next.removeLast()
  }

  /// Imports a file, whose beers may be updated.
  private mutating func importFile(_ file: [UInt8]) throws {
    var options = ImportOptions()
    options.onDuplicate = Bool.random(using: &random) ? .update : .skip
    try diary.importFile(file, options)
    lastFile = file
  }

  /// Changes labels, and expects that undo leaves all of them as they were, and that redo changes them again, on the
  /// screen as well as in the log.
  private mutating func changeLabels(_ body: (Diary) throws -> DiaryChange?) throws {
    let diary = diary
    let before = try LabelTables(diary)
    guard let change = try Self.attempt({ try body(diary) }) else { return }
    let after = try LabelTables(diary)
    _ = try diary.undoChange()
    #expect(try LabelTables(diary) == before, "\(steps)")
    _ = try diary.redoChange()
    #expect(try LabelTables(diary) == after, "\(steps)")
    let undone = try diary.revert(change)
    #expect(try LabelTables(diary) == before, "\(steps)")
    note(try diary.revert(undone, isRedo: true))
    #expect(try LabelTables(diary) == after, "\(steps)")
  }

  private mutating func note(_ change: DiaryChange?) {
    guard let change else { return }
    undos.append(change)
    redos = []
  }

  /// Returns `nil` if the diary refuses the change, as for a beer that has been deleted.
  private static func attempt<Value>(_ work: () throws -> Value?) throws -> Value? {
    do { return try work() } catch let error as any DiaryError where error.refusal != nil { return nil }
  }

  private mutating func beer() throws -> Int64? {
    try diary.read { try Int64.fetchAll($0, sql: "SELECT id FROM beer ORDER BY id") }
      .randomElement(using: &random)
  }

  /// Returns a few beers in ascending order.
  private mutating func severalBeers() throws -> [Int64] {
    try diary.read { try Int64.fetchAll($0, sql: "SELECT id FROM beer ORDER BY id") }
      .shuffled(using: &random).prefix(4).sorted()
  }

  private mutating func twoLabels() throws -> (UUID, UUID)? {
    let labels = try diary.read { try UUID.fetchAll($0, sql: "SELECT uuid FROM label ORDER BY id") }
      .shuffled(using: &random)
    return labels.count < 2 ? nil : (labels[0], labels[1])
  }

  private mutating func newFields() -> BeerFields {
    var fields = BeerFields(
      name: Self.names.randomElement(using: &random),
      brewery: Self.breweries.randomElement(using: &random) ?? nil,
      rating: [nil, 3, 3.25, 4.5, 5].randomElement(using: &random) ?? nil,
      drunkAt: DiaryDate("202\(Int.random(in: 0...5, using: &random))-06-01"))
    switch Int.random(in: 0..<4, using: &random) {
    case 0: fields.extras["bid"] = .integer(Int64.random(in: 1...3, using: &random))
    case 1: fields.extras["label"] = .text("Trappist")
    default: break
    }
    return fields
  }

  private mutating func newBeer() -> NewBeer {
    let isImported = Bool.random(using: &random)
    let id = String(UInt32.random(in: 0 ... .max, using: &random))
    return NewBeer(fields: newFields(), origin: isImported ? Origin(source: "untappd", id: id) : nil)
  }

  /// Returns a few check-ins; some come again in other files.
  private mutating func csv() -> String {
    var csv = "beer_name,brewery_name,rating_score,bid,checkin_id\n"
    for _ in 0..<4 {
      let name = Self.names.randomElement(using: &random) ?? ""
      let brewery = (Self.breweries.randomElement(using: &random) ?? nil) ?? ""
      let bid = Int.random(in: 1...4, using: &random)
      let id = Int.random(in: 1...30, using: &random)
      csv += "\(name),\(brewery),4,\(bid),\(id)\n"
    }
    return csv
  }

  /// Returns another diary with a few beers.
  private mutating func otherDiary() throws -> Diary {
    others += 1
    var other = try RandomDiary(
      "\(path)-other-\(others)", seed: UInt64.random(in: 0 ... .max, using: &random))
    for _ in 0..<12 { try other.change(among: Step.simple) }
    return other.diary
  }
}
