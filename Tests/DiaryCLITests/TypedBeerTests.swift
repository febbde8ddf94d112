import DiaryModel
import DiaryProcess
import DiaryStore
import Foundation
import Synchronization
import Testing

@testable import DiaryCLI

extension Commands {
  /// Beers that are typed: in the editor, as answers, and notes on standard input.
  @Suite struct TypedBeerTests {
    private func fields(_ place: Workplace, _ id: Int64 = 1) throws -> BeerFields? {
      try place.diary().beer(id)?.beer.fields
    }

    /// Edits the first beer on a terminal.
    ///
    /// - Parameter editor: The command that edits the file, whose path follows.
    private func edit(_ place: Workplace, _ editor: String, answers: String = "") throws -> Workplace.Result {
      place.variables["VISUAL"] = editor
      return try place.run("edit", "1", input: answers, isTerminal: true)
    }

    /// Returns the text that was kept, and removes its file.
    private func keptText(_ result: Workplace.Result) throws -> String {
      let match = result.errors.firstMatch(of: #/Your text is in (/\S+)\./#)
      let path = String(try #require(match?.1))
      defer { try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent) }
      return try String(contentsOfFile: path, encoding: .utf8)
    }

    // MARK: The editor

    @Test func aBeerIsEditedInTheEditor() throws {
      let place = try Workplace(beers: "Orval")

      let result = try edit(
        place, #"sed -i -e 's/^rating = .*/rating = 4.5/' -e 's/^\[extra\]/[extra]\nhop = "Citra"/'"#)

      #expect(result.status == 0 && result.output == "Changed “Orval” (id 1).\n")
      #expect(try fields(place) == BeerFields(name: "Orval", rating: 4.5, extras: ["hop": .text("Citra")]))
    }

    @Test func textAfterANULIsKept() throws {
      let place = try Workplace(beers: "Orval")

      _ = try edit(place, #"sed -i -e 's/^style = .*/style = "Pale\x00 ale"/'"#)
      #expect(try fields(place)?.style == "Pale ale")
    }

    @Test func aFileThatIsNotUTF8IsReadAsAnImportReadsIt() throws {
      let place = try Workplace(beers: "Orval")

      _ = try edit(place, #"LC_ALL=C sed -i -e 's/^style = .*/style = "Bi\xe8re de garde"/'"#)

      #expect(try fields(place)?.style == "Bière de garde")
    }

    @Test func anUnchangedFileChangesNothing() throws {
      let place = try Workplace(beers: "Orval")

      #expect(try edit(place, "true").output == "Unchanged: “Orval” (id 1).\n")
    }

    @Test func aMistakeIsShownWithItsLineAndCanBeCorrected() throws {
      let place = try Workplace(beers: "Orval")
      let editor = "sed -i -e 's/^abv = 120.*/abv = 12/' -e t -e 's/^abv = .*/abv = 120/'"

      let declined = try edit(place, editor, answers: "n\n")
      #expect(declined.status == 65)
      #expect(
        declined.errors.contains("Line 8: ABV requires 0 to 100 percent, not “120”."), "\(declined.errors)")
      #expect(declined.errors.contains("Edit it again? [y/N]"))
      #expect(try keptText(declined).contains("\nabv = 120\n"))
      #expect(try fields(place)?.abv == nil)

      let corrected = try edit(place, editor, answers: "y\n")
      #expect(corrected.status == 0 && corrected.output == "Changed “Orval” (id 1).\n")
      #expect(try fields(place)?.abv == 12)
    }

    @Test func aBeerThatChangedWhileTheEditorWasOpenIsNotOverwritten() throws {
      let place = try Workplace(beers: "Orval")
      let store = place.store
      let started = place.file("started")
      let go = place.file("go")
      let script = try place.write(
        """
        touch '\(started)'
        while [ ! -e '\(go)' ] && kill -0 \(getpid()); do sleep 0.01; done
        sed -i 's/^rating = .*/rating = 4/' "$1"
        """, to: "editor.sh")
      let hasEnded = Atomic(false)
      Thread.detachNewThread {
        // The editor waits for this file, which is created even if the beer could not be changed.
        defer { _ = FileManager.default.createFile(atPath: go, contents: nil) }
        while !FileManager.default.fileExists(atPath: started) {
          if hasEnded.load(ordering: .relaxed) { return }
          usleep(10_000)
        }
        if let other = try? Diary.open(at: store) {
          _ = try? other.edit([1]) { $0.rating = 2 }
          try? other.close()
        }
      }
      defer { hasEnded.store(true, ordering: .relaxed) }

      let result = try edit(place, "sh '\(script)'")

      try #require(
        FileManager.default.fileExists(atPath: started), "the command ended before its editor started")
      #expect(result.status == 75)
      #expect(result.errors.contains("“Orval” has changed in the meantime."))
      #expect(try keptText(result).contains("\nrating = 4\n"))
      #expect(try fields(place)?.rating == 2)
    }

    @Test func anEditorThatFailsChangesNothing() throws {
      let place = try Workplace(beers: "Orval")

      let result = try edit(place, "false")

      #expect(result.status == 69 && result.errors.contains("ended with an error. Nothing was changed."))
      #expect(try place.names() == [1: "Orval"])
    }

    @Test func theEditorIsForOneBeer() throws {
      let place = try Workplace(beers: "Orval", "Gueuze")
      place.variables["VISUAL"] = "false"

      let result = try place.run("edit", "id:1..2", isTerminal: true)

      #expect(result.status == 64 && result.errors.contains("The editor is for one beer."))
    }

    // MARK: Notes on standard input

    @Test func notesAreReadFromStandardInput() throws {
      let place = try Workplace()

      let added = try place.run("add", "Orval", "--notes", "-", input: "dry\n\nand bitter\n\n")
      #expect(added.status == 0)
      #expect(try fields(place)?.notes == "dry\n\nand bitter")
      _ = try place.run("edit", "1", "--notes", "-", input: "fresh\n")
      #expect(try fields(place)?.notes == "fresh")
      let withNUL = try place.run("edit", "1", "--notes", "-", input: "sour\0ish\n")
      #expect(withNUL.status == 65 && withNUL.errors.contains("contain a NUL character. Nothing was saved."))
      #expect(try fields(place)?.notes == "fresh")
      // The byte order mark does not belong to the text.
      _ = try place.run("edit", "1", "--notes", "-", input: "\u{FEFF}sour\r\nish\r\n")
      #expect(try fields(place)?.notes == "sour\nish")
      let empty = try place.run("edit", "1", "--notes", "-")
      #expect(empty.status == 64 && empty.errors.contains("Standard input is empty"))
      #expect(try fields(place)?.notes == "sour\nish")
      _ = try place.run("edit", "1", "--notes", "")
      #expect(try fields(place)?.notes == nil)
    }

    @Test func notesThatAreNotUTF8AreRefused() throws {
      #expect(try FieldOptions.notes(in: Array("Kölsch\n".utf8)) == "Kölsch")

      let failure = try #require(throws: CommandFailure.self) {
        try FieldOptions.notes(in: Array("Kölsch ".utf8) + [0xFF])
      }

      #expect(failure.sentence == "The notes on standard input are not valid UTF-8. Nothing was saved.")
    }

    // MARK: Questions

    @Test func aBeerIsAddedFromAnswers() throws {
      let place = try Workplace()

      let first = try place.run("add", input: "Orval\nAbbaye\n\n120\n6.2\n4.5\ndry\n", isTerminal: true)
      #expect(first.status == 0 && first.output == "Added “Orval” (id 1).\n")
      #expect(first.errors.contains("ABV requires 0 to 100 percent, not “120”."))
      let orval = try #require(try fields(place))
      #expect(orval.brewery == "Abbaye" && orval.style == nil && orval.notes == "dry")
      #expect(orval.abv == 6.2 && orval.rating == 4.5 && orval.drunkAt?.precision == .day)

      let second = try place.run("add", "--rating", "4", input: "orval\n\n\n\n\n", isTerminal: true)
      #expect(second.output == "Added “orval” (id 2), the 2nd time.\n")
      #expect(second.errors.contains("You have had Orval (Abbaye): once"))
      #expect(second.errors.contains("This is the 2nd time."))
      #expect(second.errors.contains("Brewery [Abbaye]:") && !second.errors.contains("Rating"))
      #expect(try fields(place, 2)?.brewery == "Abbaye" && fields(place, 2)?.rating == 4)
    }

    @Test func nothingIsAddedWhenTheInputEndsAtAQuestion() throws {
      let place = try Workplace(beers: "Orval")

      for answers in ["Gueuze", "Gueuze\nCantillon", "Gueuze\nCantillon\nLambic\n5\n4"] {
        let result = try place.run("add", input: answers, isTerminal: true)
        #expect(result.status == 0 && result.output == "", "\(answers)")
        #expect(result.errors.hasSuffix("\nNothing was added.\n"), "\(result.errors)")
      }
      #expect(try place.names() == [1: "Orval"])
    }

    @Test func aNameIsRequired() throws {
      let place = try Workplace()

      for result in [try place.run("add"), try place.run("add", "--no-input", isTerminal: true)] {
        #expect(result.status == 64 && result.output == "")
        #expect(result.errors.contains("add requires the name of the beer"))
        #expect(!FileManager.default.fileExists(atPath: place.store))
      }
      let empty = try place.run("add", input: "\n", isTerminal: true)
      #expect(empty.status == 64 && empty.errors.contains("A beer needs a name. Nothing was added."))
      #expect(try place.names() == [:])
    }
  }
}
