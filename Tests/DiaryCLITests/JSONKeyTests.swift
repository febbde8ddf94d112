import ArgumentParser
import DiaryCLI
import DiaryModel
import FixtureStores
import Foundation
import Testing

extension JSONObject {
  /// Returns the object with a name; `nil` if there is none.
  static func named(_ name: String) -> JSONObject? { all.first { $0.name == name } }

  /// Returns what is wrong with the keys of an object: those that it does not describe, and those that must be there.
  func mismatches(_ keys: some Sequence<String>) -> Set<String> {
    let keys = Set(keys)
    let required = self.keys.filter { !$0.isOptional }.map(\.name)
    return keys.subtracting(self.keys.map(\.name)).union(Set(required).subtracting(keys))
  }
}

extension JSONValue {
  fileprivate var members: [String: JSONValue] {
    if case .object(let members) = self { members } else { [:] }
  }
  fileprivate var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
}

extension Commands {
  /// The keys in the reference and the schema are those that commands print.
  @Suite struct JSONKeyTests {
    private let place: Workplace

    init() throws { place = try Workplace(beers: "Orval") }

    private func json(_ arguments: [String]) throws -> JSONValue {
      try JSONValue(json: place.run(arguments).output)
    }

    private func object(_ arguments: String...) throws -> [String: JSONValue] {
      try json(arguments + ["--json"]).members
    }

    private func description(_ name: String) throws -> JSONObject { try #require(JSONObject.named(name)) }

    @Test func theKeysOfABeerAndItsPhotosAreDescribed() throws {
      let file = try place.write("not a picture", to: "a.jpg")
      _ = try place.run("photo", "add", "1", file, "--any-file")

      let beer = try object("show", "1")
      #expect(try description("beer").mismatches(beer.keys) == [])
      let photo = try #require(beer["photos"]?.elements.first)
      #expect(try description("photo").mismatches(photo.members.keys) == [])
    }

    @Test func theKeysOfAChangeAreDescribed() throws {
      let change = try description("change")

      #expect(try change.mismatches(object("undo", "--dry-run").keys) == [])
      #expect(try change.mismatches(object("undo").keys) == [])
      #expect(try change.mismatches(object("redo").keys) == [])
    }

    @Test func theKeysOfReportsAreDescribed() throws {
      #expect(try description("statistics").mismatches(object("stats").keys) == [])
      #expect(try description("year").mismatches(object("year").keys) == [])
      #expect(try description("integrity_check").mismatches(object("doctor").keys) == [])

      let csv = try place.write("name\nGueuze\n", to: "beers.csv")
      #expect(try description("import").mismatches(object("import", csv, "--dry-run").keys) == [])
      #expect(try description("import").mismatches(object("import", csv, "--yes").keys) == [])
    }

    @Test func theKeysOfChangesAreDescribed() throws {
      func expect(_ name: String, _ arguments: String...) throws {
        let keys = try json(arguments + ["--json"]).members.keys
        #expect(try description(name).mismatches(keys) == [], "\(arguments)")
      }
      let csv = try place.write("name\nGueuze\n", to: "beers.csv")
      _ = try place.run("import", csv, "--yes")
      _ = try place.run("edit", "1", "--set", "hop=Citra", "--set", "malt=Pilsner")

      try expect("changed_beers", "edit", "id:1,2", "--rating", "4", "--dry-run")
      try expect("changed_beers", "edit", "id:1,2", "--rating", "4", "--yes")
      try expect("field_change", "fields", "rename", "hop", "hops", "--dry-run")
      try expect("field_change", "fields", "merge", "hop", "malt")
      let conflict = try #require(object("fields", "merge", "hop", "malt")["conflicts"]?.elements.first)
      #expect(try description("field_conflict").mismatches(conflict.members.keys) == [])
      try expect("import_undo", "import", "undo", "--dry-run")
      try expect("import_undo", "import", "undo")
      try expect("removed_beers", "remove", "1", "--dry-run")
      try expect("removed_beers", "remove", "1")
      try expect("restored_beers", "trash", "restore", "1", "--dry-run")
      try expect("restored_beers", "trash", "restore", "1")
      try expect("emptied_trash", "trash", "empty", "--yes")
      try expect("backup_plan", "backup", "--dry-run")
      try expect("backup", "backup")
    }

    @Test func theKeysOfSettingsAreDescribed() throws {
      #expect(try description("settings_file").mismatches(object("config", "path").keys) == [])
      #expect(try description("setting").mismatches(object("config", "set", "theme", "dark").keys) == [])
      #expect(try description("setting").mismatches(object("config", "get", "date").keys) == [])
      try "theme = \"pink\"\n".write(
        toFile: place.file("config/beerdiary/config.toml"), atomically: true, encoding: .utf8)
      let mistake = try #require(try json(["config", "check", "--json"]).elements.first)
      #expect(try description("settings_mistake").mismatches(mistake.members.keys) == [])
    }

    @Test func everyCommandPrintsABeerInTheSameForm() throws {
      let file = try place.write("not a picture", to: "a.jpg")
      _ = try place.run("photo", "add", "1", file, "--any-file", "--caption", "Glass")
      _ = try place.run("edit", "1", "--set", "hop=Citra")
      func first(_ arguments: String...) throws -> [String: JSONValue] {
        let beers = try json(arguments + ["--json"]).elements
        return try #require(beers.first { $0.members["id"] == .integer(1) }).members
      }

      let shown = try object("show", "1")
      #expect(shown["photos"]?.elements.first?.members["number"] == .integer(1))
      #expect(shown["extras"] == .object(["hop": .text("Citra")]))
      for beer in try [
        object("add", "Gueuze"), object("edit", "1", "--notes", "dry"), object("again", "Orval"),
      ] {
        #expect(Set(beer.keys) == Set(shown.keys))
      }

      // Only `show` computes the hashes of images that have none yet.
      func withoutHashes(_ beer: [String: JSONValue]) -> [String: JSONValue] {
        let photos = beer["photos"]?.elements.map { photo in
          JSONValue.object(photo.members.filter { $0.key != "sha256" })
        }
        return beer.merging(["photos": .array(photos ?? [])]) { $1 }
      }
      let now = withoutHashes(try object("show", "1"))
      #expect(try withoutHashes(first("list")) == now)
      #expect(try withoutHashes(first("export")) == now)
      let ofLabel = try object("labels", "show", "Orval")["beers"]?.elements.map(\.members) ?? []
      #expect(ofLabel.map(withoutHashes).contains(now))
    }

    @Test func everyObjectThatACommandPrintsIsDescribed() {
      let types = JSONOutput.all.map(\.type) + JSONObject.all.flatMap(\.keys).map(\.type)
      for name in Set(types.flatMap { Self.names(in: $0) }) {
        #expect(JSONObject.named(name) != nil, "\(name)")
      }
      for object in JSONObject.all {
        #expect(Set(object.keys.map(\.name)).count == object.keys.count, "\(object.name)")
      }
      #expect(Set(JSONObject.all.map(\.name)).count == JSONObject.all.count)
    }

    @Test func everyCommandThatPrintsAListHasLines() throws {
      for output in JSONOutput.all where Self.isList(output.type) {
        let help = try place.run(output.command.split(separator: " ").map(String.init) + ["--help"]).output
        #expect(help.contains("--jsonl"), "\(output.command)")
      }
    }

    private static func isList(_ type: JSONType) -> Bool {
      switch type {
      case .array: true
      case .either(let types): types.contains { isList($0) }
      default: false
      }
    }

    private static func names(in type: JSONType) -> [String] {
      switch type {
      case .object(let name): [name]
      case .array(let element), .map(let element): names(in: element)
      case .either(let types): types.flatMap { names(in: $0) }
      case .text, .choice, .date, .boolean, .integer, .number, .any: []
      }
    }

    @Test func theVersionIsTheProgramsMajorVersion() throws {
      let versions = try object("--version")
      #expect(try description("version").mismatches(versions.keys) == [])
      #expect(versions["version"] == .text(Beerdiary.version))
      #expect(Beerdiary.version.hasPrefix("\(JSONOutput.version)."))
      #expect(versions["json_version"] == .integer(Int64(JSONOutput.version)))
      #expect(try place.run("--version").output == Beerdiary.version + "\n")
    }

    @Test func linesAreTheElementsOfTheArray() throws {
      let menu = try place.write("Orval\nGueuze\n", to: "menu.txt")
      _ = try place.run("add", "Gueuze", "--set", "photo_url=https://example.org/g.jpg")
      _ = try place.run("photo", "add", "1", menu, "--any-file")
      _ = try place.run("import", place.write("name\nChimay\n", to: "beers.csv"), "--yes")
      _ = try place.run("remove", "3")
      _ = try place.run("backup")
      for words in [
        ["list"], ["list", "--distinct"], ["labels"], ["had", "--menu", menu], ["photo", "list", "1"],
        ["fields"], ["photo", "urls"], ["trash"], ["import", "list"], ["backup", "list"], ["config"],
        ["stats", "--by", "name"], ["telemetry", "describe"], ["export"],
      ] {
        let array = try json(words + ["--json"]).elements
        let lines = try place.run(words + ["--jsonl"]).lines.map { try JSONValue(json: $0) }
        #expect(!array.isEmpty && lines == array, "\(words)")
      }
    }

    @Test func customFieldsThatAreNotAnObjectAreOneField() throws {
      let file = try SQLiteFile(place.store)
      try file.execute(
        "PRAGMA ignore_check_constraints = ON; UPDATE beer SET extras = '[\"Citra\"]'")
      file.close()

      for command in ["list", "export"] {
        let beer = try #require(try json([command, "--json"]).elements.first)
        #expect(
          beer.members["extras"] == .object(["Custom fields as recorded": .text(#"["Citra"]"#)]),
          "\(command)")
      }
    }

    @Test func anEmptyListHasNoLines() throws {
      #expect(try place.run("list", "name:none", "--jsonl").output == "")
      #expect(try place.run("list", "--json", "--jsonl").status == 64)
    }
  }
}
