import DiaryModel
import DiaryStore
import FixtureStores
import Foundation
import Pictures
import TestSupport
import Testing

@testable import Interchange

@Suite struct SafeFileNameTests {
  @Test(arguments: [
    ("Orval", "Orval"), ("a/b\\c:d", "a_b_c_d"), ("..hidden", "hidden"), ("-rf", "rf"), ("~", "Beer"),
    ("  Zwei  Worte. ", "Zwei Worte"), ("tab\tand\nline", "tab and line"), ("\0\u{7}\u{9B}", "___"),
    ("a\u{202E}b", "a_b"), ("con", "_con"), ("COM1.old", "_COM1.old"), ("Lpt\u{B9}", "_Lpt\u{B9}"),
    ("Console", "Console"), ("", "Beer"), ("...", "Beer"), ("Bie\u{300}re 一番 👩‍🚀", "Bi\u{E8}re 一番 👩‍🚀"),
  ])
  func aFileNameIsSafeOnEverySystem(_ original: String, _ expected: String) {
    #expect(SafeFileName(original, orElse: "Beer", byteLimit: 180).text == expected)
  }

  @Test func aFileNameIsCutAtAWholeCharacter() {
    #expect(SafeFileName("äöü", orElse: "x", byteLimit: 5).text == "äö")
    #expect(SafeFileName("ab 👩‍🚀", orElse: "x", byteLimit: 8).text == "ab")
    let marks = "e" + String(repeating: "\u{323}\u{302}", count: 300)
    #expect(1...180 ~= SafeFileName(marks, orElse: "x", byteLimit: 180).text.utf8.count)
  }

  @Test func anyTextBecomesASafeName() {
    var random = Seeds.generator(4)
    for _ in 0..<2_000 {
      let scalars = (0..<Int.random(in: 0...40, using: &random)).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 0...(Bool.random(using: &random) ? 0x7F : 0x1FFFF), using: &random))
      }
      let name = SafeFileName(String(String.UnicodeScalarView(scalars)), orElse: "Beer", byteLimit: 30).text
      #expect(1...30 ~= name.utf8.count)
      #expect(
        !name.unicodeScalars.contains { $0.value < 32 || "/\\:*?\"<>|\u{7F}".unicodeScalars.contains($0) })
      #expect(!".- ~".contains(name.first ?? " ") && !". ".contains(name.last ?? " "))
    }
  }
}

@Suite struct PhotoExportTests {
  private let folder: TemporaryFolder
  private let diary: Diary

  init() throws {
    folder = try TemporaryFolder()
    diary = try Diary.open(at: folder.file("diary.sqlite"))
  }

  private func addBeer(_ name: String?, _ images: [Data]) throws -> BeerDetail {
    let fields = BeerFields(name: name, drunkAt: DiaryDate("2024-06-01T18:04:00"))
    let beer = try diary.add(NewBeer(fields: fields))
    for image in images {
      _ = try diary.addPhoto(to: beer.id, image: MemoryBytes(image), allowsDuplicate: true)
    }
    return try #require(try diary.beer(beer.id))
  }

  /// Its file may be back in the folder of external images; an import reads no file of a photo that is missing.
  @Test func aPhotoThatWasWrittenIsNotMissingInJSON() {
    let photo = Photo(
      id: 1, uuid: UUID(), beerID: 1, order: 0, metadata: ImageMetadata(byteCount: 3, isMissing: true))
    func isMissing(path: String?) -> JSONValue? {
      PhotoJSON(ExportedBeer.Photo(photo), number: 1, path: path).members.first { $0.key == "is_missing" }?
        .value
    }
    #expect(isMissing(path: nil) == .boolean(true))
    #expect(isMissing(path: "Orval.jpg") == .boolean(false))
  }

  private func export(_ beers: BeerDetail...) throws -> [ExportedPhoto] {
    var export = try PhotoExport(from: diary, to: folder.file("out/photos"))
    return try beers.flatMap { beer in try beer.photos.map { try export.export($0, of: beer.beer) } }
  }

  @Test func bytesAreIdenticalAndNamesHaveBeerDayAndPosition() throws {
    var random = SeededGenerator(seed: 1)
    let images = [
      FixtureImage.jpeg(width: 30, height: 40, byteCount: 700_001, using: &random), Data("x".utf8),
    ]
    let beer = try addBeer("Or/val", images)

    let exported = try export(beer)

    let names = ["Or_val 2024-06-01 1.jpg", "Or_val 2024-06-01 2.bin"]
    #expect(exported.map(\.file?.name) == names && exported.allSatisfy { $0.outcome == .written })
    #expect(try folder.contents(of: "out/photos") == Dictionary(uniqueKeysWithValues: zip(names, images)))
  }

  @Test func exportingAgainWritesNothingAndBeersOfTheSameNameAreDistinct() throws {
    let first = try addBeer("Orval", [Data("a".utf8)])
    let second = try addBeer("ORVAL", [Data("a".utf8)])
    let names = ["Orval 2024-06-01 1.bin", "ORVAL 2024-06-01 1 (2).bin"]

    let once = try export(first, second)
    let again = try export(first, second)

    #expect(once.map(\.file?.name) == names && again.map(\.file?.name) == names)
    #expect(again.allSatisfy { $0.outcome == .alreadyThere })
    #expect(try Set(folder.contents(of: "out/photos").keys) == Set(names))
  }

  @Test func noFileIsOverwritten() throws {
    let beer = try addBeer("Orval", [Data("mine".utf8)])
    let out = folder.file("out/photos")
    try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
    try Data("else".utf8).write(to: URL(fileURLWithPath: out + "/Orval 2024-06-01 1.bin"))
    try FileManager.default.createDirectory(
      atPath: out + "/Orval 2024-06-01 1 (2).bin", withIntermediateDirectories: false)
    symlink("/nowhere", out + "/Orval 2024-06-01 1 (3).bin")

    #expect(try export(beer).map(\.file?.name) == ["Orval 2024-06-01 1 (4).bin"])

    #expect(try Data(contentsOf: URL(fileURLWithPath: out + "/Orval 2024-06-01 1.bin")) == Data("else".utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: out).count == 4)
  }

  @Test func aMissingOrChangedImageIsReported() throws {
    let beer = try addBeer(nil, [Data("a".utf8), Data("b".utf8)])
    let file = try SQLiteFile(diary.path)
    try file.execute("DELETE FROM photo_image WHERE id = \(beer.photos[0].id)")
    try file.execute("UPDATE photo_image SET data = CAST('c' AS BLOB) WHERE id = \(beer.photos[1].id)")

    let exported = try export(beer)

    #expect(exported.map(\.outcome) == [.missing, .changed])
    #expect(try folder.contents(of: "out/photos") == ["Beer 1 2024-06-01 2.bin": Data("c".utf8)])
  }

  /// The export has warned of it, and the file has the only image that there is.
  @Test func aChangedImageIsImportedAsItWasExported() throws {
    let beer = try addBeer("Orval", [Data("a".utf8)])
    try SQLiteFile(diary.path).execute("UPDATE photo_image SET data = CAST('c' AS BLOB)")
    var written = DiaryExport(.jsonl)
    for photo in try export(beer) { written.files[photo.photo.uuid] = photo.file }
    var bytes: [UInt8] = []
    _ = try written.run(from: diary) { bytes += $0 }
    let file = folder.file("beers.jsonl")
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    let copy = try Diary.open(at: folder.file("copy.sqlite"))
    var options = ImportOptions()
    options.photoFolders = [folder.file("out/photos")]

    let summary = try FileImport(ImportSource(path: file), options).run(into: copy)

    #expect(summary.photos == [.added: 1])
    #expect(try copy.beer(1)?.photos.map(\.metadata.isMissing) == [false])
  }

  @Test func aFolderThatCannotBeCreatedIsReported() {
    #expect(throws: ExportError.self) { try PhotoExport(from: diary, to: "/proc/beerdiary/out") }
  }
}
