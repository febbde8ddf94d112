import DiaryModel
import DiaryText
import Foundation
import Testing

extension Commands {
  /// The keys in the reference are those that commands print.
  @Suite struct JSONKeyTests {
    private let place: Workplace

    init() throws { place = try Workplace(beers: "Orval") }

    private func object(_ arguments: String...) throws -> [String: Any] {
      let output = try place.run(arguments + ["--json"]).output
      let json = try JSONSerialization.jsonObject(with: Data(output.utf8))
      return try #require(json as? [String: Any])
    }

    @Test func theKeysOfABeerAndItsPhotosAreDescribed() throws {
      let file = try place.write("not a picture", to: "a.jpg")
      _ = try place.run("photo", "add", "1", file, "--any-file")

      let beer = try object("show", "1")
      #expect(Set(beer.keys) == Set(JSONKey.beer.map(\.name) + BeerColumn.all.map(\.name)))
      let photo = try #require((beer["photos"] as? [[String: Any]])?.first)
      #expect(Set(photo.keys) == Set(JSONKey.photo.map(\.name)))
    }

    @Test func theKeysOfAChangeAreDescribed() throws {
      let keys = Set(JSONKey.change.map(\.name))

      #expect(try Set(object("undo", "--dry-run").keys) == keys.union(["dry_run"]))
      #expect(try Set(object("undo").keys) == keys)
      #expect(try Set(object("redo").keys) == keys)
    }

    @Test func theKeysOfReportsAreDescribed() throws {
      let (statistics, doctor) = (try object("stats"), try object("doctor"))
      #expect(Set(statistics.keys) == Set(JSONKey.statistics.map(\.name)))
      #expect(Set(doctor.keys) == Set(JSONKey.doctor.map(\.name)))

      let csv = try place.write("name\nGueuze\n", to: "beers.csv")
      let plan = try object("import", csv, "--dry-run")
      let report = try object("import", csv, "--yes")
      #expect(Set(plan.keys).union(report.keys) == Set(JSONKey.importReport.map(\.name)))
    }
  }
}
