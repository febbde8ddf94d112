import FixtureStores
import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// `photo`: what is done with photos from a shell.
  @Suite struct PhotoCommandTests {
    private let sandbox: Sandbox
    private let sample = BuiltProgram.sampleFolder + "/photos"

    init() throws { sandbox = try Sandbox() }

    /// A diary with two beers, and the paths of three photos.
    private func diary(in sandbox: Sandbox? = nil) async throws -> [String] {
      let sandbox = sandbox ?? self.sandbox
      let csv = try sandbox.write("name,date\nOrval,2024-06-01\nTwin,\ntwin,\n", to: "beers.csv")
      _ = try await sandbox.run("import", csv)
      return try FileManager.default.contentsOfDirectory(atPath: sample).sorted().prefix(3).map {
        "\(sample)/\($0)"
      }
    }

    private func hashes(_ beer: String, in sandbox: Sandbox? = nil) async throws -> [String] {
      let result = try await (sandbox ?? self.sandbox).run("photo", "list", beer, "--json")
      let photos = try JSONDecoder().decode([BeerRecord.Photo].self, from: Data(result.output.utf8))
      #expect(photos.map(\.number) == photos.indices.map { $0 + 1 })
      return photos.compactMap(\.sha256)
    }

    private func hash(_ file: String) throws -> String {
      try Data(contentsOf: URL(fileURLWithPath: file)).sha256
    }

    @Test func photosAreAddedMovedCaptionedAndRemoved() async throws {
      let files = try await diary()
      let hashes = try files.map(hash)

      let added = try await sandbox.start(["photo", "add", "Orval"] + files).result()
      #expect(added.status == 0 && added.errors == "" && added.outputLines.count == 3)
      #expect(try await self.hashes("1") == hashes)

      #expect(try await sandbox.run("photo", "move", "1", "3", "first").status == 0)
      #expect(try await self.hashes("orval") == [hashes[2], hashes[0], hashes[1]])
      #expect(try await sandbox.run("photo", "move", "1", "1", "last").status == 0)
      #expect(try await self.hashes("1") == hashes)

      #expect(try await sandbox.run("photo", "caption", "1", "2", "Foam").status == 0)
      #expect(try await sandbox.run("photo", "list", "1").outputLines[1].hasSuffix(", Foam"))
      #expect(try await sandbox.run("photo", "caption", "1", "2", "").status == 0)
      #expect(try await !sandbox.run("photo", "list", "1").output.contains("Foam"))

      #expect(try await sandbox.run("photo", "remove", "1", "1", "last").status == 0)
      #expect(try await self.hashes("1") == [hashes[1]])
    }

    @Test func filesThatCannotBeAddedAreReportedAndTheOthersAreAdded() async throws {
      let files = try await diary()
      let text = try sandbox.write("no picture", to: "text.txt")

      let words = [
        "photo", "add", "1", files[0], text, sandbox.files, sandbox.file("none"), files[0], files[1],
      ]
      let result = try await sandbox.start(words).result()

      #expect(result.status == 65)
      #expect(result.outputLines.count == 2)
      let errors = result.errors.split(separator: "\n")
      #expect(errors.count == 4)
      for (line, part) in zip(errors, ["--any-file", "folder", "no such file", "already"]) {
        #expect(line.contains(part))
      }
      #expect(try await hashes("1") == files.prefix(2).map(hash))
      #expect(try await sandbox.run("photo", "add", "1", files[0]).status == 0)
      let any = try await sandbox.run(
        "photo", "add", "1", text, files[0], "--any-file", "--allow-same", "--json")
      #expect(any.status == 0 && any.output.contains("\"stopped\": false"))
      #expect(try await hashes("1").suffix(2) == [hash(text), hash(files[0])])
    }

    @Test func anAmbiguousBeerOrPhotoIsReported() async throws {
      let files = try await diary()
      let cases = [
        (["list", "Twin"], 66, "2 beers are named “Twin”. Choose one by its id:\n  2"),
        (["list", "nobody"], 66, "nobody"),
        (["move", "1", "1", "2"], 66, "no photo"), (["move", "1", "0", "2"], 64, "0"),
        (["add", "1"], 64, "file"), (["add", "9", files[0]], 66, "9"), (["export", "1"], 64, "folder"),
      ]
      for (words, status, part) in cases {
        let result = try await sandbox.start(["photo"] + words).result()
        #expect(result.status == Int32(status) && result.errors.contains(part))
      }
    }

    @Test func exportGivesBackIdenticalFiles() async throws {
      let files = try await diary()
      _ = try await sandbox.start(["photo", "add", "Orval"] + files).result()
      let out = sandbox.file("out")

      let one = try await sandbox.run("photo", "export", "Orval", out)
      let all = try await sandbox.run("photo", "export", "--all", out)

      #expect(one.status == 0 && one.output == "Exported 3 photos to \(out).\n")
      #expect(all.status == 0 && all.output == "Exported 0 photos to \(out), 3 already there.\n")
      let names = try FileManager.default.contentsOfDirectory(atPath: out).sorted()
      #expect(names.allSatisfy { $0.hasPrefix("Orval 2024-06-01 ") })
      #expect(try names.map { try hash("\(out)/\($0)") } == files.map(hash))
    }

    /// They are more than one transaction takes.
    @Test func eachOfManyLargeFilesIsReported() async throws {
      _ = try await diary()
      let files = try (10..<27).map { number in
        // Nearly all of it is a hole, which takes no room on the disk.
        let file = try sandbox.write("\(number)", to: "\(number).raw")
        #expect(truncate(file, 4_100_000) == 0)
        return file
      }

      let added = try await sandbox.start(["photo", "add", "1", "--any-file"] + files).result()

      #expect(added.status == 0 && added.errors == "")
      let names = added.outputLines.compactMap { $0.split(separator: " ").dropFirst().first.map(String.init) }
      #expect(names == (10..<27).map { "\($0).raw" })
      #expect(try await hashes("1") == files.map(hash))
    }

    /// Opening and closing it would end SQLite's locks.
    @Test func theDiaryItselfIsNotAddedAsAPhoto() async throws {
      let files = try await diary()
      let link = sandbox.file("link.jpg")
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: sandbox.defaultStore)

      let result = try await sandbox.run("photo", "add", "1", link, files[0], "--any-file")

      #expect(result.status == 65)
      #expect(result.errors.contains("link.jpg is the diary itself"))
      #expect(result.outputLines.count == 1)
    }

    /// Whenever Ctrl-C is pressed, the diary has the photos that were reported as added, and no others.
    @Test func interruptingStopsBetweenFiles() async throws {
      try await untilSignalIsInTime(isInterruptedBetweenFiles)
    }

    /// Interrupts adding photos; returns `false` if it was done before.
    private func isInterruptedBetweenFiles(in sandbox: Sandbox) async throws -> Bool {
      _ = try await diary(in: sandbox)
      var random = SeededGenerator(seed: 2)
      let files = try (0..<60).map { number in
        let file = sandbox.file("\(number).jpg")
        let image = FixtureImage.jpeg(width: 30, height: 40, byteCount: 300_000, using: &random)
        try image.write(to: URL(fileURLWithPath: file))
        return file
      }

      let result = try await sandbox.run(
        ["photo", "add", "1"] + files, signaling: SIGINT
      ) { FileManager.default.fileExists(atPath: sandbox.defaultStore + "-wal") }

      #expect([0, 128 + SIGINT].contains(result.status))
      let stored = try await hashes("1", in: sandbox)
      #expect(try stored == files.prefix(result.outputLines.count).map(hash))
      #expect(try await sandbox.run("doctor", "--deep").status == 0)
      return result.status != 0
    }

    /// Whenever a signal comes, one sentence says what is there, and nothing half-written is.
    @Test(arguments: [SIGINT, SIGTERM], [false, true])
    func aStoppedExportSaysWhatItLeaves(_ signal: Int32, _ isOfPhotosAlone: Bool) async throws {
      try await untilSignalIsInTime { try await isExportStopped(signal, isOfPhotosAlone, in: $0) }
    }

    /// Stops an export; returns `false` if it was done before.
    private func isExportStopped(_ signal: Int32, _ isOfPhotosAlone: Bool, in sandbox: Sandbox) async throws
      -> Bool
    {
      _ = try await diary(in: sandbox)
      var random = SeededGenerator(seed: 2)
      let files = try (0..<80).map { number in
        let file = sandbox.file("\(number).jpg")
        let image = FixtureImage.jpeg(width: 30, height: 40, byteCount: 100_000, using: &random)
        try image.write(to: URL(fileURLWithPath: file))
        return file
      }
      #expect(try await sandbox.start(["photo", "add", "1"] + files).result().status == 0)
      let folder = sandbox.file("photos")
      let csv = sandbox.file("all.csv")
      @Sendable func names() -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      }

      let result = try await sandbox.run(
        isOfPhotosAlone ? ["photo", "export", "--all", folder] : ["export", "-o", csv, "--photos", folder],
        signaling: signal
      ) { names().contains { $0.hasSuffix(".jpg") } }

      let left = names()
      #expect(left.allSatisfy { $0.hasSuffix(".jpg") }, "\(left)")
      if result.status == 0 { return false }
      #expect(result.status == 128 + signal && result.output == "")
      let rest = isOfPhotosAlone ? ". Run the command again to finish." : ". \(csv) was not written."
      #expect(result.errors.contains("Stopped. \(left.count) photo"), "\(result.errors)")
      #expect(result.errors.contains(" in \(folder)\(rest)"), "\(result.errors)")
      #expect(!FileManager.default.fileExists(atPath: csv))
      return true
    }

    /// A viewer that ends immediately, as `xdg-open` does, having noted what it was given.
    private func makeViewer() async throws -> (folder: String, note: String) {
      let note = sandbox.file("note")
      let script = """
        #!/bin/sh
        { stat -c %a "$1" "$(dirname "$1")"; sha256sum <"$1"; echo "$1"; } >'\(note).new'
        mv '\(note).new' '\(note)'
        """
      return (try await sandbox.install(script, as: "bin/xdg-open"), note)
    }

    @Test(.needsTmux, arguments: ["Enter", "C-c"]) func aViewerGetsAPrivateCopyThatIsRemoved(_ key: String)
      async throws
    {
      let files = try await diary()
      _ = try await sandbox.run("photo", "add", "1", files[0])
      let (bin, note) = try await makeViewer()

      // In front of all else, as tmux has a mind of its own about the path.
      let command = [
        "/usr/bin/env", "PATH=\(bin):/usr/bin:/bin", "DISPLAY=:9", BuiltProgram.path, "photo", "open", "1",
      ]
      let screen = try await TmuxScreen(sandbox, running: command)
      try await screen.wait(for: "Press Enter")
      try await screen.wait(until: "the viewer has started") { FileManager.default.fileExists(atPath: note) }
      let seen = try String(contentsOfFile: note, encoding: .utf8).split(separator: "\n").map(String.init)
      #expect(seen[0] == "600" && seen[1] == "700")
      #expect(try seen[2].hasPrefix(hash(files[0])))
      #expect(FileManager.default.fileExists(atPath: seen[3]))
      try await screen.press(key)

      #expect(try await screen.waitForEnd() == (key == "Enter" ? 0 : 128 + SIGINT))
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: sandbox.temporary).allSatisfy {
          !$0.hasPrefix("beerdiary-photo")
        })
    }

    @Test func withoutATerminalOpeningIsRefused() async throws {
      let result = try await sandbox.run("photo", "open", "1")

      #expect(result.status == 64 && result.errors.isOneSentence && result.errors.contains("export"))
    }

    @Test func aPictureIsDrawnInASCIIWithoutATerminal() async throws {
      let files = try await diary()
      _ = try await sandbox.run("photo", "add", "1", files[0])
      _ = try await sandbox.run("photo", "add", "2", try sandbox.write("x", to: "x"), "--any-file")

      let picture = try await sandbox.run("show", "1", "--picture", "--width", "40")
      let words = try await sandbox.run("show", "2", "--picture")
      let none = try await sandbox.run("show", "3", "--picture")

      #expect(picture.status == 0 && words.status == 0 && none.status == 0)
      #expect(picture.output.utf8.allSatisfy { $0 < 127 && ($0 >= 32 || $0 == 10) })
      #expect(picture.output.hasPrefix("JPEG") || picture.outputLines.count > 15)
      #expect(picture.outputLines.allSatisfy { $0.count <= 40 } || picture.output.hasPrefix("JPEG"))
      #expect(words.output.hasPrefix("photo, 1 B"))
      #expect(none.output.contains("no photo"))
      #expect(try await sandbox.run("show", "1", "--width", "9").status == 64)
    }

    @Test(
      .needsTmux, arguments: [("truecolor", "38;2;"), ("", "38;5;")])
    func aPictureIsDrawnInColorOnATerminal(_ colors: String, _ sequence: String) async throws {
      let files = try await diary()
      _ = try await sandbox.run("photo", "add", "1", files[0])
      let output = sandbox.file("typed")
      let command = "'\(BuiltProgram.path)' show 1 --picture --width 20"

      let screen = try await TmuxScreen(
        sandbox, running: ["/usr/bin/script", "-qec", command, output], environment: ["COLORTERM": colors])

      #expect(try await screen.waitForEnd() == 0)
      let typed = try String(contentsOfFile: output, encoding: .utf8)
      #expect(
        typed.contains("JPEG") || typed.contains(sequence) && typed.contains { "▀▌▘▝▖▗▚".contains($0) })
    }
  }
}
