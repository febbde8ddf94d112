import FixtureStores
import Foundation

/// A beer as the program prints it with `--json`.
struct BeerRecord: Decodable, Equatable {
  struct Photo: Decodable, Equatable {
    var number: Int
    var bytes: Int
    var format: String?
    var width: Int?
    var height: Int?
    var sha256: String?
  }

  var id: Int
  var uuid: String
  var name: String?
  var brewery: String?
  var style: String?
  var abv: Double?
  var ibu: Double?
  var rating: Double?
  var notes: String?
  var place: String?
  var photoCount: Int
  var photos: [Photo]

  private enum CodingKeys: String, CodingKey {
    case id, uuid, name, brewery, style, abv, ibu, rating, notes, place
    case photoCount = "photo_count"
    case photos
  }
}

extension BeerRecord {
  var hashes: [String?] { photos.map(\.sha256) }

  /// Whether fields and photos, in their order, are those of a fixture; hashes where they were asked for.
  func matches(_ expected: ExpectedBeer) -> Bool {
    name == expected.name && brewery == expected.brewery && style == expected.style
      && abv == expected.abv && ibu == expected.ibu && rating == expected.rating
      && notes == expected.notes && place == expected.place && photoCount == expected.photos.count
      && photos.map(\.number) == expected.photos.indices.map { $0 + 1 }
      && photos.map(\.bytes) == expected.photos.map(\.byteCount)
      && zip(photos, expected.photos).allSatisfy { $0.sha256 == nil || $0.sha256 == $1.sha256 }
  }
}

/// A line of the telemetry queue, as far as tests look at it.
struct SignalRecord: Decodable {
  /// A value of a payload.
  enum Value: Decodable, Equatable {
    case name(String)
    case flag(Bool)
    case number(Int)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let flag = try? container.decode(Bool.self) {
        self = .flag(flag)
      } else if let number = try? container.decode(Int.self) {
        self = .number(number)
      } else {
        self = .name(try container.decode(String.self))
      }
    }
  }

  var type: String
  var payload: [String: Value]
}

/// What `--migrate-only --json` prints.
struct MigrationRecord: Decodable {
  struct Counts: Decodable, Equatable {
    var beers: Int
    var photos: Int
  }

  struct Step: Decodable {
    var from: Int
    var to: Int
    var seconds: Double
  }

  var from: Int
  var to: Int
  var counts: Counts
  var warnings: [String]
  var seconds: Double
  var steps: [Step]
  var backgroundSeconds: Double?

  private enum CodingKeys: String, CodingKey {
    case from, to, counts, warnings, seconds, steps
    case backgroundSeconds = "background_seconds"
  }

  init(_ json: String) throws { self = try JSONDecoder().decode(Self.self, from: Data(json.utf8)) }
}

/// What `--migrate-only --dry-run --json` prints.
struct MigrationPreviewRecord: Decodable {
  struct Step: Decodable, Equatable {
    var from: Int
    var to: Int
  }

  struct Space: Decodable {
    var needed: Int
    var free: Int
  }

  var dryRun: Bool
  var from: Int
  var to: Int
  var steps: [Step]
  var counts: MigrationRecord.Counts
  var warnings: [String]
  var space: Space

  init(_ json: String) throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    self = try decoder.decode(Self.self, from: Data(json.utf8))
  }
}

/// What `adopt --json` prints.
struct MergeRecord: Decodable {
  var from: Int
  var to: Int
  var newDiary: Bool
  var stopped: Bool
  var added: MigrationRecord.Counts
  var known: MigrationRecord.Counts
  var restoredPhotos: Int
  var warnings: [String]
  var seconds: Double

  init(_ json: String) throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    self = try decoder.decode(Self.self, from: Data(json.utf8))
  }
}
