import DiaryModel
import DiaryStore
import FixtureStores
import Foundation
import TestSupport
import Testing

extension Commands {
  /// `photo` with all its commands.
  @Suite struct PhotoCommandTests {
    private let place: Workplace
    private let files: [String]

    init() throws {
      place = try Workplace(beers: "Orval")
      var random = SeededGenerator(seed: 1)
      files = try ["a.jpg", "b.jpg", "c.jpg"].map { [place] name in
        let image = FixtureImage.jpeg(width: 40, height: 30, byteCount: 900, using: &random)
        try image.write(to: URL(fileURLWithPath: place.file(name)))
        return place.file(name)
      }
    }

    private func photos() throws -> [Photo] { try place.diary().beer(1)?.photos ?? [] }

    @Test func photosAreAddedInOrder() throws {
      let result = try place.run(["photo", "add", "Orval", "--caption", "At the brewery"] + files)

      #expect(result.status == 0 && result.errors == "")
      #expect(result.lines.count == 3 && result.lines[0].hasPrefix("Added a.jpg as photo 1 of “Orval”: "))
      #expect(try photos().map(\.order) == [0, 1, 2])
      #expect(try photos().allSatisfy { $0.caption == "At the brewery" })
    }

    @Test func aFileThatIsNotAPictureIsRefusedAndTheOthersAreAdded() throws {
      let text = try place.write("no picture", to: "notes.txt")

      let result = try place.run("photo", "add", "1", files[0], text, place.file("none.jpg"), "--json")

      #expect(result.status == 65)
      #expect(result.output.contains("\"stopped\": false"))
      #expect(result.errors.contains("\(text) was not added. "))
      #expect(result.errors.contains("none.jpg was not added. There is no such file."))
      #expect(try photos().count == 1)
    }

    @Test(arguments: [[], ["--any-file"]])
    func anEmptyFileIsRefused(_ options: [String]) throws {
      let empty = try place.write("", to: "empty.jpg")

      let result = try place.run(["photo", "add", "1", empty, files[0]] + options)

      #expect(result.status == 65)
      #expect(result.errors == "beerdiary: \(empty) was not added. The file is empty.\n")
      #expect(try photos().count == 1)
    }

    @Test func photosAreMovedCaptionedListedRemovedAndPutBack() throws {
      _ = try place.run(["photo", "add", "1"] + files)
      let ids = try photos().map(\.id)

      #expect(
        try place.run("photo", "move", "1", "3", "first").output
          == "Moved photo 3 of “Orval” to position 1.\n")
      #expect(try photos().map(\.id) == [ids[2], ids[0], ids[1]])

      #expect(
        try place.run("photo", "caption", "1", "2", "Dry").output
          == "Set the caption of photo 2 of “Orval”: Dry\n")
      #expect(try photos()[1].caption == "Dry")

      let list = try place.run("photo", "list", "1")
      #expect(list.lines.count == 3 && list.lines[0].hasPrefix("photo 1, the thumbnail: "))

      let removed = try place.run("photo", "remove", "1", "1", "last")
      #expect(removed.output == "Removed 2 photos of “Orval”; 1 left.\n")
      #expect(try photos().map(\.id) == [ids[0]])
      let listed = try place.run("photo", "list", "1", "--removed").lines
      #expect(listed.count == 2 && listed[0].hasPrefix("1: formerly photo "))

      #expect(try place.run("photo", "restore", "1", "--all").output == "Restored 2 photos of “Orval”.\n")
      #expect(try Set(photos().map(\.id)) == Set(ids))
    }

    @Test func allPhotosOfOneCommandAreUndoneTogether() throws {
      _ = try place.run(["photo", "add", "1"] + files)
      let ids = try photos().map(\.id)
      #expect(try place.run("undo").output == "Undone: added 3 photos to “Orval”.\n")
      #expect(try photos().isEmpty)
      #expect(try place.run("redo").output == "Redone: added 3 photos to “Orval”.\n")
      #expect(try photos().map(\.id) == ids)

      _ = try place.run("photo", "remove", "1", "1", "last")
      _ = try place.run("photo", "restore", "1", "--all")
      #expect(try place.run("undo").output == "Undone: restored 2 photos of “Orval”.\n")
      #expect(try photos().map(\.id) == [ids[1]])
      #expect(try place.run("redo").output == "Redone: restored 2 photos of “Orval”.\n")
      #expect(try place.run("log", "-n", "1").output.hasSuffix("  Restored 2 photos of “Orval”.\n"))
      _ = try place.run("undo")
      #expect(try place.run("undo").output == "Undone: removed 2 photos of “Orval”.\n")
      #expect(try photos().map(\.id) == ids)
    }

    @Test func undoneAdditionsAreOnlyRestoredIfNothingElseWasRemoved() throws {
      for file in files.prefix(2) { _ = try place.run("photo", "add", "1", file) }
      let ids = try photos().map(\.id)
      _ = try place.run("undo")
      _ = try place.run("photo", "remove", "1", "1")
      #expect(try place.run("photo", "list", "1", "--removed").lines.count == 2)

      #expect(try place.run("photo", "restore", "1", "--all").output == "Restored 1 photo of “Orval”.\n")
      #expect(try photos().map(\.id) == [ids[0]])
      #expect(try place.run("photo", "restore", "1", "--all").output == "Restored 1 photo of “Orval”.\n")
      #expect(try photos().count == 2)

      // Now the user removes the photo whose addition was undone.
      _ = try place.run("photo", "remove", "1", "1", "2")
      #expect(try place.run("photo", "restore", "1", "--all").output == "Restored 2 photos of “Orval”.\n")
    }

    @Test func photosAreExportedByteForByte() throws {
      _ = try place.run(["photo", "add", "1"] + files)
      let folder = place.file("exported")

      let result = try place.run("photo", "export", "1", folder)
      let again = try place.run("photo", "export", "--all", folder, "--json")

      #expect(result.status == 0 && result.output == "Exported 3 photos to \(folder).\n")
      #expect(again.output.components(separatedBy: "\"already_there\"").count == 4)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      let contents = try names.map { try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\($0)")) }
      #expect(try contents == files.map { try Data(contentsOf: URL(fileURLWithPath: $0)) })
    }

    @Test func linksOfMissingPhotosArePrinted() throws {
      _ = try place.run("edit", "1", "--set", "photo_url=https://example.org/a.jpg")

      let text = try place.run("photo", "urls")
      #expect(text.status == 0 && text.output == "https://example.org/a.jpg\n")
      #expect(try place.run("photo", "urls", "--json").output.contains("\"field\":\"photo_url\""))
      _ = try place.run("photo", "add", "1", files[0])
      #expect(try place.run("photo", "urls").output == "")
    }

    // MARK: split

    /// Adds the photos, of which the last one was taken on another evening and after midnight.
    private func addPhotosOfTwoDays() throws {
      _ = try place.run(["photo", "add", "1"] + files)
      let file = try SQLiteFile(place.store)
      try file.execute(
        """
        UPDATE photo SET taken_at = '2024-06-01T20:00:00' WHERE id < 3;
        UPDATE photo SET taken_at = '2024-06-06T01:30:00' WHERE id = 3;
        """)
      file.close()
    }

    /// What is printed as JSON if the second beer has an id.
    private func splitJSON(isDryRun: Bool, id: Int64?) -> JSONValue {
      let first: [String: JSONValue] = [
        "id": .integer(1), "drunk_at": .null, "photos": .array([.integer(1), .integer(2)]),
      ]
      let second: [String: JSONValue] = [
        "id": id.map(JSONValue.integer) ?? .null, "drunk_at": .text("2024-06-06T01:30:00"),
        "photos": .array([.integer(3)]),
      ]
      return .object([
        "dry_run": .boolean(isDryRun), "beers": .array([.object(first), .object(second)]),
      ])
    }

    @Test func beersWithPhotosOfSeveralDaysAreListed() throws {
      #expect(
        try place.run("photo", "split", isTerminal: true).errors.contains(
          "No beer has photos of several days.\n"))
      try addPhotosOfTwoDays()

      let result = try place.run("photo", "split")

      #expect(result.status == 0 && result.errors == "")
      #expect(
        result.lines == [
          "id 1  2 days  Orval", "To split one of them, use `beerdiary photo split ID`.",
        ])
      let json = try place.run("photo", "split", "--json").output
      #expect(json == "[\n{\"id\":1,\"name\":\"Orval\",\"brewery\":null,\"days\":2,\"photos\":3}\n]\n")
      #expect(try place.run("photo", "split", "--limit", "0", "--json").output == "[]\n")
    }

    @Test func aDryRunOfASplitChangesNothing() throws {
      try addPhotosOfTwoDays()

      let result = try place.run("photo", "split", "Orval", "--dry-run")

      #expect(result.status == 0)
      #expect(
        result.lines == [
          "id 1  no date           2 photos", "new   6 Jun 2024 01:30  1 photo", "Nothing was changed.",
        ])
      let json = try place.run("photo", "split", "1", "--dry-run", "--json").output
      #expect(try JSONValue(json: json) == splitJSON(isDryRun: true, id: nil))
      #expect(try photos().count == 3 && place.names() == [1: "Orval"])
    }

    @Test func aBeerIsSplitIfTheUserAgrees() throws {
      try addPhotosOfTwoDays()

      let refused = try place.run("photo", "split", "1")
      #expect(refused.status == 64 && refused.errors.contains("Use --yes to split it without being asked"))
      let declined = try place.run("photo", "split", "1", input: "n\n", isTerminal: true)
      #expect(declined.status == 0 && declined.errors.contains("Nothing was changed."))
      #expect(try photos().count == 3 && place.names() == [1: "Orval"])

      let agreed = try place.run("photo", "split", "1", input: "y\n", isTerminal: true)
      #expect(agreed.status == 0 && agreed.output == "Split “Orval” into 2 beers: ids 1, 2.\n")
      #expect(agreed.errors.contains("Split “Orval” into 2 beers? [y/N]"))
      #expect(try photos().map(\.id) == [1, 2] && place.diary().beer(2)?.photos.map(\.id) == [3])
      let again = try place.run("photo", "split", "1", "--yes")
      #expect(again.status == 65 && again.errors.contains("not taken on several days. Nothing was changed."))
    }

    @Test func theBeersAfterASplitArePrintedAsJSON() throws {
      try addPhotosOfTwoDays()

      let json = try place.run("photo", "split", "1", "--yes", "--json").output
      #expect(try JSONValue(json: json) == splitJSON(isDryRun: false, id: 2))
    }

    @Test func photosWhoseDatesAreNotReadYetAreMentioned() throws {
      try addPhotosOfTwoDays()
      let file = try SQLiteFile(place.store)
      try file.execute("UPDATE photo SET described = 0 WHERE id = 2")
      file.close()

      let result = try place.run("photo", "split")

      #expect(result.status == 0 && result.lines.count == 2)
      #expect(
        result.errors
          == "The date of 1 photo has not been read yet. Finish that with `beerdiary migrate --finish`.\n"
      )
    }

    @Test func theDatesOfABeerAreReadBeforeItIsSplit() throws {
      var random = SeededGenerator(seed: 2)
      for day in ["01", "05"] {
        let image = FixtureImage.jpeg(
          width: 40, height: 30, byteCount: 900, taken: "2024:06:\(day) 20:00:00", using: &random)
        try image.write(to: URL(fileURLWithPath: place.file("\(day).jpg")))
        #expect(try place.run("photo", "add", "1", place.file("\(day).jpg")).status == 0)
      }
      let file = try SQLiteFile(place.store)
      try file.execute("UPDATE photo SET described = 0, taken_at = NULL, format = NULL")
      file.close()

      let result = try place.run("photo", "split", "1", "--yes")

      #expect(result.status == 0 && result.errors == "")
      #expect(result.output == "Split “Orval” into 2 beers: ids 1, 2.\n")
    }

    @Test func aBeerInTheTrashIsNotSplit() throws {
      try addPhotosOfTwoDays()
      _ = try place.run("remove", "1")

      let result = try place.run("photo", "split", "1", "--yes")

      #expect(result.status == 65 && result.errors.contains("“Orval” is in the trash."))
      #expect(try place.run("photo", "split").output == "")
    }

    @Test func aViewerNeedsADisplay() throws {
      _ = try place.run("photo", "add", "1", files[0])

      let result = try place.run("photo", "open", "1", isTerminal: true)

      #expect(result.status == 69)
      #expect(result.errors.contains("There is no display to open a viewer on."))
    }
  }
}
