import DiaryModel
import DiaryStore
import Foundation
import Testing

extension Commands {
  /// One filter language for every command that takes a filter.
  @Suite struct FilterCommandTests {
    private static let names = ["Orval", "Gueuze", "Rasputin", "Baltika"]

    private let place: Workplace

    /// Four beers from 1, each with a label and a photo of its own.
    init() throws {
      place = try Workplace()
      let beers = [
        [
          "--style", "Trappist", "--rating", "4", "--abv", "6.2", "--date", "2019-06-01", "--set", "hop=Saaz",
        ],
        ["--style", "Lambic", "--rating", "3", "--abv", "5"],
        ["--style", "Stout", "--abv", "10.4", "--date", "2020-01-02"],
        ["--style", "Porter", "--rating", "4.5", "--abv", "6", "--date", "yesterday"],
      ]
      for (name, fields) in zip(Self.names, beers) {
        #expect(try place.run(["add", name] + fields).status == 0)
        let photo = try place.write("photo of \(name)", to: "\(name).jpg")
        #expect(try place.run("photo", "add", name, photo, "--any-file").status == 0)
      }
    }

    /// Returns what a command prints as JSON.
    private func json(_ arguments: [String]) throws -> Any {
      let result = try place.run(arguments + ["--json"])
      #expect(result.status == 0, "\(arguments): \(result.errors)")
      return try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    }

    @Test func aValueMayBeAttachedToItsOption() throws {
      #expect(try place.run("list", "-n2").output == place.run("list", "-n", "2").output)
      #expect(try place.run("list", "-rn2").output == place.run("list", "-r", "-n", "2").output)
      for word in ["-n2", "-n=2"] { #expect(try place.run("log", word).lines.count == 2, "\(word)") }
      let file = place.file("beers.csv")
      #expect(try place.run("export", "-o\(file)").status == 0)
      #expect(FileManager.default.fileExists(atPath: file))
      #expect(try place.run("export", "-o-").output == place.run("export").output)
    }

    @Test func aWordOfAFilterIsNotAValueAttachedToAnOption() throws {
      for words in ["-orval", "-origin:x.y", "-other=a/b", "-oak/vanilla", "-old.ale"] {
        let result = try place.run("export", words)
        #expect(!result.errors.contains("Unknown option"), "\(words): \(result.errors)")
      }
      #expect(try place.run("export", "-oak/vanilla").output == place.run("export").output)
      let filtered = try place.run("export", "-orval")
      #expect(filtered.output.contains("Gueuze") && !filtered.output.contains("Orval"))
    }

    /// Returns the ids of the beers in a list, which has their names.
    private func listed(_ arguments: [String]) throws -> [Int] {
      let items = try #require(try json(arguments) as? [[String: Any]])
      let names = items.compactMap { ($0["name"] ?? $0["value"]) as? String }
      return names.compactMap { Self.names.firstIndex(of: $0) }.map { $0 + 1 }.sorted()
    }

    @Test func aWordOfTheScreenMeansTheCustomFieldIfThereIsOne() throws {
      #expect(try place.run("edit", "Gueuze", "--place", "Kulminator").status == 0)
      #expect(try listed(["list", "venue:kulminator"]) == [2])
      let fields = BeerFields(name: "Orval", extras: ["venue": .text("Kulminator")])
      _ = try place.diary(for: .writing).edit(1, to: fields)
      #expect(try listed(["list", "venue:kulminator"]) == [1])
    }

    @Test func aQuotedNameThatNoBeerHasIsAnError() throws {
      for command in [["list"], ["export"], ["stats"], ["edit", "--rating", "3", "--dry-run"]] {
        let refused = try place.run(command + ["\"nme\":Orval"])
        #expect(refused.status == 64, "\(command)")
        #expect(
          refused.errors.contains("There is no custom field “nme”. Did you mean name, without"),
          "\(command): \(refused.errors)")
      }
      #expect(try listed(["list", "\"hop\":saaz"]) == [1])
    }

    /// Returns the ids of the beers that a dry run would change.
    private func changed(_ arguments: [String]) throws -> [Int] {
      let result = try place.run(arguments + ["--dry-run"])
      #expect(result.status == 0, "\(arguments): \(result.errors)")
      return result.lines.compactMap { line in
        let words = line.split(separator: " ")
        return words.first == "id" ? Int(words[1]) : nil
      }.sorted()
    }

    @Test func everyCommandReadsAFilterInTheSameWay() throws {
      let filters: [([String], [Int])] = [
        (["(style:trappist or style:stout) abv<8"], [1]), (["style!=Stout"], [1, 2, 4]),
        (["rating:3..4"], [1, 2]), (["abv:6.."], [1, 3, 4]), (["rating >= 4 and abv <= 6"], [4]),
        (["date:today"], [2]), (["date>=-30d"], [2, 4]), (["date:-1y..yesterday"], [4]),
        (["year:2019..2020"], [1, 3]), (["id:1,3..4"], [1, 3, 4]), (["id>=3"], [3, 4]),
        (["-has:rating"], [3]), (["hop:saaz", "or", "rating>4"], [1, 4]),
        (["not (style:porter or style:lambic)"], [1, 3]), (["has:photo", "-gueuze", "no:notes"], [1, 3, 4]),
      ]
      for (number, (filter, ids)) in filters.enumerated() {
        let what: Comment = "\(filter)"
        #expect(try listed(["list"] + filter) == ids, what)
        #expect(try listed(["labels", "list"] + filter) == ids, what)
        #expect(try listed(["export"] + filter) == ids, what)
        #expect(try listed(["stats", "--by", "name"] + filter) == ids, what)
        let statistics = try json(["stats"] + filter) as? [String: Any]
        #expect(statistics?["beers"] as? Int == ids.count, what)
        #expect(try changed(["edit"] + filter + ["--notes", "Dry."]) == ids, what)
        #expect(try changed(["remove"] + filter) == ids, what)
        let photos =
          try json(["photo", "export"] + filter + [place.file("photos-\(number)")]) as? [String: Any]
        let exported = try #require(photos?["photos"] as? [[String: Any]], what)
        #expect(exported.compactMap { $0["beer"] as? Int }.sorted() == ids, what)

        #expect(try place.run("remove", "1", "2", "3", "4").status == 0, what)
        #expect(try listed(["trash", "list"] + filter) == ids, what)
        #expect(try changed(["trash", "restore"] + filter) == ids, what)
        #expect(try place.run("trash", "restore", "--all").status == 0, what)
      }
    }

    @Test func everyCommandRefusesAMistakeInTheSameWay() throws {
      let commands = [
        ["list"], ["labels", "list"], ["export"], ["stats"], ["edit", "--notes", "Dry."], ["remove"],
        ["trash", "list"], ["trash", "restore"], ["photo", "urls"],
      ]
      for filter in [
        "(style:stout", "abv~9", "rating:4..3", "name:a..c", "id:x", "date:-5q", "colour:red",
      ] {
        let expected = try place.run("list", filter).errors
        #expect(expected.contains("\n  \(filter)\n") && expected.contains("^"))
        for command in commands {
          let result = try place.run(command + [filter])
          #expect(result.status == 64 && result.output == "", "\(command)")
          #expect(result.errors == expected, "\(command): \(result.errors)")
        }
        let photos = try place.run("photo", "export", filter, place.file("photos"))
        #expect(photos.status == 64 && photos.errors == expected)
      }
    }

    @Test func everyExampleOfTheHelpIsAFilter() throws {
      _ = try place.run("edit", "1", "--set", "hop variety=Citra")
      let filters = FilterHelp.examples.flatMap { $0.filter.components(separatedBy: ", ") }
      #expect(filters.count > 20)
      for filter in filters {
        let result = try place.run("list", filter)
        #expect(result.status == 0 && result.errors == "", "\(filter): \(result.errors)")
      }
    }
  }
}
