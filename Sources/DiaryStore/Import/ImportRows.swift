package import Foundation

/// Beers on their way into a diary: their texts as UTF-8 in one buffer, without a `String` for each.
///
/// A file of a million rows has tens of millions of texts; making each a value of its own takes longer than storing it.
package struct ImportRows: Sendable {
  /// What a beer has as text, each with its column's name.
  ///
  /// `source` is left out where it is the import's own; `extras` is a JSON object.
  package enum Text: Int, CaseIterable, Sendable {
    case name, brewery, style, notes, place, serving, price, drunkAt, extras
    case createdAt, updatedAt, deletedAt, source, sourceID

    /// What a person records, without the custom fields; the others are what the diary notes of an entry.
    static let fields: [Text] = {
      let others: Set<Text> = [.extras, .createdAt, .updatedAt, .deletedAt, .source, .sourceID]
      return allCases.filter { !others.contains($0) }
    }()

    package var column: String {
      switch self {
      case .drunkAt: "drunk_at"
      case .createdAt: "created_at"
      case .updatedAt: "updated_at"
      case .deletedAt: "deleted_at"
      case .sourceID: "source_id"
      default: "\(self)"
      }
    }
  }

  /// What a beer has as numbers, each within the range that `BeerFields` tells.
  package enum Number: Int, CaseIterable, Sendable {
    case abv, ibu, rating, latitude, longitude

    package var column: String { "\(self)" }
  }

  fileprivate struct Span {
    var start: Int
    var count: Int

    static let none = Span(start: 0, count: -1)
  }

  private static let textCount = Text.allCases.count
  private static let numberCount = Number.allCases.count

  private var bytes: [UInt8] = []
  /// `textCount` for each row.
  private var spans: [Span] = []
  /// `numberCount` for each row; NaN for none.
  private var numbers: [Double] = []
  private var uuids: [UUID?] = []
  /// The other ids of rows that may have some.
  private var earlierIDs: [Int: [String]] = [:]
  /// The photos of rows that have some.
  private var photos: [Int: [ImportedPhoto]] = [:]
  /// Where the bytes of the last row begin.
  private var lastStart = 0
  private var openText = 0

  package init() {}

  package var count: Int { uuids.count }
  package var isEmpty: Bool { uuids.isEmpty }
  /// The memory that the texts take.
  package var byteCount: Int { bytes.count }

  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    spans.removeAll(keepingCapacity: true)
    numbers.removeAll(keepingCapacity: true)
    uuids.removeAll(keepingCapacity: true)
    earlierIDs.removeAll(keepingCapacity: true)
    photos.removeAll()
  }
}

// MARK: - Writing

extension ImportRows {
  /// Adds a row with nothing in it; what is set from now on is of it.
  package mutating func addRow() {
    lastStart = bytes.count
    spans.append(contentsOf: repeatElement(.none, count: Self.textCount))
    numbers.append(contentsOf: repeatElement(.nan, count: Self.numberCount))
    uuids.append(nil)
  }

  package mutating func dropLastRow() {
    bytes.removeSubrange(lastStart...)
    spans.removeLast(Self.textCount)
    numbers.removeLast(Self.numberCount)
    uuids.removeLast()
    earlierIDs[uuids.count] = nil
    photos[uuids.count] = nil
  }

  package mutating func set(_ text: Text, to value: UnsafeBufferPointer<UInt8>) {
    beginText()
    bytes.append(contentsOf: value)
    endText(text)
  }

  package mutating func set(_ text: Text, to value: String?) {
    guard var value else { return }
    value.withUTF8 { set(text, to: $0) }
  }

  package mutating func set(_ number: Number, to value: Double?) {
    guard let value else { return }
    numbers[numbers.count - Self.numberCount + number.rawValue] = value
  }

  package mutating func setUUID(_ uuid: UUID) { uuids[uuids.count - 1] = uuid }

  /// Adds an id that an earlier import may have given the row's beer.
  package mutating func addEarlierID(_ id: String) { earlierIDs[uuids.count - 1, default: []].append(id) }

  /// Sets the photos that are added to the row's beer, in their order.
  package mutating func setPhotos(_ photos: [ImportedPhoto]) {
    if !photos.isEmpty { self.photos[uuids.count - 1] = photos }
  }

  /// Begins a text that is put together from parts.
  package mutating func beginText() { openText = bytes.count }

  package mutating func append(_ part: UnsafeBufferPointer<UInt8>) { bytes.append(contentsOf: part) }

  package mutating func append(_ part: [UInt8]) { bytes.append(contentsOf: part) }

  package mutating func append(_ byte: UInt8) { bytes.append(byte) }

  /// Appends the bytes as a JSON string of the store.
  package mutating func appendJSONString(_ text: UnsafeBufferPointer<UInt8>) {
    JSONWriter.append(string: text, to: &bytes, isShown: false)
  }

  package mutating func endText(_ text: Text) {
    spans[spans.count - Self.textCount + text.rawValue] = Span(start: openText, count: bytes.count - openText)
  }
}

// MARK: - Reading

extension ImportRows {
  package func number(_ number: Number, ofRow row: Int) -> Double? {
    let value = numbers[row * Self.numberCount + number.rawValue]
    return value.isNaN ? nil : value
  }

  package func uuid(ofRow row: Int) -> UUID? { uuids[row] }

  /// Ids that an earlier import may have given the row's beer.
  package func earlierIDs(ofRow row: Int) -> [String] { earlierIDs[row] ?? [] }

  package func photos(ofRow row: Int) -> [ImportedPhoto] { photos.isEmpty ? [] : photos[row] ?? [] }

  package func has(_ text: Text, inRow row: Int) -> Bool {
    spans[row * Self.textCount + text.rawValue].count >= 0
  }

  package func text(_ text: Text, ofRow row: Int) -> String? {
    let span = spans[row * Self.textCount + text.rawValue]
    guard span.count >= 0 else { return nil }
    return String(decoding: bytes[span.start..<span.start + span.count], as: UTF8.self)
  }

  /// Lends all texts for as long as `body` runs.
  func withTexts<Value>(_ body: (Texts) throws -> Value) rethrows -> Value {
    try bytes.withUnsafeBufferPointer { bytes in
      try spans.withUnsafeBufferPointer { try body(Texts(bytes: bytes, spans: $0)) }
    }
  }

  /// The texts where they lie.
  struct Texts {
    fileprivate let bytes: UnsafeBufferPointer<UInt8>
    fileprivate let spans: UnsafeBufferPointer<Span>

    /// A row's text; `nil` where it has none.
    func callAsFunction(_ text: Text, _ row: Int) -> UnsafeBufferPointer<UInt8>? {
      let span = spans[row * ImportRows.textCount + text.rawValue]
      guard span.count >= 0 else { return nil }
      return UnsafeBufferPointer(rebasing: bytes[span.start..<span.start + span.count])
    }
  }
}

// MARK: - Beers

extension ImportRows {
  package mutating func append(_ draft: BeerDraft) {
    let fields = draft.fields
    addRow()
    set(.name, to: fields.name)
    set(.brewery, to: fields.brewery)
    set(.style, to: fields.style)
    set(.notes, to: fields.notes)
    set(.place, to: fields.place)
    set(.serving, to: fields.serving)
    set(.price, to: fields.price)
    set(.drunkAt, to: fields.drunkAt?.text)
    if !fields.extras.isEmpty { set(.extras, to: fields.extras.json) }
    set(.createdAt, to: draft.createdAt?.text)
    set(.source, to: draft.origin?.source)
    set(.sourceID, to: draft.origin?.id)
    set(.abv, to: fields.abv)
    set(.ibu, to: fields.ibu)
    set(.rating, to: fields.rating)
    set(.latitude, to: fields.latitude)
    set(.longitude, to: fields.longitude)
  }

  /// The fields of a row, as they will be in the diary.
  package func fields(ofRow row: Int) -> BeerFields {
    BeerFields(
      name: text(.name, ofRow: row), brewery: text(.brewery, ofRow: row), style: text(.style, ofRow: row),
      abv: number(.abv, ofRow: row), ibu: number(.ibu, ofRow: row), rating: number(.rating, ofRow: row),
      notes: text(.notes, ofRow: row), place: text(.place, ofRow: row),
      latitude: number(.latitude, ofRow: row), longitude: number(.longitude, ofRow: row),
      serving: text(.serving, ofRow: row), price: text(.price, ofRow: row),
      drunkAt: text(.drunkAt, ofRow: row).flatMap(DiaryDate.init),
      extras: text(.extras, ofRow: row).map { Extras(keeping: $0) } ?? [:])
  }
}
