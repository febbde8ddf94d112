/// A column that looks like one of ids or links.
struct IDColumn: Hashable {
  let column: Int
  /// Whether hardly a row shares its value with another.
  let isUnique: Bool
  /// Whether its values, links or uuids, are no other beer's in any other file.
  let isGlobal: Bool
}

/// Finds the column that has an id or a link of its own in each row.
///
/// A column is one of ids if its name says so, and one of links if all values are. That its values are unique is not
/// enough: so may be prices, and in a short file anything.
struct IDColumnSurvey {
  private static let maxCandidates = 4

  private var candidates: [Candidate] = []

  init(_ mapping: ColumnMapping) {
    let isDated = mapping.column(of: .drunkAt) != nil || mapping.column(of: .createdAt) != nil
    candidates = mapping.extraColumns.compactMap { column in
      let name = IDColumnName(mapping.header.names[column])
      // The beer's own id is an entry's only in a list where each beer comes once.
      return name.isOfOther || name.isOfBeer && isDated ? nil : Candidate(column, name)
    }.sorted { ($0.rank, $0.column) < ($1.rank, $1.column) }
  }

  mutating func take(_ record: FileRecord) {
    if candidates.isEmpty { return }
    for index in candidates.indices {
      record.withValue(at: candidates[index].column) { candidates[index].take($0) }
    }
    candidates.removeAll { !$0.isPossible }
    candidates.removeLast(max(0, candidates.count - Self.maxCandidates))
  }

  /// The surest column that is unique, or else the surest of all; `nil` if there is none.
  var result: IDColumn? {
    (candidates.first(where: \.isUnique) ?? candidates.first { $0.rank < Candidate.unnamedRank })?.found
  }
}

/// What a column's name says of ids.
private struct IDColumnName {
  private static let idWords: Set = [
    "id", "uuid", "guid", "checkinid", "reviewid", "ratingid", "entryid", "recordid", "noteid",
  ]
  private static let linkWords: Set = ["url", "uri", "link", "permalink", "href", "checkinurl", "reviewurl"]
  private static let beerWords: Set = ["beer", "product", "wine", "whisky", "whiskey", "cider", "item"]
  /// What ids and links that are not the entry's own are of.
  private static let otherWords: Set = [
    "brewery", "brewer", "producer", "winery", "distillery", "venue", "place", "location", "bar", "pub",
    "shop", "store", "user", "reviewer", "profile", "author", "style", "category", "country", "city",
    "region", "photo", "image", "picture", "avatar", "label", "logo", "thumbnail", "list",
  ]

  private let words: [String]

  init(_ name: String) {
    var words: [String] = []
    var last: Character = " "
    for character in name {
      if character.isLetter || character.isNumber {
        let isStart = !(last.isLetter || last.isNumber) || last.isLowercase && character.isUppercase
        if isStart { words.append("") }
        words[words.count - 1] += character.lowercased()
      }
      last = character
    }
    self.words = words
  }

  var isID: Bool { words.last.map(Self.idWords.contains) ?? false }
  var isLink: Bool { words.last.map(Self.linkWords.contains) ?? false }
  var isBare: Bool { words.count == 1 }
  var isOfBeer: Bool { words.contains(where: Self.beerWords.contains) }
  var isOfOther: Bool { words.contains(where: Self.otherWords.contains) }
}

private struct Candidate {
  /// Of columns whose names say nothing of ids.
  static let unnamedRank = 3

  let column: Int
  /// The lower, the surer.
  let rank: Int
  private(set) var isPossible = true
  private var count = 0
  /// Rows without a value, or with one that another has.
  private var others = 0
  private var isGlobal = true
  private var seen: Set<UInt32> = []

  init(_ column: Int, _ name: IDColumnName) {
    self.column = column
    rank = name.isID ? (name.isBare ? 0 : 1) : name.isLink ? 2 : Self.unnamedRank
  }

  /// One in a hundred may be repeated, so that joined files and a hash that two values share do not matter.
  var isUnique: Bool { count > 0 && others * 100 <= count }

  var found: IDColumn { IDColumn(column: column, isUnique: isUnique, isGlobal: isGlobal) }

  mutating func take(_ value: UnsafeBufferPointer<UInt8>) {
    count += 1
    guard !value.isEmpty else {
      others += 1
      return
    }
    let isLink = value.starts(with: "http://".utf8) || value.starts(with: "https://".utf8)
    let isGlobal = isLink || Self.isUUID(value)
    self.isGlobal = self.isGlobal && isGlobal
    isPossible = rank == Self.unnamedRank ? isLink : isGlobal || Self.isToken(value)
    guard isPossible, !isHopeless else { return seen = [] }
    if !seen.insert(Self.hash(value)).inserted { others += 1 }
  }

  /// Whether so many values are repeated that the rest need not be remembered.
  private var isHopeless: Bool { count >= 1000 && others * 10 > count }

  private static func isUUID(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
    value.count == 36 && [8, 13, 18, 23].allSatisfy { value[$0] == UInt8(ascii: "-") }
  }

  /// Letters, digits, hyphens and underscores; not a number that a spreadsheet has rounded.
  private static func isToken(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
    value.count <= 100
      && value.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
      }
  }

  /// FNV-1a, folded.
  private static func hash(_ value: UnsafeBufferPointer<UInt8>) -> UInt32 {
    let hash = value.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    return UInt32(truncatingIfNeeded: hash ^ hash >> 32)
  }
}
