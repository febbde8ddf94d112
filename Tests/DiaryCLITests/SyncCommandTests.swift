import DiaryCLI
import DiaryModel
import DiaryStore
import FixtureStores
import Foundation
import TestSupport
import Testing

extension Commands {
  /// `sync` and its commands, with two computers and a folder.
  @Suite struct SyncCommandTests {
    private let folder: TemporaryFolder
    private let first: Workplace
    private let second: Workplace

    private var store: String { folder.file("beer") }

    init() throws {
      folder = try TemporaryFolder()
      first = try Workplace(beers: "Orval", "Gueuze")
      second = try Workplace()
      for place in [first, second] { place.variables["BEERDIARY_SYNC_PASSPHRASE"] = "correct horse" }
    }

    private func start() throws {
      #expect(try first.run("sync", "init", store, "--device-name", "laptop").status == 0)
      #expect(try second.run("sync", "join", store, "--device-name", "tower").status == 0)
    }

    private func object(_ place: Workplace, _ arguments: String...) throws -> [String: JSONValue] {
      let result = try place.run(arguments + ["--json"])
      guard case .object(let members) = try JSONValue(json: result.output) else {
        Issue.record("\(result.output)\(result.errors)")
        return [:]
      }
      return members
    }

    private func names(_ place: Workplace) throws -> [String] { try place.names().values.sorted() }

    @Test func aDiaryIsUsedOnTwoComputers() throws {
      let made = try first.run("sync", "init", store, "--device-name", "laptop")
      #expect(made.status == 0)
      #expect(made.output == "This diary is now synchronized with \(store). Sent 2 changes.\n")
      #expect(made.errors.contains("Keep the passphrase"))

      let joined = try second.run("sync", "join", store)
      #expect(joined.status == 0, "\(joined.errors)")
      #expect(joined.errors.contains("Created a new diary at \(second.store)."))
      #expect(joined.output.hasSuffix("Received 2 changes from other devices.\n"))
      #expect(try names(second) == ["Gueuze", "Orval"])

      // The other device has only sent its name.
      #expect(try first.run("sync", "now").output == "Everything is up to date.\n")

      _ = try second.run("add", "Kriek")
      #expect(try second.run("sync").output.contains("To send    1 change\n"))
      #expect(try second.run("sync", "now").output == "Sent 1 change.\n")
      #expect(try first.run("sync", "now").output == "Received 1 change from other devices.\n")
      #expect(try first.run("sync", "now").output == "Everything is up to date.\n")
      #expect(try first.run("sync", "now", "--quiet").output == "")
      #expect(try names(first) == ["Gueuze", "Kriek", "Orval"])
    }

    @Test func whatIsReceivedIsReportedIfNothingCanBeSent() throws {
      try start()
      let photo = try second.write("not quite a photograph", to: "photo.bin")
      #expect(try second.run("photo", "add", "Gueuze", photo, "--any-file").status == 0)
      // A file in place of the folder for images.
      let obstacle = store + "/photo"
      try Data().write(to: URL(fileURLWithPath: obstacle))
      let problem = "\(obstacle) cannot be used (Not a directory)"

      for rating in ["4", "5"] {
        _ = try first.run("edit", "Orval", "--rating", rating)
        #expect(try first.run("sync", "now").status == 0)
        if rating == "4" {
          let now = try second.run("sync", "now")
          #expect(now.status == 66 && now.output == "Received 1 change from other devices.\n")
          #expect(now.errors.hasPrefix("beerdiary: \(problem)"), "\(now.errors)")
        }
      }
      let result = try object(second, "sync", "now")
      #expect(result["received_changes"] == .integer(1) && result["changes"] == .integer(0))
      guard case .text(let failure)? = result["failure"] else {
        Issue.record("\(result)")
        return
      }
      #expect(failure.hasPrefix(problem))
      let nothing = try second.run("sync", "now")
      #expect(nothing.status == 66 && nothing.output == "")
      #expect(try second.run("sync").lines.contains { $0.hasPrefix("To send ") && $0.hasSuffix(" 1 change") })

      try FileManager.default.removeItem(atPath: obstacle)
      #expect(try second.run("sync", "now").output == "Sent 1 change.\n")
      #expect(
        try first.run("sync", "now").output
          == "Received 1 change from other devices. Received 1 image.\n")
    }

    @Test func theStatusOfADeviceThatCouldNotSendSaysWhenItReceived() throws {
      #expect(try first.run("sync", "init", store).status == 0)
      let third = try Workplace(beers: "Kriek")
      third.variables["BEERDIARY_SYNC_PASSPHRASE"] = "correct horse"
      let photo = try third.write("not quite a photograph", to: "photo.bin")
      #expect(try third.run("photo", "add", "Kriek", photo, "--any-file").status == 0)
      // A file in place of the folder for images.
      let obstacle = store + "/photo"
      try Data().write(to: URL(fileURLWithPath: obstacle))

      let joined = try third.run("sync", "join", store)

      #expect(joined.status == 66 && joined.output.hasSuffix(" Received 2 changes from other devices.\n"))
      let lines = try third.run("sync").lines
      #expect(
        lines[2] == "Last sync      never complete" && lines[3].hasPrefix("Last received  "), "\(lines)")
      let status = try object(third, "sync")
      #expect(status["last_sync"] == .null && status["last_received"] != .null)
      try FileManager.default.removeItem(atPath: obstacle)
      #expect(try third.run("sync", "now").status == 0)
      #expect(try third.run("sync").lines.contains { $0.hasPrefix("Last received") } == false)
    }

    @Test func theResultIsPrintedAsJSONEvenIfNothingCouldBeExchanged() throws {
      let description = try #require(JSONObject.named("sync_result"))
      func checkFailure(status: Int32, prefix: String) throws {
        #expect(try first.run("sync", "now", "--json").status == status)
        let result = try object(first, "sync", "now")
        #expect(description.mismatches(result.keys) == [])
        for key in ["changes", "sent", "received_changes"] { #expect(result[key] == .integer(0)) }
        guard case .text(let text)? = result["failure"] else {
          Issue.record("\(result)")
          return
        }
        #expect(text.hasPrefix(prefix))
      }
      try checkFailure(status: 66, prefix: "This diary is not synchronized.")
      try start()
      try FileManager.default.moveItem(atPath: store, toPath: store + "-away")
      try checkFailure(status: 66, prefix: "\(store) does not exist.")
      #expect(try first.run("sync", "now").output == "")
    }

    @Test func changesThatAreTooLargeToSendAreReported() throws {
      try start()
      _ = try first.run("sync", "now")
      let name = String(repeating: "n", count: 1_100)
      #expect(try first.run("edit", "Orval", "--set", name + "=1").status == 0)
      for _ in 0..<2 {
        let now = try first.run("sync", "now")
        #expect(now.output.hasSuffix("Everything else is up to date.\n"), "\(now.output)")
        #expect(now.errors.contains("1 change is too large to send, and stays only on this device."))
      }
      // Another field of the same beer.
      let other = String(repeating: "m", count: 1_100)
      #expect(try first.run("edit", "Orval", "--set", other + "=1").status == 0)
      let result = try object(first, "sync", "now")
      #expect(result["too_large"] == .integer(2))
      #expect(result["unsendable"] == .integer(1))
      #expect(try object(first, "sync", "status")["unsent"] == .integer(1))
    }

    @Test func theStatusSaysWhatIsToDo() throws {
      let none = try first.run("sync")
      #expect(none.status == 0 && none.output == "")
      #expect(none.errors.contains("This diary is not synchronized. Start with `beerdiary sync init FOLDER`"))
      #expect(try object(first, "sync", "status")["synchronized"] == .boolean(false))
      try start()

      let lines = try first.run("sync", "status").lines
      #expect(lines[0] == "Store      \(store)")
      #expect(lines[1].hasPrefix("Device     laptop ("))
      #expect(lines[2].hasPrefix("Last sync  ") && !lines[2].contains("never"))
      #expect(lines[3...] == ["To send    nothing", "Conflicts  none"])

      try FileManager.default.moveItem(atPath: store, toPath: store + "-away")
      let failed = try first.run("sync", "now")
      #expect(failed.status == 66)
      #expect(failed.errors.contains("\(store) does not exist. Connect the disk"))
      #expect(try first.run("sync").lines.last?.hasPrefix("Failure    \(store) does not exist.") == true)
      let doctor = try first.run("doctor")
      #expect(doctor.status == 65)
      #expect(doctor.output.contains("The store for synchronizing cannot be used: \(store) does not exist."))
      #expect(doctor.output.contains("check the path. Your changes stay on this device"))
    }

    @Test func aConflictIsListedAndResolvedByChoosingAValue() throws {
      try start()
      _ = try first.run("edit", "Orval", "--rating", "4")
      _ = try second.run("edit", "Orval", "--rating", "4.5")
      for place in [first, second, first] { _ = try place.run("sync", "now") }

      let now = try first.run("sync", "now")
      #expect(now.errors.contains("1 conflict. Choose with `beerdiary sync conflicts`."))
      let list = try first.run("sync", "conflicts")
      #expect(list.lines[0].hasSuffix("  Orval: rating"))
      #expect(list.lines[1].contains("  1  4.5  tower") && list.lines[1].hasSuffix("shown"))
      #expect(list.lines[2].contains("  2  4    this device"))
      let id = String(list.lines[0].prefix(8))

      let unknown = try first.run("sync", "conflicts", "00000000")
      #expect(unknown.status == 66 && unknown.errors.contains("There is no conflict “00000000”."))
      let missing = try first.run("sync", "conflicts", id, "--choose", "3")
      #expect(missing.status == 66)
      #expect(missing.errors.contains("The conflict has 2 values, so there is no value 3."))
      let chosen = try first.run("sync", "conflicts", id, "--choose", "2")
      #expect(chosen.status == 0, "\(chosen.errors)")
      #expect(chosen.output == "Chose “4” for the rating of “Orval”. No conflict is left.\n")
      #expect(try first.run("list", "rating=4").output.contains("Orval"))
      #expect(try first.run("undo").output == "Undone: chose “4” for the rating of “Orval”.\n")
      #expect(try first.run("sync", "conflicts").lines.count == 4)
      #expect(try first.run("redo").status == 0)
      _ = try first.run("sync", "now")
      _ = try second.run("sync", "now")

      #expect(
        try second.run("sync", "conflicts", isTerminal: true).errors.contains("There are no conflicts."))
      #expect(try second.run("list", "rating=4").output.contains("Orval"))
    }

    @Test func anEditSaysWhichValueOfAnotherDeviceItDiscards() throws {
      try start()
      _ = try first.run("edit", "Orval", "--rating", "4")
      _ = try second.run("edit", "Orval", "--rating", "4.5")
      for place in [first, second, first] { _ = try place.run("sync", "now") }

      let other = try first.run("edit", "Orval", "--place", "Home")
      #expect(other.status == 0 && !other.errors.contains("conflict"))
      let edit = try first.run("edit", "Orval", "--rating", "3", "--json")

      #expect(edit.status == 0)
      #expect(
        edit.errors.contains(
          "This ended 1 conflict, discarding the rating “4” (this device). Until the change is sent, "),
        "\(edit.errors)")
      #expect(edit.errors.contains("undo` brings the conflict back."))
      #expect(try first.run("undo").status == 0)
      #expect(try object(first, "sync")["conflicts"] == .integer(1))
      let several = try first.run("edit", "rating=4.5", "--rating", "4", "--yes")
      #expect(several.status == 0 && !several.errors.contains("discarding"), "the other value was chosen")
      let again = try first.run("edit", "rating=4", "--rating", "2", "--yes")
      #expect(again.status == 0 && !again.errors.contains("discarding"), "the conflict had ended before")
      #expect(try object(first, "sync")["conflicts"] == .integer(0))
    }

    @Test func aDryRunOfAnEditCountsTheConflictsThatItWouldEnd() throws {
      _ = try first.run("edit", "Orval", "--set", "hop=1")
      try start()
      _ = try first.run("edit", "Orval", "--rating", "4", "--set", "hop=2")
      _ = try second.run("edit", "Orval", "--rating", "4.5", "--set", "hop=3")
      for place in [first, second, first] { _ = try place.run("sync", "now") }
      func dryRun(_ arguments: String...) throws -> String? {
        try first.run(["edit", "rating=4.5", "--dry-run"] + arguments).lines.last
      }

      let changed = "1 of 1 beer would change."
      let advice = "with `beerdiary sync conflicts`. Nothing was changed."
      #expect(try dryRun("--place", "Home") == "\(changed) Nothing was changed.")
      #expect(try dryRun("--rating", "3") == "\(changed) This would end 1 conflict; see it \(advice)")
      #expect(try dryRun("--set", "HOP=5") == "\(changed) This would end 1 conflict; see it \(advice)")
      #expect(
        try dryRun("--rating", "3", "--set", "hop=5")
          == "\(changed) This would end 2 conflicts; see them \(advice)")
      let json = try object(first, "edit", "rating=4.5", "--dry-run", "--rating", "3")
      #expect(json["conflicts"] == .integer(1) && json["changed"] == .integer(1))
      #expect(try object(first, "sync")["conflicts"] == .integer(2))
    }

    /// Undoing the edit has brought the conflict back.
    @Test func redoSaysWhichValueOfAnotherDeviceItDiscards() throws {
      try start()
      _ = try first.run("edit", "Orval", "--rating", "4")
      _ = try second.run("edit", "Orval", "--rating", "4.5")
      for place in [first, second, first] { _ = try place.run("sync", "now") }
      _ = try first.run("edit", "Orval", "--rating", "3")
      _ = try first.run("undo")

      let redo = try first.run("redo")

      #expect(redo.status == 0 && redo.output.hasPrefix("Redone: "), "\(redo.errors)")
      #expect(
        redo.errors.contains(
          "This ended 1 conflict, discarding the rating “4” (this device). Until the change is sent, "),
        "\(redo.errors)")
      #expect(try first.run("undo").status == 0)
      #expect(try object(first, "sync")["conflicts"] == .integer(1))
    }

    @Test func anEditThatIsTooLargeForTheLogDoesNotAdviseToUndoIt() throws {
      try start()
      _ = try first.run("edit", "Orval", "--rating", "4")
      _ = try second.run("edit", "Orval", "--rating", "4.5")
      for place in [first, second, first] { _ = try place.run("sync", "now") }
      let notes = String(repeating: "x", count: 2_000_000)
      #expect(try first.run("edit", "Orval", "--notes", "-", input: notes).status == 0)

      let edit = try first.run("edit", "Orval", "--rating", "3")

      #expect(edit.errors.contains("This ended 1 conflict, discarding the rating"), "\(edit.errors)")
      #expect(edit.errors.contains("`beerdiary undo` cannot undo it."))
      #expect(!edit.errors.contains("Until the change is sent"))
    }

    @Test func anEditIsReportedAsMadeEvenIfTheConflictsCannotBeRead() throws {
      try start()
      _ = try first.run("edit", "Orval", "--rating", "4")
      _ = try second.run("edit", "Orval", "--rating", "4.5")
      for place in [first, second, first] { _ = try place.run("sync", "now") }
      let file = try SQLiteFile(first.store)
      try file.execute("UPDATE sync_record SET versions = x'FF', dictionary = NULL")
      file.close()

      let edit = try first.run("edit", "Orval", "--rating", "3")

      #expect(edit.status == 0, "\(edit.errors)")
      #expect(edit.output.contains("Changed"))
      #expect(try first.run("list", "rating=3").output.contains("Orval"))
    }

    @Test func conflictsOfLongValuesFitTheTerminal() throws {
      try start()
      let notes = String(repeating: "Leather and horse blanket. ", count: 10)
      _ = try first.run("edit", "Orval", "--notes", notes + "Sweet.")
      _ = try second.run("edit", "Orval", "--notes", notes + "Dry.")
      for place in [first, second, first] { _ = try place.run("sync", "now") }
      first.variables["COLUMNS"] = "80"

      let list = try first.run("sync", "conflicts", isTerminal: true).lines
      #expect(list[1].contains("  tower  ") && list[1].hasSuffix("  shown"), "\(list)")
      #expect(list[1...2].allSatisfy { $0.count <= 80 && $0.contains("Leather and") }, "\(list)")
      #expect(try first.run("sync", "conflicts").output.contains("Sweet.  this device"))
    }

    @Test func aFolderWithTheDiaryItselfIsRefusedForAStore() throws {
      let path = (first.store as NSString).deletingLastPathComponent

      let refused = try first.run("sync", "init", path)

      #expect(refused.status == 73)
      #expect(refused.errors.contains("\(path) contains this diary itself"))
    }

    @Test func aStoreInAFolderWithOtherFilesIsWarnedAbout() throws {
      try FileManager.default.createDirectory(atPath: store, withIntermediateDirectories: false)
      try Data().write(to: URL(fileURLWithPath: store + "/.stignore"))
      try Data().write(to: URL(fileURLWithPath: store + "/taxes.pdf"))

      let warned = try first.run("sync", "init", store)

      #expect(warned.status == 0)
      #expect(warned.errors.contains("\(store) has other files."))
      #expect(warned.errors.contains("such as \(store)/beer."))
    }

    @Test func aStoreInAFolderThatAProgramCopiesIsNotWarnedAbout() throws {
      try FileManager.default.createDirectory(atPath: store, withIntermediateDirectories: false)
      try Data().write(to: URL(fileURLWithPath: store + "/.stignore"))

      #expect(try !first.run("sync", "init", store).errors.contains("has other files"))
    }

    @Test func undoSaysThatAChoiceOfTheShownValueWasSent() throws {
      try start()
      _ = try first.run("edit", "Orval", "--rating", "4")
      _ = try second.run("edit", "Orval", "--rating", "4.5")
      for place in [first, second, first] { _ = try place.run("sync", "now") }
      #expect(try first.run("sync", "conflicts", "--choose", "1").status == 0)
      #expect(try first.run("sync", "now").status == 0)

      let undone = try first.run("undo")

      #expect(undone.status == 0)
      #expect(
        undone.output
          == """
          Undone: chose “4.5” for the rating of “Orval”. The choice had already been sent or undone, so nothing changed.

          """)
      #expect(try first.run("list", "rating=4.5").lines.count == 1)
    }

    @Test func manyBeersThatArriveHaveLabels() throws {
      let rows = (1...1_001).map { "Saison \($0)" }.joined(separator: "\n")
      let file = try first.write("name\n\(rows)\n", to: "beers.csv")
      #expect(try first.run("import", file, "--yes").status == 0)
      try start()

      let answer = try second.run("had", "Saison 7")

      #expect(answer.status == 0, "\(answer.output)\(answer.errors)")
      #expect(try second.diary().unlabeledBeerCount() == 0)
    }

    @Test func photosThatArriveAreDescribed() throws {
      var random = SeededGenerator(seed: 1)
      let image = FixtureImage.jpeg(width: 40, height: 30, byteCount: 900, using: &random)
      try image.write(to: URL(fileURLWithPath: first.file("glass.jpg")))
      #expect(try first.run("photo", "add", "Orval", first.file("glass.jpg")).status == 0)
      try start()

      let diary = try second.diary()
      let photos = try [1, 2].compactMap { try diary.beer($0) }.flatMap(\.photos)

      #expect(photos.map(\.metadata.format) == ["JPEG"])
      #expect(photos.map(\.metadata.width) == [40] && photos.map(\.metadata.height) == [30])
    }

    @Test func aMissingStoreIsDescribedInCompleteSentences() throws {
      try start()
      let away = folder.file("away")
      try FileManager.default.moveItem(atPath: store, toPath: away)
      #expect(
        try first.run("doctor").output.contains(
          """
          \(store) does not exist. Connect the disk if it is on one, or check the path. Your changes stay on this \
          device until it can be used.

          """))
      try FileManager.default.createDirectory(atPath: store, withIntermediateDirectories: false)
      let sentence = "The store no longer has this diary."
      #expect(try first.run("doctor").output.contains("cannot be used: \(sentence)"))
      let way = "If it is lost, use `beerdiary sync leave` on each device, `beerdiary sync init` on one"
      for command in ["now", "repair"] {
        let errors = try first.run("sync", command).errors
        #expect(errors.contains(sentence) && errors.contains(way), "\(errors)")
      }
    }

    @Test func missingKeysAreAFailureInTheStatus() throws {
      try start()
      try FileManager.default.removeItem(atPath: first.file("state/beerdiary/sync"))

      #expect(try first.run("sync", "now").status == 66)
      #expect(try first.run("sync").output.contains("Failure    The keys of this device are missing"))
      #expect(try first.run("sync", "join", store).status == 0)
      #expect(try !first.run("sync").output.contains("Failure"))
    }

    @Test func devicesAreListedWithTheirNames() throws {
      try start()
      _ = try second.run("add", "Kriek")
      _ = try second.run("sync", "now")
      _ = try first.run("sync", "now")

      let devices = try first.run("sync", "devices").lines
      #expect(devices.count == 2)
      #expect(devices[0].hasPrefix("laptop  ") && devices[0].hasSuffix("this device"))
      #expect(devices[1].hasPrefix("tower   "))
    }

    @Test func aDeviceKeepsItsNameWhenTheStoreMoves() throws {
      try start()
      let moved = folder.file("moved")
      try FileManager.default.moveItem(atPath: store, toPath: moved)

      #expect(try first.run("sync", "join", moved).status == 0)
      #expect(try first.run("sync").output.contains("Device     laptop ("))
      #expect(try first.run("sync", "join", moved, "--device-name", "desk").status == 0)
      #expect(try first.run("sync").output.contains("Device     desk ("))
    }

    @Test func choosingAValueTakesABeerOutOfTheTrash() throws {
      try start()
      _ = try first.run("remove", "Orval")
      _ = try second.run("edit", "Orval", "--rating", "5")
      for place in [first, second] { _ = try place.run("sync", "now") }

      let list = try second.run("sync", "conflicts").lines
      #expect(list[0].hasSuffix("  Orval: trash") && list[1].contains("in the trash"))
      let chosen = try second.run("sync", "conflicts", "--choose", "2")

      #expect(chosen.output == "Chose that “Orval” is not in the trash. No conflict is left.\n")
      #expect(try names(second) == ["Gueuze", "Orval"])
      #expect(try second.run("undo").output == "Undone: chose that “Orval” is not in the trash.\n")
      #expect(try names(second) == ["Gueuze"])
    }

    @Test func aDeletedBeerThatComesBackIsReported() throws {
      try start()
      #expect(try first.run("remove", "Orval").status == 0)
      #expect(try first.run("trash", "empty", "--yes").status == 0)
      _ = try second.run("edit", "Orval", "--rating", "5")
      for place in [first, second] { _ = try place.run("sync", "now") }

      let now = try first.run("sync", "now")

      #expect(
        now.output.hasSuffix(
          " 1 beer that was deleted is back with a new id, because it was edited on another device.\n"),
        "\(now.output)")
      #expect(try object(first, "sync", "now")["returned_beers"] == .integer(0))
      #expect(try names(first) == ["Gueuze", "Orval"])
    }

    /// Synchronizes a photo that the second device leaves in the store because it is not recent.
    private func startWithOlderImage() throws {
      let file = try first.write("not quite a photograph", to: "photo.bin")
      #expect(try first.run("edit", "Orval", "--date", "2019-06-01").status == 0)
      #expect(try first.run("photo", "add", "Orval", file, "--any-file").status == 0)
      #expect(try second.run("config", "set", "sync.photos", "recent").status == 0)
      try start()
    }

    /// The id of Orval on a computer.
    private func orval(_ place: Workplace) throws -> Int64 {
      try #require(try place.names().first { $0.value == "Orval" }).key
    }

    @Test func anOlderImageIsFetchedWhenItIsAskedFor() throws {
      try startWithOlderImage()

      let none = try second.run("photo", "fetch", "Gueuze")
      #expect(none.status == 0 && none.output == "“Gueuze” has no photos.\n")
      let fetched = try second.run("photo", "fetch", "Orval", "last")
      #expect(fetched.status == 0 && fetched.output == "Received 1 image.\n", "\(fetched.errors)")

      let again = try second.run("photo", "fetch", "Orval")
      #expect(again.status == 0 && again.output == "No image of “Orval” is missing.\n")
      let photo = try second.run("photo", "fetch", "Orval", "1")
      #expect(photo.output == "The image of photo 1 of “Orval” is not missing.\n")
      #expect(try second.run("photo", "fetch", "Orval", "2").status == 66)
      #expect(try second.run("photo", "export", "Orval", folder.file("pictures")).status == 0)
      #expect(try second.run("sync").lines.contains { $0.hasPrefix("Photos") } == false)
    }

    @Test func anImageThatCannotBeFetchedIsExplained() throws {
      try startWithOlderImage()
      let away = store + "-away"
      try FileManager.default.moveItem(atPath: store, toPath: away)
      let offline = try second.run("photo", "fetch", "Orval")
      #expect(offline.status == 66 && offline.errors.contains("\(store) does not exist. Connect the disk"))
      #expect(try object(second, "sync")["failure"] == .null)
      try FileManager.default.moveItem(atPath: away, toPath: store)

      let path = store + "/photo"
      let name = try #require(try FileManager.default.contentsOfDirectory(atPath: path).first)
      try FileManager.default.removeItem(atPath: path + "/" + name)
      let absent = try second.run("photo", "fetch", "Orval", "--json")
      #expect(absent.status == 66 && absent.output.contains("\"is_missing\": true"))
      #expect(absent.errors.hasPrefix("beerdiary: The store does not have the image of photo 1 of “Orval”."))
      try "damaged".write(toFile: path + "/" + name, atomically: true, encoding: .utf8)
      let damaged = try second.run("photo", "fetch", "Orval")
      #expect(damaged.status == 65 && damaged.errors.contains("`beerdiary sync repair`"))

      #expect(try second.run("sync", "leave", "--without-images").status == 0)
      let alone = try second.run("photo", "fetch", "Orval")
      #expect(alone.status == 66 && alone.errors.contains("This diary is not synchronized."))
    }

    @Test func openingAnOlderImageNamesTheCommandThatGetsIt() throws {
      try startWithOlderImage()
      let viewer = try second.write("#!/bin/sh\n", to: "xdg-open")
      chmod(viewer, 0o755)
      second.variables["DISPLAY"] = ":0"
      second.variables["PATH"] = (viewer as NSString).deletingLastPathComponent

      let beer = try orval(second)

      let result = try second.run("photo", "open", "Orval", isTerminal: true)

      #expect(result.status == 66)
      #expect(result.errors.contains("`beerdiary photo fetch \(beer) 1`"), "\(result.errors)")
    }

    @Test func theStatusSaysHowManyOlderImagesAreOnlyInTheStore() throws {
      try startWithOlderImage()

      #expect(
        try second.run("sync").lines.contains("Photos     1 older image is only in the store (sync.photos)"))
      #expect(try object(second, "sync")["older_images"] == .integer(1))
      #expect(try second.run("sync", "now").errors == "")
      #expect(try first.run("sync").lines.contains { $0.hasPrefix("Photos") } == false)
      #expect(try second.run("config", "set", "sync.photos", "all").status == 0)
      #expect(try second.run("sync", "now").output == "Received 1 image.\n")
      #expect(try second.run("sync").lines.contains { $0.hasPrefix("Photos") } == false)
      #expect(try object(second, "sync", "now")["received_images"] == .integer(0))
    }

    @Test func imagesThatAreOnlyInTheStoreAreNotAProblem() throws {
      try startWithOlderImage()
      let sentence =
        "1 image is only in the store for synchronizing. To get it, use `beerdiary config set sync.photos all` and "
        + "`beerdiary sync now`."

      let doctor = try second.run("doctor")
      #expect(doctor.status == 0)
      #expect(doctor.output == "No problems found in \(second.store).\n\(sentence)\n")
      let json = try object(second, "doctor")
      #expect(json["healthy"] == .boolean(true) && json["images_in_store"] == .integer(1))
      let beer = try orval(second)
      let fetching = sentence.replacing(
        "use `", with: "use `beerdiary photo fetch \(beer)`; to get all images, use `", maxReplacements: 1)
      for command in [["export", "--photos"], ["photo", "export", "--all"]] {
        let export = try second.run(command + [folder.file(command[0])])
        #expect(export.status == 65)
        #expect(export.errors.contains(fetching), "\(export.errors)")
        #expect((export.output + export.errors).contains("1 only in the store."))
        #expect(!export.errors.contains("doctor"))
      }
      let backup = try second.run("backup", folder.file("backup.sqlite"))
      #expect(backup.status == 0 && backup.errors == sentence + "\n")

      // The store is not needed to say so, but an image that it has lost is a problem.
      try FileManager.default.moveItem(atPath: store, toPath: store + "-away")
      #expect(try object(second, "doctor")["images_in_store"] == .integer(1))
      try FileManager.default.moveItem(atPath: store + "-away", toPath: store)
      try FileManager.default.removeItem(atPath: store + "/photo")
      let lost = try second.run("doctor")
      #expect(lost.status == 65 && lost.output.hasPrefix("1 photo without an image: "))
      #expect(try first.run("sync", "now").status == 0)
      #expect(try second.run("config", "set", "sync.photos", "all").status == 0)
      #expect(try second.run("doctor").output.contains("To get it, use `beerdiary sync now`."))
    }

    @Test func imagesThatHaveNotArrivedComeFromAnotherDevice() throws {
      let file = try first.write("not quite a photograph", to: "photo.bin")
      #expect(try first.run("photo", "add", "Orval", file, "--any-file").status == 0)
      #expect(try first.run("sync", "init", store).status == 0)
      try FileManager.default.removeItem(atPath: store + "/photo")
      let source = "A device that has it stores it with its next synchronization."

      #expect(try second.run("sync", "join", store).errors.contains("1 photo has not arrived yet."))

      #expect(
        try second.run("sync").lines.contains("Photos     1 image has not arrived yet. \(source)"))
      #expect(try object(second, "sync")["missing_images"] == .integer(1))
      let doctor = try second.run("doctor")
      #expect(doctor.status == 65 && doctor.output.hasPrefix("1 photo without an image: "))
      #expect(doctor.output.contains("\(source) If none has, import the export"), "\(doctor.output)")

      #expect(try first.run("sync", "now").status == 0)
      #expect(try second.run("sync", "now").output == "Received 1 image.\n")
      #expect(try second.run("sync").lines.contains { $0.hasPrefix("Photos") } == false)
      #expect(try second.run("doctor").status == 0)
    }

    @Test func allConflictsAreResolvedTogether() throws {
      try start()
      for name in ["Orval", "Gueuze"] {
        _ = try first.run("edit", name, "--rating", "4")
        _ = try second.run("edit", name, "--rating", "4.5")
      }
      for place in [first, second, first] { _ = try place.run("sync", "now") }
      let command = ["sync", "conflicts", "--choose-all", "this-device"]

      let refused = try first.run(command)
      #expect(refused.status == 64 && refused.errors.contains("Use --yes to resolve 2 conflicts"))
      let dry = try first.run(command + ["--dry-run"])
      #expect(dry.output == "2 conflicts would be resolved. Nothing was changed.\n")
      let chosen = try first.run(command + ["--yes"])
      #expect(chosen.output.hasPrefix("Resolved 2 conflicts. No conflict is left.\nTake it back with "))
      #expect(try first.run("list", "rating=4").lines.count == 2)
      #expect(try first.run("undo").output == "Undone: resolved 2 conflicts.\n")
      #expect(try first.run("list", "rating=4.5").lines.count == 2)
    }

    /// Following the advice to undo would undo the edits.
    @Test func conflictsThatEndDuringTheQuestionAreNotReported() throws {
      try start()
      _ = try first.run("edit", "Orval", "--rating", "4")
      _ = try second.run("edit", "Orval", "--rating", "4.5")
      for place in [first, second, first] { _ = try place.run("sync", "now") }

      var edited: Int32?
      let refused = try first.run(
        ["sync", "conflicts", "--choose-all", "newest"], input: "y\n", isTerminal: true,
        beforeAnswer: { edited = try? first.run("edit", "Orval", "--rating", "5").status })

      #expect(edited == 0)
      #expect(refused.status == 66 && refused.errors.contains("No conflict was resolved"))
      #expect(!refused.output.contains("undo"))
      #expect(try first.run("list", "rating=5").lines.count == 1)
    }

    @Test func choosingWithoutConflictsSaysSo() throws {
      try start()

      let refused = try first.run("sync", "conflicts", "--choose", "1")

      #expect(refused.status == 66 && refused.errors.contains("There are no conflicts."))
    }

    @Test func leavingKeepsTheBeers() throws {
      try start()

      let left = try second.run("sync", "leave")
      #expect(left.output == "This diary is no longer synchronized with \(store).\n")
      #expect(try names(second) == ["Gueuze", "Orval"])
      #expect(try second.run("sync", "now").status == 66)
      #expect(try second.run("sync", "join", store).status == 0)
      #expect(try names(second) == ["Gueuze", "Orval"])
    }

    @Test func aCustomFieldWithConflictsIsNotChanged() throws {
      _ = try first.run("edit", "Orval", "--set", "hop=1", "--set", "malt=1")
      try start()
      _ = try first.run("edit", "Orval", "--set", "hop=2")
      _ = try second.run("edit", "Orval", "--set", "hop=3")
      for place in [first, second, first] { _ = try place.run("sync", "now") }

      for arguments in [
        ["rename", "hop", "hops"], ["retype", "hop", "text"], ["delete", "hop"], ["merge", "malt", "hop"],
      ] {
        let refused = try first.run(["fields"] + arguments + ["--yes"])
        #expect(refused.status == 65 && refused.output == "", "\(arguments)")
        #expect(
          refused.errors.contains(" 1 conflict, and the values that are not shown would be lost. ")
            && refused.errors.contains("Choose with `beerdiary sync conflicts` first."), "\(refused.errors)")
      }
      #expect(try object(first, "sync")["conflicts"] == .integer(1))
      #expect(try first.run("sync", "conflicts", "--choose", "2").status == 0)
      #expect(try first.run("fields", "rename", "hop", "hops", "--yes").status == 0)
    }

    @Test func theQuestionBeforeTheTrashIsEmptiedNamesConflicts() throws {
      try start()
      _ = try first.run("edit", "Orval", "--rating", "4")
      _ = try second.run("edit", "Orval", "--rating", "4.5")
      for place in [first, second, first] { _ = try place.run("sync", "now") }
      _ = try first.run("remove", "Gueuze")
      #expect(try first.run("trash", "empty", "--dry-run").output.contains("conflict") == false)
      _ = try first.run("remove", "Orval")
      let conflict = "1 conflict would be deleted as well; see it with `beerdiary sync conflicts`."

      let dry = try first.run("trash", "empty", "--dry-run")
      #expect(dry.output == "2 beers would be deleted. \(conflict) Nothing was changed.\n")
      let asked = try first.run("trash", "empty", input: "n\n", isTerminal: true)
      let question = asked.errors.replacing("\n", with: " ")
      #expect(question.contains("Permanently delete 2 beers? \(conflict) This cannot be undone."))
      #expect(try object(first, "trash", "empty", "--dry-run")["conflicts"] == .integer(1))
      let emptied = try first.run("trash", "empty", "--yes")
      #expect(emptied.output == "Deleted 2 beers. 1 conflict was deleted as well.\n")
      #expect(try object(first, "trash", "empty", "--yes")["conflicts"] == .integer(0))
    }

    @Test func leavingWithConflictsIsRefusedUnlessTheyAreDiscarded() throws {
      try start()
      _ = try first.run("edit", "Orval", "--notes", "Dry.")
      _ = try second.run("edit", "Orval", "--notes", "Sweet.")
      for place in [first, second, first] { _ = try place.run("sync", "now") }

      let refused = try first.run("sync", "leave")
      #expect(refused.status == 65 && refused.output == "")
      #expect(
        refused.errors.hasPrefix(
          "beerdiary: This diary has 1 conflict, and would keep only the values that are shown. Nothing was changed. "
            + "Choose with `beerdiary sync conflicts`, or leave anyway with "
            + "`beerdiary sync leave --discard-conflicts`."), "\(refused.errors)")
      #expect(try object(first, "sync")["conflicts"] == .integer(1))

      #expect(try first.run("sync", "leave", "--discard-conflicts").status == 0)
      #expect(try object(first, "sync")["synchronized"] == .boolean(false))
      #expect(try second.run("sync", "conflicts", "--choose", "1").status == 0)
      #expect(try second.run("sync", "leave").status == 0)
    }

    @Test func aRestoredBackupIsKeptByLeavingAndJoining() throws {
      try start()
      _ = try first.run("sync", "now")
      _ = try first.run("edit", "Orval", "--rating", "4")
      let backup = first.file("backup.sqlite")
      #expect(try first.run("backup", backup).status == 0)
      _ = try second.run("sync", "now")
      _ = try second.run("remove", "Gueuze")
      _ = try second.run("trash", "empty", "--yes")
      for place in [first, second, first] { _ = try place.run("sync", "now") }
      #expect(try names(first) == ["Orval"])

      let restored = try first.run("backup", "restore", "--yes", backup)

      #expect(restored.status == 0)
      #expect(restored.errors.contains("The next synchronization repeats what was changed"))
      #expect(restored.errors.contains("`beerdiary sync leave` and `beerdiary sync join \(store)`"))
      #expect(try first.run("sync", "leave").status == 0)
      #expect(try first.run("sync", "join", store).status == 0)
      _ = try second.run("sync", "now")
      for place in [first, second] { #expect(try names(place) == ["Gueuze", "Orval"]) }

      #expect(try first.run("sync", "leave").status == 0)
      let copy = first.file("copy.sqlite")
      #expect(try first.run("backup", copy).status == 0)
      #expect(try first.run("backup", "restore", "--yes", copy).errors.contains("synchronized") == false)
    }

    @Test func damagedObjectsInTheStoreAreRepaired() throws {
      try start()
      for place in [first, second] {
        _ = try place.run("edit", "Orval", "--rating", place === first ? "4" : "5")
        _ = try place.run("sync", "now")
      }
      let log = store + "/log"
      for name in try FileManager.default.contentsOfDirectory(atPath: log) {
        try Data("damaged".utf8).write(to: URL(fileURLWithPath: log + "/" + name))
      }

      let result = try first.run("sync", "repair")

      #expect(result.status == 0, "\(result.errors)")
      #expect(try second.run("sync", "repair").status == 0)
      for place in [first, second] {
        let now = try place.run("sync", "now")
        #expect(!now.errors.contains("in the store") && !now.errors.contains("newer"), "\(now.errors)")
      }
      let third = try Workplace()
      third.variables["BEERDIARY_SYNC_PASSPHRASE"] = "correct horse"
      let joined = try third.run("sync", "join", store)
      #expect(joined.status == 0)
      #expect(!joined.errors.contains("in the store") && !joined.errors.contains("newer"))
      #expect(try names(third) == ["Gueuze", "Orval"])
    }

    @Test func aDamagedFileIsNamedUntilItsDeviceRepairsIt() throws {
      try start()
      _ = try first.run("sync", "now")
      _ = try second.run("edit", "Orval", "--rating", "5")
      let log = store + "/log"
      let before = try Set(FileManager.default.contentsOfDirectory(atPath: log))
      _ = try second.run("sync", "now")
      let name = try #require(
        try Set(FileManager.default.contentsOfDirectory(atPath: log)).subtracting(before).first)
      var bytes = try Data(contentsOf: URL(fileURLWithPath: log + "/" + name))
      bytes[bytes.count / 2] ^= 1
      try bytes.write(to: URL(fileURLWithPath: log + "/" + name))

      for command in ["now", "repair"] {
        let result = try first.run("sync", command)
        #expect(result.status == 0)
        #expect(result.output == "Everything else is up to date.\n")
        #expect(
          result.errors.contains(
            "1 file in the store is damaged or incomplete: log/\(name)."))
      }
      #expect(try object(first, "sync", "now")["damaged_files"] == .array([.text("log/\(name)")]))
      #expect(try first.run("sync").output.contains("Damaged    log/\(name), see `beerdiary sync repair`"))
      #expect(try object(first, "sync")["damaged_files"] == .array([.text("log/\(name)")]))
      let doctor = try first.run("doctor")
      #expect(doctor.status == 65 && doctor.output.contains("log/\(name)"))

      #expect(try second.run("sync", "repair").output.contains("Replaced 1 damaged file."))
      #expect(try first.run("sync", "now").output == "Received 1 change from other devices.\n")
      #expect(try first.run("sync").output.contains("Damaged") == false)
      #expect(try first.run("doctor").status == 0)
      #expect(try first.run("list", "rating=5").output.contains("Orval"))
    }

    /// A program that copies the folder may copy the second file first.
    @Test func aFileThatWaitsForAnotherOneIsNotCalledDamaged() throws {
      try start()
      _ = try first.run("sync", "now")
      let log = store + "/log"
      let files = try ["4", "5"].map { rating -> String in
        let before = try Set(FileManager.default.contentsOfDirectory(atPath: log))
        _ = try first.run("edit", "Orval", "--rating", rating)
        _ = try first.run("sync", "now")
        let after = try Set(FileManager.default.contentsOfDirectory(atPath: log))
        return try #require(after.subtracting(before).first)
      }
      let away = folder.file("away")
      try FileManager.default.moveItem(atPath: log + "/" + files[0], toPath: away)

      let now = try second.run("sync", "now")

      let sentence = "1 file in the store waits for another one that has not arrived yet: log/\(files[1])."
      #expect(now.output == "Everything else is up to date.\n")
      #expect(now.errors.contains("\(sentence) If this does not change, use `beerdiary sync repair`"))
      #expect(!now.errors.contains("damaged") && !now.errors.contains("move"), "\(now.errors)")
      #expect(
        try second.run("sync").lines.contains(
          "Waiting    log/\(files[1]), for a file that has not arrived yet"))
      for command in ["now", "status"] {
        let result = try object(second, "sync", command)
        #expect(result["waiting_files"] == .array([.text("log/\(files[1])")]))
        #expect(result["damaged_files"] == .array([]))
      }
      #expect(try second.run("doctor").status == 0)

      try FileManager.default.moveItem(atPath: away, toPath: log + "/" + files[0])
      #expect(try second.run("sync", "now").errors == "")
      #expect(try second.run("sync").output.contains("Waiting") == false)
      #expect(try second.run("list", "rating=5").output.contains("Orval"))
    }

    /// The device that stored it no longer exists.
    @Test func aDamagedFileThatNoDeviceCanReplaceIsMovedOutOfTheStore() throws {
      try start()
      _ = try first.run("sync", "now")
      let path = store + "/log/00000000000000ff-1-1-00ff00ff00ff00ff"
      try Data("garbage".utf8).write(to: URL(fileURLWithPath: path))

      let way = "move the file out of the store"
      for command in ["now", "repair"] {
        let result = try first.run("sync", command)
        #expect(result.output == "Everything else is up to date.\n" && result.errors.contains(way))
      }
      #expect(try first.run("sync").output.contains("if that does not help, move it out of the store"))
      #expect(try first.run("doctor").output.contains("move the files out of the store"))

      try FileManager.default.moveItem(atPath: path, toPath: first.file("damaged"))
      let now = try first.run("sync", "now")
      #expect(now.output == "Everything is up to date.\n" && now.errors.isEmpty)
      #expect(try first.run("doctor").status == 0)
    }

    @Test func whatTheStoreHasLostIsStoredAgain() throws {
      try start()
      for place in [first, second] { _ = try place.run("sync", "now") }
      let old = folder.file("old")
      try FileManager.default.copyItem(atPath: store, toPath: old)
      for (place, rating) in [(first, "4"), (second, "5")] {
        #expect(try place.run("edit", "Gueuze", "--rating", rating).status == 0)
        _ = try place.run("sync", "now")
      }
      try FileManager.default.removeItem(atPath: store)
      try FileManager.default.moveItem(atPath: old, toPath: store)

      for place in [first, second] {
        let now = try place.run("sync", "now")
        #expect(now.output.contains("The store had lost 1 update, which was stored again."))
      }
      #expect(try object(first, "sync", "now")["stored_again"] == .integer(0))
      try FileManager.default.removeItem(atPath: store + "/log")
      let result = try object(first, "sync", "now")
      guard case .integer(let count)? = result["stored_again"] else {
        Issue.record("\(result)")
        return
      }
      #expect(count > 1)
    }

    @Test func imagesThatTheStoreHasLostOrThatAreDamagedAreStoredAgain() throws {
      let file = try first.write("not quite a photograph", to: "photo.bin")
      #expect(try first.run("photo", "add", "Orval", file, "--any-file").status == 0)
      try start()
      #expect(try first.run("sync", "now").output == "Everything is up to date.\n")
      let images = store + "/photo"
      let name = try #require(try FileManager.default.contentsOfDirectory(atPath: images).first)
      let image = URL(fileURLWithPath: images + "/" + name)

      try FileManager.default.removeItem(at: image)
      #expect(try first.run("sync", "now").output == "Stored 1 image again.\n")

      var bytes = try Data(contentsOf: image)
      bytes[bytes.count / 2] ^= 1
      try bytes.write(to: image)
      #expect(try first.run("sync", "repair").output == "Stored 1 image again.\n")

      try FileManager.default.removeItem(at: image)
      #expect(try object(first, "sync", "now")["images_stored_again"] == .integer(1))
      #expect(try object(first, "sync", "now")["images_stored_again"] == .integer(0))
    }

    @Test func aStoreThatHasLostItsKeyIsDescribed() throws {
      try start()
      let keys = store + "/keys"
      let name = try #require(try FileManager.default.contentsOfDirectory(atPath: keys).first)
      try FileManager.default.removeItem(atPath: keys)
      let third = try Workplace()
      third.variables["BEERDIARY_SYNC_PASSPHRASE"] = "correct horse"

      let refused = try third.run("sync", "join", store)
      #expect(refused.status == 65)
      #expect(refused.errors.contains("\(store) lacks “keys/”."))
      #expect(refused.errors.contains("`beerdiary sync repair` on a device that has the diary"))
      #expect(!refused.errors.contains("sync init"))
      let doctor = try first.run("doctor")
      #expect(doctor.status == 65)
      #expect(
        doctor.output.contains("Missing or damaged files in the store for synchronizing: keys/\(name)."))

      #expect(try first.run("sync", "repair").output.hasSuffix("Stored “keys/\(name)” again.\n"))
      #expect(try first.run("doctor").status == 0)
      #expect(try third.run("sync", "join", store).status == 0)
    }

    @Test func aDamagedObjectOfTheDiaryIsNamed() throws {
      try start()
      try Data("garbage".utf8).write(to: URL(fileURLWithPath: store + "/diary"))
      let third = try Workplace()
      third.variables["BEERDIARY_SYNC_PASSPHRASE"] = "correct horse"

      let refused = try third.run("sync", "join", store)

      #expect(refused.status == 65)
      #expect(refused.errors.contains("The file “diary” in \(store) is damaged."))
      #expect(try second.run("sync", "now").errors.contains("Use `beerdiary sync repair`"))
      #expect(try second.run("sync", "repair").output == "Stored “diary” again.\n")
      #expect(try third.run("sync", "join", store).status == 0)
    }

    @Test(arguments: ["\n", "", "\r\n", "\nThe line above is the passphrase.\n", "\r\nas above\r\n"])
    func aPassphraseComesFromTheFirstLineOfAFile(_ end: String) throws {
      first.variables["BEERDIARY_SYNC_PASSPHRASE"] = nil
      second.variables["BEERDIARY_SYNC_PASSPHRASE"] = nil
      let file = try first.write("correct horse" + end, to: "passphrase.txt")

      #expect(try first.run("sync", "init", store, "--passphrase-file", file).status == 0)
      second.variables["BEERDIARY_SYNC_PASSPHRASE"] = "correct horse"
      #expect(try second.run("sync", "join", store).status == 0)
      let missing = try first.run("sync", "join", store, "--passphrase-file", "/nowhere/passphrase")
      #expect(missing.status == 66)
      #expect(missing.errors.contains("/nowhere/passphrase does not exist. Check the path."))
    }

    @Test func aPassphraseComesFromAPipeOrStandardInput() throws {
      for place in [first, second] { place.variables["BEERDIARY_SYNC_PASSPHRASE"] = nil }
      let pipe = Pipe()
      try pipe.fileHandleForWriting.write(contentsOf: Data("\u{FEFF}correct horse\r\nanother line\n".utf8))
      try pipe.fileHandleForWriting.close()
      let path = "/proc/self/fd/\(pipe.fileHandleForReading.fileDescriptor)"

      #expect(try first.run("sync", "init", store, "--passphrase-file", path).status == 0)
      let joined = try second.run(
        "sync", "join", store, "--passphrase-file", "-", input: "correct horse\nanother line\n")
      #expect(joined.status == 0, "\(joined.errors)")
    }

    @Test func aFileWithoutAPassphraseIsRefused() throws {
      let isFolder = try first.run("sync", "init", store, "--passphrase-file", folder.path)
      #expect(isFolder.errors.contains("is a folder. Name a text file in it."))
      let large = try first.write(String(repeating: "a", count: 70_000), to: "large.txt")
      let refused = try first.run("sync", "init", store, "--passphrase-file", large)
      #expect(refused.status == 65 && refused.errors.contains("is not a passphrase"))
      #expect(!FileManager.default.fileExists(atPath: store))
    }

    @Test func aNewPassphraseIsTypedTwice() throws {
      first.variables["BEERDIARY_SYNC_PASSPHRASE"] = nil
      let different = try first.run(
        "sync", "init", store, input: "correct horse\ncorrect house\n", isTerminal: true)
      #expect(different.status == 64)
      #expect(different.errors.contains("The two passphrases are different. Nothing was changed."))
      #expect(!FileManager.default.fileExists(atPath: store))
      let empty = try first.run("sync", "init", store, input: "\n\n", isTerminal: true)
      #expect(empty.status == 64 && empty.errors.contains("The passphrase is empty."))
      #expect(!empty.errors.contains("again:"))

      let made = try first.run(
        "sync", "init", store, input: "correct horse\ncorrect horse\n", isTerminal: true)
      #expect(made.status == 0, "\(made.errors)")
      #expect(!made.errors.contains("horse") && made.errors.contains("New passphrase:"))
    }

    @Test func aNewPassphraseMustNotBeShort() throws {
      first.variables["BEERDIARY_SYNC_PASSPHRASE"] = nil
      let typed = try first.run("sync", "init", store, input: "battery\nbattery\n", isTerminal: true)
      #expect(!typed.errors.contains("again:"))
      first.variables["BEERDIARY_SYNC_PASSPHRASE"] = "battery"
      for refused in [typed, try first.run("sync", "init", store)] {
        #expect(refused.status == 64, "\(refused.errors)")
        #expect(refused.errors.contains("The passphrase is too short. Choose one of at least 8 characters"))
      }
      #expect(!FileManager.default.fileExists(atPath: store))
      // A store of an earlier version may have a short one.
      let joined = try first.run("sync", "join", store)
      #expect(joined.status != 0 && !joined.errors.contains("too short"), "\(joined.errors)")
    }

    @Test func aWrongPassphraseIsRefusedBeforeAnythingIsMade() throws {
      #expect(try first.run("sync", "init", store).status == 0)
      second.variables["BEERDIARY_SYNC_PASSPHRASE"] = "wrong"

      let refused = try second.run("sync", "join", store)

      #expect(refused.status == 77 && refused.errors.contains("The passphrase is wrong."))
      #expect(!FileManager.default.fileExists(atPath: second.store))
    }

    @Test func aStoreHasOneDiaryAndADiaryOneStore() throws {
      #expect(try first.run("sync", "init", store).status == 0)

      let again = try first.run("sync", "init", folder.file("other"))
      #expect(again.status == 65)
      #expect(again.errors.contains("This diary is already synchronized with \(store)."))
      // As after a first `sync init` that was killed.
      let repeated = try first.run("sync", "init", store)
      #expect(repeated.status == 65 && repeated.errors.contains("Continue with `beerdiary sync now`"))
      #expect(try first.run("sync", "now").status == 0)
      #expect(!FileManager.default.fileExists(atPath: folder.file("other")))
      let third = try Workplace(beers: "Kriek")
      third.variables["BEERDIARY_SYNC_PASSPHRASE"] = "battery staple"
      let taken = try third.run("sync", "init", store)
      #expect(taken.status == 73 && taken.errors.contains("already has a diary. Join it with"))
    }

    @Test func aRemoteWithoutItsPrefixIsRefused() throws {
      let refused = try first.run("sync", "init", "nas:beers")

      #expect(refused.status == 64 && refused.errors.contains("Enter rclone:nas:beers for the remote"))
      #expect(try object(first, "sync")["synchronized"] == .boolean(false))
    }

    // MARK: - JSON

    @Test func theKeysAreDescribed() throws {
      func expect(_ name: String, _ object: [String: JSONValue]) throws {
        let description = try #require(JSONObject.named(name))
        #expect(description.mismatches(object.keys) == [], "\(name)")
      }
      func element(_ place: Workplace, _ arguments: String...) throws -> [String: JSONValue] {
        let json = try JSONValue(json: place.run(arguments + ["--json"]).output)
        guard case .array(let elements) = json, case .object(let members)? = elements.first else {
          return [:]
        }
        return members
      }
      try expect("sync_status", object(first, "sync"))
      try expect("sync_result", object(first, "sync", "init", store))
      try expect("sync_result", object(second, "sync", "join", store))
      try expect("sync_status", object(first, "sync", "status"))
      try expect("sync_result", object(first, "sync", "now"))
      try expect("sync_result", object(first, "sync", "repair"))
      try expect("fetched_photos", object(first, "photo", "fetch", "Orval"))
      try expect("sync_device", element(first, "sync", "devices"))
      _ = try first.run("edit", "Orval", "--rating", "4")
      _ = try second.run("edit", "Orval", "--rating", "4.5")
      for place in [first, second] { _ = try place.run("sync", "now") }
      let conflict = try element(second, "sync", "conflicts")
      try expect("sync_conflict", conflict)
      guard case .array(let values)? = conflict["values"], case .object(let value)? = values.first else {
        Issue.record("no values")
        return
      }
      try expect("sync_value", value)
      try expect(
        "sync_choices", object(second, "sync", "conflicts", "--choose-all", "newest", "--dry-run"))
      try expect("sync_choice", object(second, "sync", "conflicts", "--choose", "1"))
      try expect("sync_status", object(first, "sync", "leave"))
    }
  }
}
