import DiaryModel
import DiaryStore
import Foundation
import Testing

extension Commands {
  /// How beers are named on the command line.
  @Suite struct BeerReferenceTests {
    private let place: Workplace

    init() throws {
      place = try Workplace(beers: "Orval", "Gueuze", "last", "Orval", "Chimay Red", "Chimay Blue")
    }

    private func name(_ reference: String) throws -> String? { try place.run("show", reference).lines.first }

    @Test func lastIsTheBeerThatWasAddedLast() throws {
      #expect(try name("last") == "Chimay Blue")
      #expect(try name("name=last") == "last")
      _ = try place.run("remove", "last")
      #expect(try name("last") == "Chimay Red")
      #expect(try Workplace(beers: "Orval").run("edit", "last", "--rating", "4").status == 0)
    }

    @Test func theBeginningOfAUUIDIsEnough() throws {
      let uuid = try #require(try place.diary().beer(2)?.beer.uuid.uuidString.lowercased())

      #expect(try name(uuid) == "Gueuze")
      #expect(try name(String(uuid.prefix(30))) == "Gueuze")
      #expect(try name(String(uuid.prefix(33)).uppercased()) == "Gueuze")
      // A uuid begins with the time.
      let several = try place.run("show", String(uuid.prefix(8))).errors
      #expect(several.contains("6 beers have a uuid that begins"))
      #expect(several.contains("Type more of it, or choose one by its id:\n"))
      let short = try place.run("show", "a\(uuid.prefix(6))")
      #expect(short.status == 66)
    }

    @Test func aFilterWithAFieldNamesTheOnlyBeerThatMatches() throws {
      #expect(try name("name=gueuze") == "Gueuze")
      #expect(try name("name:chimay -name:red") == "Chimay Blue")
      let none = try place.run("show", "name=Duvel")
      #expect(none.status == 66 && none.errors == "beerdiary: No beer matches “name=Duvel”.\n")
      let several = try place.run("show", "name:chimay")
      #expect(several.status == 66 && several.errors.contains("2 beers match “name:chimay”."))
      #expect(several.errors.contains("\n  5  Chimay Red\n  6  Chimay Blue\n"), "\(several.errors)")
    }

    @Test func aNameThatIsNotUniqueOrNotFoundIsAnsweredWithBeers() throws {
      let several = try place.run("edit", "Orval", "--rating", "4")
      #expect(several.status == 66)
      #expect(several.errors.contains("2 beers are named “Orval”. Choose one by its id:\n  1  Orval\n"))
      let similar = try place.run("edit", "chimay", "--rating", "4")
      #expect(similar.status == 66 && similar.errors.contains("There is no beer “chimay” in the diary."))
      #expect(similar.errors.contains("Chimay Red") && similar.errors.contains("Chimay Blue"))
      let none = try place.run("edit", "Duvel", "--rating", "4")
      #expect(
        none.errors
          == "beerdiary: There is no beer “Duvel” in the diary. See the ids with `beerdiary list`.\n")
      let mistyped = try place.run("show", "Guezue")
      #expect(
        mistyped.errors
          == "beerdiary: There is no beer “Guezue” in the diary. Did you mean “Gueuze”?\n")
    }

    @Test func aMinusInANameThatIsNotFoundLeavesNoBeersOut() throws {
      let place = try Workplace(beers: "Hop -n- Roll", "Gueuze")
      let missing = try place.run("show", "Hop -n-").errors
      #expect(missing.contains("Do you mean one of these?"), "\(missing)")
      #expect(missing.contains("  1  Hop -n- Roll"), "\(missing)")
    }

    @Test func anErrorSaysThatABeerIsInTheTrash() throws {
      _ = try place.run("remove", "Gueuze")
      for command in [["show"], ["edit", "--rating", "4"], ["remove"], ["photo", "restore"]] {
        let refused = try place.run(command + ["Gueuze"])
        #expect(refused.status == 66, "\(command)")
        #expect(
          refused.errors.contains("“Gueuze” is only in the trash. Restore it with"), "\(refused.errors)")
      }
      #expect(try name("2") == "Gueuze")
    }

    @Test func labelsAreNamedInTheSameWays() throws {
      #expect(try place.run("again", "last").output.contains("“Chimay Blue”"))
      #expect(try place.run("labels", "show", "name=gueuze").lines.first == "Gueuze")
    }
  }
}
