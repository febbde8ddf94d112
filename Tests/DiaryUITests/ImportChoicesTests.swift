import DiaryModel
import DiaryStore
import DiaryText
import DiaryUI
import Interchange
import Settings
import Telemetry
import Terminal
import Testing

/// What is said about a file besides its columns: the columns that identify rows, the photo folder, and the list to read.
@Suite struct ImportChoicesTests {
  private func diary() -> FakeDiary {
    var counts = DisplayedImportCounts()
    counts.rows = 12
    counts.added = 12
    var diary = FakeDiary(SampleBeers.all)
    var preview = ImportPreview(
      format: "a table of beers, CSV, semicolon between fields",
      columns: [
        .init(name: "Bier", role: .field(.name), sample: "Orval"),
        .init(name: "Review no", role: .extra, sample: "17"), .init(name: "Nr", role: .extra, sample: "1"),
      ], beers: SampleBeers.all.map(\.beer.fields), counts: counts)
    preview.readings = ["Rows are identified by “Bier” when the file is imported again."]
    diary.importPreview = .success(preview)
    diary.folders = [
      "~/": ["beers.csv", "photos/", "pictures/"], "~/photos/": ["a.jpg", "b.jpg"],
    ]
    return diary
  }

  private func interface(_ diary: FakeDiary? = nil) -> HeadlessInterface {
    var interface = HeadlessInterface(Size(width: 80, height: 24), diary: diary ?? self.diary())
    interface.type("Ib")
    interface.press(Key(.enter))
    interface.pause()
    return interface
  }

  private func requests(_ interface: HeadlessInterface) -> [ImportRequest] {
    interface.effects.compactMap { if case .previewImport(let request) = $0 { request } else { nil } }
  }

  @Test func aFileThatOnlyBringsDecisionsAboutLabelsIsImported() {
    var counts = DisplayedImportCounts()
    counts.rows = 12
    counts.known = 12
    counts.decisions = 3
    var diary = diary()
    diary.importPreview = .success(
      ImportPreview(
        format: "an export of Beer Diary, JSON",
        columns: [.init(name: "name", role: .field(.name), sample: "Orval")],
        beers: SampleBeers.all.map(\.beer.fields), counts: counts, canMap: false))
    var interface = interface(diary)
    #expect(interface.statusLine.contains("y imports 3 decisions about labels."))
    interface.press(Key(.enter))
    #expect(interface.statusLine.contains("These columns are fixed. Press y to import them."))
    interface.type("y")
    #expect(interface.effects.contains { if case .runImport = $0 { true } else { false } })
  }

  @Test func otherColumnsIdentifyRows() {
    var interface = interface()
    #expect(interface.screen.contains("Rows are identified by “Bier”"))
    interface.type("irev")
    #expect(interface.screen.contains("Identify rows by rev → Review no  for example 17"))
    interface.press(Key(.enter))
    #expect(requests(interface).last?.identity == ["Review no"])
    interface.type("iReview no, n")
    #expect(interface.screen.contains("→ Review no, Nr"))
    interface.press(Key(.enter))
    #expect(requests(interface).map(\.identity) == [nil, ["Review no"], ["Review no, Nr"]])

    interface.type("idetect")
    interface.press(Key(.enter))
    #expect(requests(interface).last?.identity == [])
  }

  @Test func theColumnsOfAMappingAreShownKeptAndCleared() throws {
    let club = SavedMapping(
      name: "club", assignments: [ColumnAssignment(column: "Bier", role: .field(.name))],
      identity: ["Review no", "Nr"])
    var preferences = Preferences()
    preferences.mappings = [club]
    var interface = HeadlessInterface(
      Size(width: 80, height: 24), diary: self.diary(), preferences: preferences)
    interface.type("Ib")
    interface.press(Key(.enter))
    interface.type("mclub")
    interface.press(Key(.enter))
    interface.type("i")
    #expect(interface.lines.contains { $0.hasPrefix("▌• Review no, Nr") })
    // Enter without a change reads nothing again.
    let count = requests(interface).count
    interface.press(Key(.enter))
    #expect(requests(interface).count == count)
    var cleared = interface
    cleared.type("idetect")
    cleared.press(Key(.enter))
    let request = try #require(requests(cleared).last)
    #expect(request.mapping == club && request.identity == [] && request.identityColumns == [])

    // Another field for a column leaves the columns as they are.
    interface.type("j==style")
    interface.press(Key(.enter))
    #expect(requests(interface).last?.mapping == nil)
    #expect(requests(interface).last?.identity == ["Review no", "Nr"])
    cleared.type("j==style")
    cleared.press(Key(.enter))
    #expect(requests(cleared).last?.identity == [])
  }

  @Test func aMissingColumnIdentifiesNothing() {
    var interface = interface()
    interface.type("iBier, Number")
    interface.press(Key(.enter))
    #expect(interface.screen.contains("No matches."))
    #expect(requests(interface).count == 1)
  }

  @Test func photosComeFromAFolder() {
    var interface = interface()
    interface.type("pph")
    interface.press(Key(.tab))
    #expect(interface.screen.contains("Photo folder ~/photos/"))
    interface.press(Key(.enter))
    #expect(requests(interface).map(\.photoFolder) == [nil, "~/photos/"])
    // The folder that was said is there to be changed.
    interface.type("p")
    #expect(interface.screen.contains("Photo folder ~/photos/"))
    interface.press(Key(.tab))
    #expect(interface.screen.contains("This folder has no folders. Press Enter to use it."))
    for _ in 0..<9 { interface.press(Key(.backspace)) }
    interface.press(Key(.enter))
    #expect(requests(interface).last?.photoFolder == nil)
  }

  @Test func theKeyForPhotosIsShownIfThereAreLinksToPhotos() throws {
    var diary = diary()
    diary.importPreview = diary.importPreview.map { preview in
      var preview = preview
      preview.counts.added = 0
      preview.counts.known = 12
      return preview
    }
    #expect(!interface(diary).screen.contains("p photos"))
    var preview = try diary.importPreview.get()
    preview.hasPhotoLinks = true
    diary.importPreview = .success(preview)
    #expect(interface(diary).screen.contains("p photos"))
    preview.hasPhotoLinks = false
    preview.photosFound = "Found 0 photos of these beers in ~/pictures."
    diary.importPreview = .success(preview)
    #expect(interface(diary).screen.contains("p photos"))
  }

  @Test func thePhotosThatWereFoundAreAtTheTop() throws {
    var diary = diary()
    var preview = try diary.importPreview.get()
    preview.photosFound = "Found 0 photos of these beers in ~/pictures."
    diary.importPreview = .success(preview)
    let lines = interface(diary).lines
    let summary = try #require(lines.firstIndex { $0.contains("12 rows: 12 new") })
    #expect(lines[summary + 1].contains("Found 0 photos of these beers in ~/pictures."))
  }

  @Test func aMissingFolderIsAskedForAgain() {
    var interface = interface()
    interface.holdsEffects = true
    interface.type("pp")
    interface.press(Key(.enter))
    interface.diary.importPreview = .failure(
      Problem(sentence: "The folder ~/p does not exist or cannot be read.", kind: .noInput))
    interface.answerHeld()
    #expect(interface.screen.contains("The folder ~/p does not exist or cannot be read."))
    #expect(interface.screen.contains("Photo folder ~/p"))
    interface.press(Key(.escape))
    #expect(interface.screen.contains("12 rows: 12 new"))
    interface.type("y")
    #expect(interface.effects.contains(.runImport(ImportRequest(path: "~/beers.csv"))))
  }

  @Test func nothingIsAskedBeforeAColumnIsTheName() {
    var diary = diary()
    diary.importPreview = diary.importPreview.map { preview in
      var preview = preview
      preview.columns = preview.columns.map { .init(name: $0.name, role: .extra, sample: $0.sample) }
      return preview
    }
    var interface = interface(diary)
    interface.type("ip")
    #expect(!interface.screen.contains("Identify rows by") && !interface.screen.contains("Photo folder"))
  }

  @Test func theResultsForPhotosAreReported() {
    var diary = diary()
    var outcome = ImportOutcome(counts: DisplayedImportCounts(), wasStopped: false, change: nil)
    outcome.photos = ["2 photos added.", "1 file in ~/photos belongs to no row: b.jpg."]
    diary.importOutcome = .success(outcome)
    var interface = interface(diary)
    interface.type("y")
    #expect(outcome.photos.allSatisfy(interface.screen.contains))
  }

  @Test func oneOfSeveralListsIsChosen() throws {
    var diary = diary()
    let read = diary.importPreview
    let sentence = "The file has several lists: beers (2 items) and wishlist (1 item)."
    diary.importPreview = .failure(Problem(sentence: sentence, choices: ["beers", "wishlist"]))
    var interface = interface(diary)
    #expect(interface.screen.contains(sentence))
    interface.type("x")
    interface.press(Key(.enter))
    #expect(interface.screen.contains("No matches."))
    interface.press(Key(.backspace))
    interface.diary.importPreview = read
    interface.type("wi")
    interface.press(Key(.enter))
    #expect(requests(interface).last?.list == "wishlist")
    #expect(interface.screen.contains("12 rows: 12 new"))
  }
}
