import DiaryModel
import DiaryStore
import FaultVFS
import FixtureStores
import Foundation

/// A scenario's store, ready to be copied for each case, and what its diary shows.
struct PreparedStore {
  let scenario: Scenario
  let original: CaseFolder
  let survival: SurvivalCheck
  /// Operations that an undisturbed run takes.
  let operationCount: Int

  init(_ scenario: Scenario) throws {
    self.scenario = scenario
    original = try Self.original(of: scenario)
    let before = try CaseFolder(copying: original)
    let shownBefore = try before.runSoundly {
      Verdict(snapshot: try DiarySnapshot.lines(of: Scenario.open(before.store)))
    }
    let after = try CaseFolder(copying: original)
    let undisturbed = try after.runSoundly {
      fault_vfs_arm(after.store, FaultKind.everything, FAULT_EFFECT_ERROR_ONCE, 0, 0)
      try scenario.act(after.store)
      fault_vfs_disarm()
      let snapshot = try DiarySnapshot.lines(of: Scenario.open(after.store))
      return Verdict(count: Int(fault_vfs_count()), snapshot: snapshot)
    }
    survival = SurvivalCheck(
      before: shownBefore.snapshot, after: undisturbed.snapshot, completion: scenario.completion)
    operationCount = undisturbed.count
  }

  /// Makes a scenario's store, and checks that its diary shows what the fixture holds.
  static func original(of scenario: Scenario) throws -> CaseFolder {
    let original = try CaseFolder()
    // In a process of its own, too: it opens diaries.
    _ = try original.runSoundly {
      let expected = try scenario.prepare(original.store)
      let copy = try CaseFolder(copying: original)
      let shown = try expected.isEmpty ? [] : ExpectedBeer.shown(by: try Scenario.open(copy.store))
      return Verdict(failures: shown == expected ? [] : ["the diary does not show what the fixture holds"])
    }
    return original
  }
}

extension ExpectedBeer {
  /// The beers of a diary as a fixture describes them.
  static func shown(by diary: Diary) throws -> [ExpectedBeer] {
    var details: [BeerDetail] = []
    try diary.forEachBeer { details.append($0) }
    return try details.sorted { $0.beer.id < $1.beer.id }.map { detail in
      let fields = detail.beer.fields
      let photos = try diary.addingMetadata(to: detail.photos).map {
        ExpectedPhoto(sha256: $0.sha256 ?? "missing", byteCount: $0.metadata.byteCount)
      }
      return ExpectedBeer(
        name: fields.name, brewery: fields.brewery, style: fields.style, abv: fields.abv, ibu: fields.ibu,
        rating: fields.rating, place: fields.place, notes: fields.notes,
        drunkAt: fields.drunkAt?.secondsSince1970 ?? .nan, photos: photos)
    }
  }
}

extension DiaryDate {
  /// For instants only.
  fileprivate var secondsSince1970: Double? {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
    return (try? style.parse(text))?.timeIntervalSince1970
  }
}
