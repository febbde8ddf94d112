import DiaryModel
import DiaryStore
import FixtureStores
import Foundation
import Synchronization
import TestSupport
import Testing

/// A fresh diary in a temporary folder of its own.
struct FreshDiary {
  let folder: TemporaryFolder
  let diary: Diary

  init() throws {
    folder = try TemporaryFolder()
    diary = try Diary.open(at: folder.file("diary.sqlite"))
  }

  /// Adds a beer with photos whose captions are the given texts.
  func addBeer(_ name: String, drunkAt: String? = nil, photos: [String] = []) throws -> BeerDetail {
    let fields = BeerFields(name: name, drunkAt: drunkAt.flatMap { DiaryDate($0) })
    let beer = try diary.add(NewBeer(fields: fields))
    for caption in photos {
      _ = try diary.addPhoto(
        to: beer.id, image: FixtureBytes(caption), caption: caption, allowsDuplicate: true)
    }
    return try #require(try diary.beer(beer.id))
  }
}

/// A store of the old app that a test changes and opens.
struct OldDiary {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("old.sqlite")
  }

  /// Writes the store, with statements run at its end, and returns what it holds.
  func write(_ extraSQL: String = "", _ change: (inout LegacyStore) -> Void = { _ in }) throws
    -> [ExpectedBeer]
  {
    var store = LegacyStore()
    store.extraSQL = extraSQL
    change(&store)
    return try store.write(to: path)
  }

  func open() throws -> Diary { try Diary.open(at: path) }

  func expectRefusal(_ error: OpeningError, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let before = try folder.contents()
    #expect(throws: error, sourceLocation: sourceLocation) { try Diary.open(at: path) }
    #expect(try folder.contents() == before, sourceLocation: sourceLocation)
  }
}

extension Diary {
  /// Imports beers as rows of a file, and returns how many were added.
  func importBeers(_ newBeers: [NewBeer], in startedImport: StartedImport) throws -> Int {
    try importTransaction(startedImport) { try $0.add(newBeers.map(ImportedBeer.init)) }.added
  }
}

/// Ends an operation from within, as an error of a caller would.
struct Stopped: Error {}

/// Collects values from any thread.
final class Collected<Value: Sendable>: Sendable {
  private let storage = Mutex<[Value]>([])

  func append(_ value: Value) { storage.withLock { $0.append(value) } }

  var values: [Value] { storage.withLock { $0 } }
}

/// The beers of a store as the fixture describes what a migration must show.
func expectedBeers(from diary: Diary) throws -> [ExpectedBeer] {
  var beers: [(id: Int64, beer: ExpectedBeer)] = []
  var details: [BeerDetail] = []
  try diary.forEachBeer { details.append($0) }
  for detail in details {
    let fields = detail.beer.fields
    let photos = try diary.addingMetadata(to: detail.photos).map {
      ExpectedPhoto(sha256: $0.sha256 ?? "missing", byteCount: $0.metadata.byteCount)
    }
    let beer = ExpectedBeer(
      name: fields.name, brewery: fields.brewery, style: fields.style, abv: fields.abv, ibu: fields.ibu,
      rating: fields.rating, place: fields.place, notes: fields.notes,
      drunkAt: fields.drunkAt?.secondsSince1970 ?? .nan, photos: photos)
    beers.append((detail.beer.id, beer))
  }
  return beers.sorted { $0.id < $1.id }.map(\.beer)
}

extension DiaryDate {
  /// For instants only.
  var secondsSince1970: Double? {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
    return (try? style.parse(text))?.timeIntervalSince1970
  }
}

extension SeededGenerator {
  /// Returns one of the values, or `nil` in one of six cases.
  mutating func pick<Value>(_ values: [Value]) -> Value? {
    Int.random(in: 0..<6, using: &self) == 0 ? nil : values.randomElement(using: &self)
  }
}

/// The mean of numbers; `nil` if there are none.
func mean(_ numbers: [Double]) -> Double? {
  numbers.isEmpty ? nil : numbers.reduce(0, +) / Double(numbers.count)
}

/// Whether two figures differ by rounding at most.
func isEqual(_ one: Double?, _ other: Double?) -> Bool {
  guard let one, let other else { return one == other }
  return abs(one - other) < 1e-9
}

/// What tells that a file was written to, or another was put in its place.
struct FileState: Equatable {
  let size: Int
  let content: String
  /// Nanoseconds.
  let modified: Int
  let inode: UInt64

  /// The files and folders below a folder, by their paths in it; `""` is the folder itself.
  static func all(in folder: String) throws -> [String: FileState] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder) + [""]
    return try names.reduce(into: [:]) { $0[$1] = try FileState("\(folder)/\($1)") }
  }

  private init(_ path: String) throws {
    var status = stat()
    guard stat(path, &status) == 0 else { throw CocoaError(.fileReadUnknown) }
    let isFile = status.st_mode & S_IFMT == S_IFREG
    size = isFile ? Int(status.st_size) : 0
    content = isFile ? try Data(contentsOf: URL(fileURLWithPath: path)).sha256 : "folder"
    modified = status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
    inode = UInt64(status.st_ino)
  }
}
