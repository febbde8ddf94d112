/// A column that looks like one of ids or links.
struct IDColumn: Hashable {
  let column: Int
  /// Whether nearly all rows have a value that no other row has.
  let isUnique: Bool
  /// Whether most of its values are links or uuids; see ``IDValue``.
  let isGlobal: Bool
}

/// The kind of a value in a column of ids.
///
/// Each value has its own kind, so that one unusual value does not change how other rows are recognized.
enum IDValue {
  /// A link or a UUID, which is globally unique.
  case global
  /// Any other id, such as 17, which another beer may have in another file.
  case token
  /// Not an id: empty, words, or a number that a spreadsheet has rounded.
  case unusable

  init(_ value: UnsafeBufferPointer<UInt8>) {
    self =
      if Self.isLink(value) || Self.isUUID(value) { .global } else if Self.isToken(value) { .token } else {
        .unusable
      }
  }

  private static func isLink(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
    value.starts(with: "http://".utf8) || value.starts(with: "https://".utf8)
  }

  private static func isUUID(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
    value.count == 36 && [8, 13, 18, 23].allSatisfy { value[$0] == UInt8(ascii: "-") }
  }

  /// Letters, digits, hyphens and underscores.
  private static func isToken(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
    1...100 ~= value.count
      && value.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
      }
  }
}

/// Finds the columns that have a unique id or link in each row.
///
/// A column has ids if its name says so, and links if nearly all values are. Unique values are not enough: prices may
/// be unique, and in a short file any values.
struct IDColumnProfiler {
  private static let maxCandidates = 4
  /// The number of rows after which only the best candidates are profiled.
  private static let trialRows = 100

  private var candidates: [Candidate] = []
  private var count = 0

  init(_ mapping: ColumnMapping) {
    let isDated = mapping.column(of: .drunkAt) != nil || mapping.column(of: .createdAt) != nil
    candidates = mapping.extraColumns.compactMap { column in
      let name = IDColumnName(mapping.header.names[column])
      // A beer's id identifies an entry only in a list without dates, where each beer occurs once.
      return name.isOfOther || name.isOfBeer && isDated ? nil : Candidate(column, name)
    }.sorted { ($0.rank, $0.column) < ($1.rank, $1.column) }
  }

  mutating func add(_ record: FileRecord) {
    if candidates.isEmpty { return }
    for index in candidates.indices {
      record.withValue(at: candidates[index].column) { candidates[index].add($0) }
    }
    candidates.removeAll(where: \.isRuledOut)
    count += 1
    if count >= Self.trialRows { candidates.removeLast(max(0, candidates.count - Self.maxCandidates)) }
  }

  /// The columns with ids: those that are unique first, the most certain before the others.
  var result: [IDColumn] {
    let found = candidates.filter(\.hasIDs).map(\.found)
    return Array((found.filter(\.isUnique) + found.filter { !$0.isUnique }).prefix(Self.maxCandidates))
  }
}

/// The kind of ids that a column's name suggests.
private struct IDColumnName {
  private static let idWords: Set = [
    "id", "uuid", "guid", "checkinid", "reviewid", "ratingid", "entryid", "recordid", "noteid",
  ]
  private static let linkWords: Set = ["url", "uri", "link", "permalink", "href", "checkinurl", "reviewurl"]
  private static let beerWords: Set = ["beer", "product", "wine", "whisky", "whiskey", "cider", "item"]
  /// The owners of ids and links other than the entry.
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
  /// Columns whose names do not suggest ids.
  static let unnamedRank = 3

  /// The number of unusable values after which a column of another name is ruled out.
  private static let maxUnusable = 10

  let column: Int
  /// How certain it is that the column has ids; lower is more certain.
  let rank: Int
  private var count = 0
  private var unusable = 0
  /// Rows with a value that another has.
  private var repeated = 0
  private var globals = 0
  private var seen: Set<UInt32> = []

  init(_ column: Int, _ name: IDColumnName) {
    self.column = column
    rank = name.isID ? (name.isBare ? 0 : 1) : name.isLink ? 2 : Self.unnamedRank
  }

  var hasIDs: Bool { count > unusable }

  /// Whether it is ruled out as a column of links, the only kind that a column of another name can be.
  var isRuledOut: Bool {
    rank == Self.unnamedRank && unusable > Self.maxUnusable && unusable * 10 > count
  }

  /// Whether nearly all rows have a unique id.
  ///
  /// One in a hundred may be repeated, so that joined files and a hash that two values share do not matter. One in ten
  /// may be unusable: such rows are recognized by their fields.
  private var isUnique: Bool { hasIDs && repeated * 100 <= count && unusable * 10 <= count }

  var found: IDColumn {
    IDColumn(column: column, isUnique: isUnique, isGlobal: globals * 2 > count - unusable)
  }

  mutating func add(_ value: UnsafeBufferPointer<UInt8>) {
    count += 1
    switch IDValue(value) {
    case .global: globals += 1
    case .token where rank < Self.unnamedRank: break
    case .token, .unusable:
      unusable += 1
      return
    }
    guard !hasTooManyRepeats else { return seen = [] }
    if !seen.insert(Self.hash(value)).inserted { repeated += 1 }
  }

  /// Whether so many values are repeated that the rest need not be stored.
  private var hasTooManyRepeats: Bool { count >= 1000 && repeated * 10 > count }

  /// FNV-1a, folded.
  private static func hash(_ value: UnsafeBufferPointer<UInt8>) -> UInt32 {
    let hash = value.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    return UInt32(truncatingIfNeeded: hash ^ hash >> 32)
  }
}
