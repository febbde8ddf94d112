import DiaryModel
import DiaryStore
import Foundation
import Testing

extension Commands {
  /// `import` and `export`.
  @Suite struct ImportAndExportTests {
    private let place: Workplace
    private let csv: String

    init() throws {
      place = try Workplace()
      csv = try place.write("name,rating,hop\nOrval,4.5,Hallertau\nGueuze,3,\n", to: "beers.csv")
    }

    @Test func beersAreImportedOnce() throws {
      let result = try place.run("import", csv)
      let again = try place.run("import", csv, "--json")

      #expect(result.status == 0 && result.errors == "")
      #expect(result.output.hasPrefix("Added 2 beers to a new diary, \(place.store)."))
      #expect(again.output.contains("\"added\": 0") && again.output.contains("\"same\": 2"))
      #expect(try Set(place.names().values) == ["Orval", "Gueuze"])
    }

    @Test func aGermanNoteThatIsANumberIsTheRating() throws {
      let notes = try place.write(
        "Datum;Bier;Brauerei;Note;Alkohol;Kommentar\n01.06.2019;Helles;X;8,5;5,2;süffig\n"
          + "02.06.2019;Pils;Y;9;4,9;herb\n03.06.2019;Bock;Z;7;6,5;malzig\n", to: "notizen.csv")

      #expect(try place.run("import", notes).status == 0)

      #expect(try place.run("list", "notes:süffig rating=4.25").output.contains("Helles"))
      let best = try place.run("list", "rating>=4").output
      #expect(best.contains("Helles") && best.contains("Pils") && !best.contains("Bock"))
    }

    @Test func thePlanSaysThatDatesAreNumbersOfDays() throws {
      let file = try place.write("name,date\nOrval,45292\n", to: "excel.csv")

      let plan = try place.run("import", file, "--dry-run")

      #expect(
        plan.lines.contains(
          "Dates in “date” were read as numbers of days, as spreadsheets store them: 45292 as 2024-01-01."))
    }

    @Test func standardInputIsImported() throws {
      let result = try place.run("import", "-", input: "name\nChimay\n")

      #expect(result.status == 0)
      #expect(try place.names() == [1: "Chimay"])
    }

    @Test func aFileWithoutBeersCreatesNoDiary() throws {
      let file = try place.write("name,rating\nOrval,4.5,5,6\n", to: "broken.csv")

      let result = try place.run("import", file)

      #expect(result.status == 65)
      #expect(!FileManager.default.fileExists(atPath: place.store))
    }

    @Test func jsonHasTheFileAndTheReasonOfARowThatCannotBeRead() throws {
      let file = try place.write("name,rating\nOrval,4.5,5,6\n", to: "broken.csv")

      let output = try place.run("import", file, "--dry-run", "--json").output

      guard case .object(let json) = try JSONValue(json: output),
        case .array(let rows)? = json["rejected_rows"], case .object(let row)? = rows.first,
        case .array(let faults)? = row["faults"],
        case .object(let fault)? = faults.first
      else {
        Issue.record("\(output)")
        return
      }
      #expect(row["file"] == .text("broken.csv") && row["line"] == .integer(2))
      #expect(
        fault["reason"]
          == .text(
            "the row has 4 fields, but there are 2 column names; quote fields that contain the delimiter"))
    }

    @Test func aDryRunChangesNothing() throws {
      let result = try place.run("import", csv, "--dry-run")

      #expect(result.status == 0 && result.output.contains("2 rows: 2 new"))
      #expect(result.output.hasSuffix("\nAn import would add 2 beers. Nothing was changed.\n"))
      #expect(!FileManager.default.fileExists(atPath: place.store))
    }

    @Test func aDryRunSaysWhatAnImportWouldDo() throws {
      _ = try place.run("import", csv)
      let beers = try place.write("name,abv\nChimay,7\nSaison,strong\n", to: "more.csv")

      let plan = try place.run("import", beers, "--dry-run")
      #expect(plan.status == 65)
      #expect(plan.output.contains("1 value cannot be fully read and is kept as a custom field."))
      #expect(plan.lines.last == "An import would add 2 beers. Nothing was changed.")
      let strict = try place.run("import", beers, "--dry-run", "--strict")
      #expect(strict.lines.last == "With --strict, an import would add nothing. Nothing was changed.")
      let known = try place.run("import", csv, "--dry-run")
      #expect(known.lines.last == "An import would add no beers. Nothing was changed.")
      let changed = try place.write("name,rating,hop\nOrval,4.5,Saaz\nBock,4,\n", to: "beers.csv")
      let both = try place.run("import", changed, "--on-duplicate", "update", "--dry-run")
      #expect(both.lines.last == "An import would add 1 beer and update 1 beer. Nothing was changed.")
      #expect(
        both.lines.contains("2 rows: 1 new, 1 to update.") && both.lines.contains("To change: hop (1)."))
      let updated = try place.run("import", changed, "--on-duplicate", "update")
      #expect(
        updated.lines.starts(with: ["Added 1 beer, 1 updated.", "Changed: hop (1)."]), "\(updated.output)")
      let log = try place.run("log", "-n", "1").output
      #expect(log.hasSuffix("  Imported 1 beer, and changed 1 beer.\n"), "\(log)")
      _ = try place.run("undo", "--yes")
      let undone = try place.run("log", "-n", "1").output
      #expect(undone.hasSuffix("  Imported 1 beer, and changed 1 beer.\n"), "\(undone)")
    }

    @Test func aValueThatTheFileHasEmptiedIsReportedAndKept() throws {
      _ = try place.run("import", csv)
      let emptied = try place.write("name,rating,hop\nOrval,,\nGueuze,3.5,\n", to: "beers.csv")
      let kept = "Empty in the file now, and kept in the diary: hop (1), rating (1)."
      let update = ["import", emptied, "--on-duplicate", "update"]

      let plan = try place.run(update + ["--dry-run"])
      let result = try place.run(update)
      let again = try place.run(update + ["--json"])

      #expect(plan.lines.contains(kept), "\(plan.output)")
      #expect(result.lines.contains(kept), "\(result.output)")
      #expect(
        result.lines.contains("  “Orval”: rating 4.5, in the file none; hop “Hallertau”, in the file none"))
      guard case .object(let json) = try JSONValue(json: again.output) else {
        Issue.record("\(again.output)")
        return
      }
      let emptiedFields: JSONValue = .object(["rating": .integer(1), "hop": .integer(1)])
      #expect(json["differing_fields"] == .object(["emptied": emptiedFields]))
      #expect(try place.diary().beer(1)?.beer.fields.rating == 4.5)
    }

    @Test func rowsThatCannotBeReadAreReported() throws {
      let wrong = try place.write("name,rating,brewery\nOrval,4,\nBad,3,,x\n", to: "wrong.csv")
      let rejects = place.file("rejects.csv")

      let result = try place.run("import", wrong, "--rejects", rejects)

      #expect(result.status == 65)
      #expect(result.errors != "")
      #expect(try place.names() == [1: "Orval"])
      #expect(try String(contentsOfFile: rejects, encoding: .utf8).contains("Bad,3,,x"))
    }

    @Test func beersWithoutANameAreReported() throws {
      let one = try place.write("name,rating\nOrval,4\n,3\n", to: "one.csv")
      let many = try place.write(
        "name,rating\n" + (1...7).map { ",\(Double($0) / 2)\n" }.joined(), to: "many.csv")

      #expect(try place.run("import", one, "--dry-run").lines.contains("1 beer has no name (line 3)."))
      let json = try place.run("import", one, "--json")
      #expect(json.status == 0 && json.output.contains("\"unnamed\": 1"), "\(json.output)")
      let result = try place.run("import", many)
      #expect(
        result.lines.contains("7 beers have no name (lines 2, 3, 4, 5, 6 and 2 more)."), "\(result.output)")
      #expect(try !place.run("import", csv).output.contains("no name"))
    }

    @Test func totalsAndRepeatedColumnNamesAreReported() throws {
      let one = try place.write("Bier;Preis\nOrval;3,50 €\nSumme:;3,50 €\n", to: "one.csv")
      let many = try place.write(
        "Name;Brewery;Price\nname;;€\nTotal;Total Brewing;4\nGose;X;4\nTotal;;8\n", to: "many.csv")

      #expect(
        try place.run("import", one, "--dry-run").lines.contains(
          "1 beer looks like a total or a column name (line 3). If it is, remove that line from the file."))
      let result = try place.run("import", many)
      #expect(
        result.lines.contains(
          "2 beers look like totals or column names (lines 2, 5). If they are, remove those lines from the file."
        ), "\(result.output)")
    }

    @Test func rowsWithFewerFieldsAreReportedUnlessMostHaveFewer() throws {
      let few = try place.write(
        "name,brewery,style,rating\nOrval,Orval,Trappist,4\nGose,Sour,3\nKriek,Boon,Lambic,4\n", to: "few.csv"
      )
      let most = try place.write("name,rating,notes\nOrval,4\nGose,3\nKriek,4,Red\n", to: "most.csv")
      let sentence =
        "1 row has fewer fields than the file has columns (line 3). If a field is missing before the end, the values "
        + "after it are in the wrong columns."

      #expect(try place.run("import", few, "--dry-run").lines.contains(sentence))
      #expect(try place.run("import", few).lines.contains(sentence))
      #expect(try !place.run("import", most).output.contains("fewer fields"))
    }

    @Test func aPersonIsAskedAndCanSayNo() throws {
      let no = try place.run("import", csv, input: "n\n", isTerminal: true)
      #expect(no.status == 0)
      #expect(
        no.errors.contains("Import these beers? [y/N/c]") && no.errors.contains("Nothing was imported."))
      #expect(!FileManager.default.fileExists(atPath: place.store))

      let yes = try place.run("import", csv, input: "y\n", isTerminal: true)
      #expect(yes.status == 0)
      #expect(try place.names().count == 2)
    }

    @Test func aPersonIsAskedForColumns() throws {
      let unknown = try place.write("Foo,Bar\nOrval,4\n", to: "unknown.csv")

      let result = try place.run(
        "import", unknown, input: "name\nrating\ny\nclub\n", isTerminal: true)

      #expect(result.status == 0, "\(result.errors)")
      #expect(try place.diary().beer(1)?.beer.fields.rating == 4)
      #expect(result.errors.contains("Saved the mapping “club” in"))
      let other = try place.write("Foo,Bar\nGueuze,3\n", to: "other.csv")
      #expect(try place.run("import", other, "--mapping", "club").status == 0)
      #expect(try place.diary().beer(2)?.beer.fields.name == "Gueuze")
    }

    @Test func nothingIsImportedWhenTheInputEndsAtAQuestion() throws {
      let unknown = try place.write("Foo,Bar\nOrval,4\n", to: "unknown.csv")

      for answers in ["name", "name\nrating", "name\nrating\ny"] {
        let result = try place.run("import", unknown, input: answers, isTerminal: true)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.hasSuffix("\nNothing was imported.\n"), "\(result.errors)")
      }
      #expect(!FileManager.default.fileExists(atPath: place.store))
    }

    @Test func datesInAnUnknownColumnAreAskedAbout() throws {
      let file = try place.write("name,Day\nOrval,03/14/2021\n", to: "days.csv")
      let question = "No column has the dates; is it “Day”? Then "

      let plan = try place.run("import", "--dry-run", file)
      #expect(plan.output.contains(question + "use --map \"Day=drunk_at\"."))
      let mapped = try place.run("import", "--dry-run", file, "--map", "Day=drunk_at")
      #expect(!mapped.output.contains("No column has the dates"))
      let result = try place.run("import", file)
      #expect(result.output.contains(question + "undo this import, and use --map \"Day=drunk_at\"."))
    }

    @Test func datesInTheFutureAreCounted() throws {
      let file = try place.write(
        "name,date\nOrval,9998-03-14\nGueuze,2021-03-14\nSaison,9998\n", to: "future.csv")

      #expect(try place.run("import", "--dry-run", file).output.contains("2 beers have dates in the future."))
      #expect(try place.run("import", file).output.contains("2 beers have dates in the future."))
    }

    @Test func anImportIsListedAndUndone() throws {
      _ = try place.run("import", csv)

      let list = try place.run("import", "list")
      #expect(list.status == 0 && list.lines.count == 1)
      #expect(list.output.hasPrefix("1  ") && list.output.contains("  beers.csv  2 beers"))

      let plan = try place.run("import", "undo", "--dry-run")
      #expect(plan.output.contains(": 2 beers moved to the trash. Nothing was changed."))
      #expect(try place.names().count == 2)

      let kept = try place.run("import", "undo", input: "\n", isTerminal: true)
      #expect(kept.errors.hasSuffix("Nothing was changed.\n"))

      #expect(try place.run("import", "undo", "1").output.hasPrefix("Undid import 1: 2 beers"))
      #expect(try place.names() == [:])
    }

    @Test func anImportThatWasKilledBeforeItAddedABeerCannotBeUndone() throws {
      _ = try place.run("import", csv)
      let killed = try place.diary(for: .writing).startImport(source: "csv")

      let result = try place.run("import", "undo", "\(killed.id)")

      #expect(result.status != 0)
      #expect(result.errors.contains("There is no import \(killed.id) that can be undone."))
      #expect(try place.run("import", "undo").output.hasPrefix("Undid import 1: 2 beers"))
    }

    @Test func anImportFromStandardInputIsListedAsThat() throws {
      _ = try place.run("import", "-", input: "name\nOrval\n")

      #expect(try place.run("import", "list").output.contains("  standard input  1 beer"))
    }

    @Test func aMappingThatIsNotSavedIsRefused() throws {
      let result = try place.run("import", csv, "--mapping", "club")

      #expect(result.status == 64)
      #expect(result.errors.contains("There is no mapping “club”. No mapping is saved yet."))
    }

    @Test(arguments: ["csv", "json", "jsonl"]) func anExportCanBeImported(_ format: String) throws {
      _ = try place.run("import", csv)
      let file = place.file("export.\(format)")

      let result = try place.run("export", "-o", file)
      #expect(result.status == 0 && result.output == "")
      #expect(result.errors == "Exported 2 beers to \(file).\n")

      let other = place.file("other.sqlite")
      #expect(try place.run("import", file, "--store", other).status == 0)
      let diary = try Diary.open(at: other, for: .reading)
      #expect(try diary.beer(1)?.beer.fields.extras == ["hop": .text("Hallertau")])
    }

    @Test func anExportGoesToStandardOutput() throws {
      _ = try place.run("import", csv)

      let all = try place.run("export")
      let some = try place.run("export", "rating>4", "--format", "markdown")

      #expect(all.status == 0 && all.lines.count == 3)
      #expect(some.output.contains("Orval") && !some.output.contains("Gueuze"))
    }

    @Test func aFileThatIsGivenAsAFilterIsPointedOut() throws {
      _ = try place.run("import", csv)
      let sentence = "No beers match the filter. To write to a file: -o beers.csv"

      let mistaken = try place.run("export", "beers.csv")
      #expect(mistaken.status == 0 && mistaken.errors.contains(sentence), "\(mistaken.errors)")
      for words in [
        ["csv"], ["none.txt"], ["beers.csv", "stout"], ["-o", place.file("some.csv"), "beers.csv"],
      ] {
        #expect(try !place.run(["export"] + words).errors.contains("To write to a file"), "\(words)")
      }
      _ = try place.run("add", "beers.csv")
      #expect(try place.run("export", "beers.csv").errors == "")
    }

    @Test func anUnknownFileExtensionIsRefusedUnlessTheFormatIsGiven() throws {
      _ = try place.run("import", csv)
      let file = place.file("beers.txt")

      let refused = try place.run("export", "-o", file)

      #expect(refused.status == 64 && !FileManager.default.fileExists(atPath: file))
      #expect(
        refused.errors.contains(
          "“.txt” is not the ending of a format. End the name with .csv, .json, .jsonl, .md or .geojson, or use --format."
        ), "\(refused.errors)")
      #expect(try place.run("export", "-o", file, "--format", "markdown").status == 0)
      #expect(try place.run("export", "-o", place.file("lines.txt"), "--jsonl").status == 0)
      #expect(try place.run("export", "-o", place.file("beers")).status == 0)
    }

    /// Exports a beer with a photo, and returns the file and the folder of the photo.
    private func exportedPhoto() throws -> (file: String, photos: String) {
      _ = try place.run("add", "Orval")
      _ = try place.run("photo", "add", "1", place.write("not a picture", to: "a.jpg"), "--any-file")
      let file = place.file("export.csv")
      let photos = place.file("exported")
      _ = try place.run("export", "-o", file, "--photos", photos)
      return (file, photos)
    }

    @Test func aDryRunSaysHowManyPhotosOfAnExportWereFound() throws {
      let (file, photos) = try exportedPhoto()

      let found = try place.run("import", file, "--dry-run", "--photos", photos)
      #expect(found.lines.contains("Found 1 of 1 photo of these beers in \(photos)."), "\(found.output)")
      let missing = try place.run("import", file, "--dry-run")
      #expect(missing.output.contains("Found 0 of 1 photo of these beers in "), "\(missing.output)")
    }

    @Test func anImportNamesMissingFilesAsItsDryRunDoes() throws {
      let (file, _) = try exportedPhoto()
      let copy = place.file("copy.sqlite")

      let plan = try place.run("import", file, "--dry-run", "--store", copy)
      let result = try place.run("import", file, "--yes", "--store", copy)

      let missing = try #require(plan.lines.first { $0.hasPrefix("Missing: “") })
      #expect(result.lines.contains(missing), "\(result.output)")
    }

    @Test func aBeerThatIsOnlyInTheTrashOfAnExportIsReportedWithoutTheUsedOption() throws {
      _ = try place.run("add", "Orval")
      _ = try place.run("remove", "1")
      let file = place.file("export.csv")
      _ = try place.run("export", "-o", file)
      _ = try place.run("trash", "restore", "1")

      let skipped = try place.run("import", file, "--yes")
      #expect(skipped.output.contains("with other values (see --on-duplicate)."), "\(skipped.output)")
      let updated = try place.run("import", file, "--yes", "--on-duplicate", "update")
      #expect(updated.lines.first == "Added 0 beers, 1 already in the diary with other values.")
      #expect(updated.lines.contains("  “Orval”: in the trash only in the file"), "\(updated.output)")
    }

    @Test func captionsOfAnExportAreReportedAndSetByAnUpdate() throws {
      let (file, _) = try exportedPhoto()
      let text = try String(contentsOfFile: file, encoding: .utf8)
      try text.replacing("\"\"caption\"\":null", with: "\"\"caption\"\":\"\"Foam\"\"")
        .write(toFile: file, atomically: true, encoding: .utf8)
      let stays = "1 beer has other captions or another order of photos in the file; the diary's stay."
      let changed = "captions or order of photos (1)."

      #expect(try place.run("import", file, "--yes").lines.contains(stays))
      let plan = try place.run("import", file, "--dry-run", "--on-duplicate", "update")
      #expect(plan.lines.contains("To change: " + changed) && !plan.lines.contains(stays), "\(plan.output)")
      let updated = try place.run("import", file, "--yes", "--on-duplicate", "update")
      #expect(updated.lines.contains("Changed: " + changed), "\(updated.output)")
      #expect(updated.lines.contains("  “Orval”: captions or order of photos"), "\(updated.output)")
      let log = try place.run("log", "-n", "1").output
      #expect(
        log.hasSuffix("  Changed captions or the order of photos of 1 beer in an import.\n"), "\(log)")
      #expect(try !place.run("import", file, "--yes").lines.contains(stays))
    }

    @Test func aRemovedPhotoIsNotCountedAsInTheDiary() throws {
      let (file, photos) = try exportedPhoto()
      _ = try place.run("undo")

      let result = try place.run("import", file, "--yes", "--photos", photos)
      #expect(result.lines.contains("1 photo skipped: you have removed it."), "\(result.output)")
    }

    @Test func aMapHasTheBeersWithAPosition() throws {
      _ = try place.run("add", "Orval", "--position", "52.09,5.12")
      _ = try place.run("add", "Westmalle")
      let file = place.file("map.geojson")

      let result = try place.run("export", "-o", file)
      #expect(result.status == 0 && result.output == "")
      #expect(result.errors == "Exported 1 beer to \(file).\n1 beer has no position and was left out.\n")
      #expect(try String(contentsOfFile: file, encoding: .utf8).contains(#""coordinates":[5.12,52.09]"#))

      let both = try place.run("export", "name:westmalle", "--format", "geojson")
      #expect(both.output == "{\"type\":\"FeatureCollection\",\"features\":[\n]}\n")
      #expect(try place.run("export", "has:position", "--format", "geojson").errors == "")
      #expect(try place.run("export", "--format", "geojson", "--quiet").errors == "")
    }

    @Test func anExistingFileIsReplacedOnlyOnRequest() throws {
      _ = try place.run("import", csv)
      let file = try place.write("mine", to: "mine.csv")
      func text() throws -> String { try String(contentsOfFile: file, encoding: .utf8) }

      let refused = try place.run("export", "-o", file)
      #expect(refused.status == 73 && refused.errors.contains("Replace it with --force"))

      let kept = try place.run("export", "-o", file, input: "n\n", isTerminal: true)
      #expect(kept.status == 0 && kept.errors.contains("Nothing was written."))
      #expect(try text() == "mine")

      #expect(try place.run("export", "-o", file, "--force").status == 0)
      #expect(try text().contains("Orval"))
    }
  }
}
