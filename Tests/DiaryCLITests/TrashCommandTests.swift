import DiaryModel
import DiaryStore
import FixtureStores
import Testing

extension Commands {
  /// `trash list`, `trash restore` and `trash empty`.
  @Suite struct TrashCommandTests {
    private let place: Workplace

    init() throws {
      place = try Workplace(beers: "Orval", "Gueuze", "Chimay Red", "Chimay Blue")
      _ = try place.run("edit", "3", "--style", "Trappist")
      _ = try place.run("edit", "4", "--style", "Trappist")
      _ = try place.run("remove", "2", "3", "4")
    }

    @Test func theTrashIsListedWithAFilter() throws {
      #expect(try place.run("trash").lines.count == 3)
      #expect(try place.run("trash", "list", "style:trappist", "-n", "1").lines.count == 1)
      #expect(try place.run("trash", "list", "-style:trappist").output.contains("Gueuze"))
      #expect(try place.run("trash", "list", "name:orval", "--json").output == "[]\n")
      let none = try place.run("trash", "list", "name:orval", isTerminal: true)
      #expect(none.status == 0 && none.output == "" && none.errors.contains("No beers match the filter.\n"))
    }

    @Test func beersAreRestoredByTheirNames() throws {
      let result = try place.run("trash", "restore", "gueuze", "4")

      #expect(result.status == 0 && result.output == "Restored 2 beers from the trash.\n")
      #expect(try place.names() == [1: "Orval", 2: "Gueuze", 4: "Chimay Blue"])
      #expect(try place.run("trash", "restore", "last").status == 0)
      #expect(try place.diary().beersInTrash() == [])
    }

    @Test func severalBeersOfAFilterAreRestoredOnlyIfThatIsConfirmed() throws {
      let refused = try place.run("trash", "restore", "style:trappist")
      #expect(refused.status == 64)
      #expect(refused.errors.contains("The filter matches 2 beers. Nothing was changed: there is no"))
      #expect(refused.errors.contains("Use --yes to restore them"))
      let kept = try place.run("trash", "restore", "style:trappist", input: "\n", isTerminal: true)
      #expect(kept.status == 0 && kept.errors.contains("Restore 2 beers? [y/N]"))
      let plan = try place.run("trash", "restore", "style:trappist", "--dry-run")
      #expect(
        plan.lines == [
          "id 3  Chimay Red", "id 4  Chimay Blue", "2 beers would be restored. Nothing was changed.",
        ])
      #expect(try place.names() == [1: "Orval"])

      #expect(try place.run("trash", "restore", "style:trappist", "--yes").status == 0)
      #expect(try place.names() == [1: "Orval", 3: "Chimay Red", 4: "Chimay Blue"])
    }

    @Test func aWordThatIsNotANameRestoresNothing() throws {
      let result = try place.run("trash", "restore", "chimay", "--yes")

      #expect(result.status == 66 && result.errors.contains("There is no beer “chimay” in the trash."))
      #expect(result.errors.contains("  3  ") && result.errors.contains("Chimay Blue"))
      #expect(try place.names() == [1: "Orval"])
    }

    /// `edit` and `remove` refuse them as well: a mistyped name would mean any beer with its words.
    @Test func plainWordsAreNotAFilter() throws {
      for words in [["chimay", "red", "blue"], ["chimay", "b"]] {
        let result = try place.run(["trash", "restore"] + words + ["--yes"])
        #expect(result.status == 66 && result.errors.contains("in the trash."), "\(words): \(result.errors)")
      }
      #expect(try place.names() == [1: "Orval"])
      #expect(try place.run("trash", "restore", "chimay", "or", "gueuze", "--yes").status == 0)
      #expect(try place.names().count == 4)
    }

    @Test func onlyBeersInTheTrashAreFound() throws {
      _ = try place.run("add", "Gueuze")
      let none = try place.run("trash", "restore", "name:orval")
      #expect(none.status == 66)
      #expect(none.errors == "beerdiary: No beers in the trash match “name:orval”.\n")
      #expect(try place.run("trash", "restore", "gueuze").status == 0)
      #expect(try place.names() == [1: "Orval", 2: "Gueuze", 5: "Gueuze"])
      #expect(try place.run("trash", "restore", "1").output == "Not in the trash. Nothing was changed.\n")
    }

    @Test func theTrashIsEmptiedOnlyIfThatIsConfirmed() throws {
      let kept = try place.run("trash", "empty", input: "n\n", isTerminal: true)
      #expect(kept.status == 0 && kept.errors.contains("Permanently delete 3 beers"))
      #expect(try place.run("trash", "empty", "--no-input", isTerminal: true).status == 64)
      let plan = try place.run("trash", "empty", "--dry-run", "--read-only")
      #expect(plan.output == "3 beers would be deleted. Nothing was changed.\n")
      #expect(try place.diary().beersInTrash() == [2, 3, 4])

      let emptied = try place.run("trash", "empty", "--yes")
      #expect(emptied.status == 0 && emptied.output == "Deleted 3 beers.\n")
      #expect(try place.diary().beersInTrash() == [])
      #expect(try place.names() == [1: "Orval"])
    }

    @Test func whatIsMovedToTheTrashWhileTheQuestionWaitsStays() throws {
      _ = try place.run("trash", "restore", "4")
      let emptied = try place.run(["trash", "empty"], input: "y\n", isTerminal: true) { [place] in
        _ = try? place.run("trash", "restore", "3")
        _ = try? place.run("remove", "4")
      }
      #expect(emptied.errors.contains("Permanently delete 2 beers?"))
      #expect(emptied.output == "Deleted 1 beer.\n")
      #expect(try place.diary().beersInTrash() == [4])
      #expect(try place.names() == [1: "Orval", 3: "Chimay Red"])
    }

    @Test func nothingIsAskedIfThereIsNothingToDelete() throws {
      let recent = try place.run("trash", "empty", "--older-than", "30", isTerminal: true)
      #expect(recent.status == 0 && recent.output == "Nothing has been in the trash for more than 30 days.\n")
      #expect(!recent.errors.contains("[y/N]"))

      _ = try place.run("trash", "empty", "--yes")
      let empty = try place.run("trash", "empty", isTerminal: true)
      #expect(empty.status == 0 && empty.output == "The trash is empty.\n")
      #expect(!empty.errors.contains("[y/N]"))
      for options in [[], ["--no-input"]] {
        let unasked = try place.run(["trash", "empty"] + options)
        #expect(unasked.status == 0 && unasked.output == "The trash is empty.\n" && unasked.errors == "")
      }
      #expect(try place.run("trash", "empty", "--json", isTerminal: true).output.contains("\"beers\": 0"))
    }

    @Test func anUndoneAdditionIsForgottenWithAnEmptyTrashOnlyIfThatIsConfirmed() throws {
      let empty = try Workplace(beers: "Orval")
      _ = try empty.run("add", "Secret")
      for options in [[], ["--older-than", "1", "--yes"]] {
        _ = try empty.run("undo")
        #expect(try empty.run(["trash", "empty"] + options).status == 0)
        #expect(try empty.run("redo").status == 0)
        #expect(try empty.names() == [1: "Orval", 2: "Secret"])
      }
      _ = try empty.run("undo")

      #expect(try empty.run("trash", "empty", "--yes").output == "The trash is empty.\n")

      #expect(try empty.run("redo").status != 0)
      #expect(try empty.names() == [1: "Orval"])
    }

    @Test func onlyWhatHasBeenInTheTrashForLongIsDeleted() throws {
      for photo in ["a", "b"] {
        let file = try place.write("photo \(photo)", to: "\(photo).jpg")
        _ = try place.run("photo", "add", "1", file, "--any-file")
        _ = try place.run("photo", "remove", "1", "1")
      }
      let file = try SQLiteFile(place.store)
      try file.execute(
        """
        UPDATE beer SET deleted_at = '2020-01-01T00:00:00Z' WHERE id = 3;
        UPDATE removed_photo SET removed_at = '2020-01-01T00:00:00Z'
        WHERE id = (SELECT min(id) FROM removed_photo);
        """)
      file.close()

      let plan = try place.run("trash", "empty", "--older-than", "30", "--dry-run", "--json")
      #expect(plan.output.contains("\"beers\": 1") && plan.output.contains("\"photos\": 1"))
      let asked = try place.run("trash", "empty", "--older-than", "30", input: "n\n", isTerminal: true)
      #expect(asked.errors.contains("Permanently delete 1 beer and 1 removed photo? This cannot be undone."))
      let emptied = try place.run("trash", "empty", "--older-than", "30", "--yes")
      #expect(emptied.output == "Deleted 1 beer and 1 removed photo.\n")
      #expect(try place.diary().beersInTrash() == [2, 4])
      #expect(try place.run("photo", "list", "1", "--removed").lines.count == 1)
      #expect(
        try place.run("trash", "empty", "--older-than", "36500", "-y").output
          == "Nothing has been in the trash for more than 36,500 days.\n")
      #expect(try place.run("trash", "empty", "--older-than=-1", "-y").status == 64)
    }
  }
}
