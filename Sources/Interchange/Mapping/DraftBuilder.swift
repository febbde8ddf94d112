import DiaryStore

/// Makes a beer of a record, according to a mapping.
struct DraftBuilder {
  private let mapping: ColumnMapping
  private let numbers: NumberFields
  private let dates: DateParser
  /// Untappd's `checkin_id` or a catalogue's `beer_id`.
  private let idColumn: Int?
  private let extraCount: Int
  private var identity: ContentIdentity

  init(_ mapping: ColumnMapping) {
    self.mapping = mapping
    numbers = NumberFields(zeroIsUnknown: mapping.dialect.zeroIsUnknown)
    dates = DateParser(timesAreUTC: mapping.dialect.timesAreUTC)
    extraCount = mapping.extraColumns.count
    identity = ContentIdentity(mapping.header)
    let idKey: String? =
      switch mapping.dialect {
      case .untappd: "checkinid"
      case .catalogue: "beerid"
      case .plain: nil
      }
    idColumn = idKey.flatMap { mapping.header.keys.firstIndex(of: $0) }
  }

  /// The beer that a record describes, or why it describes none.
  mutating func draft(from record: CSVRecord) -> Result<BeerDraft, RowProblem> {
    do throws(RowProblem) {
      try check(record)
      var draft = BeerDraft(fields: BeerFields())
      var place = Place()
      draft.fields.extras.reserveCapacity(extraCount)
      for index in mapping.roles.indices {
        switch mapping.roles[index] {
        case .extra:
          guard let value = record.value(at: index) else { continue }
          draft.fields.extras[mapping.header.names[index]] = .text(value)
        case .field(let field): try set(field, from: index, of: record, in: &draft, &place)
        }
      }
      set(place, in: &draft.fields)
      draft.origin = origin(of: record)
      return .success(draft)
    } catch {
      return .failure(error)
    }
  }
}

/// Why a record is no beer, before it is worded for the user.
struct RowProblem: Error {
  var reason: RejectedRow.Reason
  /// The field that is meant, from 0.
  var column: Int?
}

// MARK: - Fields

extension DraftBuilder {
  private func set(
    _ field: BeerField, from index: Int, of record: CSVRecord, in draft: inout BeerDraft, _ place: inout Place
  ) throws(RowProblem) {
    switch field {
    case .name: draft.fields.name = record.value(at: index)
    case .brewery: draft.fields.brewery = record.value(at: index)
    case .style: draft.fields.style = record.value(at: index)
    case .notes: draft.fields.notes = record.value(at: index)
    case .serving: draft.fields.serving = record.value(at: index)
    case .price: draft.fields.price = record.value(at: index)
    case .place: place.name = record.value(at: index)
    case .city: place.city = record.value(at: index)
    case .country: place.country = record.value(at: index)
    case .abv: draft.fields.abv = try read(index, of: record, numbers.abv)
    case .ibu: draft.fields.ibu = try read(index, of: record, numbers.ibu)
    case .rating: draft.fields.rating = try read(index, of: record, numbers.rating)
    case .latitude: draft.fields.latitude = try read(index, of: record, numbers.latitude)
    case .longitude: draft.fields.longitude = try read(index, of: record, numbers.longitude)
    case .createdAt: draft.createdAt = try read(index, of: record, dates.date)
    case .drunkAt:
      draft.fields.drunkAt = try read(index, of: record, dates.date)
      // A check-in is made when the beer is drunk: Untappd's `created_at` says both.
      if mapping.dialect == .untappd { draft.createdAt = draft.fields.drunkAt }
    }
  }

  private func read<Value>(
    _ index: Int, of record: CSVRecord,
    _ parse: (UnsafeBufferPointer<UInt8>) throws(ValueProblem) -> Value?
  ) throws(RowProblem) -> Value? {
    do throws(ValueProblem) {
      return try record.withValue(at: index, parse)
    } catch {
      throw RowProblem(reason: .value(error), column: index)
    }
  }

  /// Joins the place; its parts go to the extras too where they could not be told from it again.
  private func set(_ place: Place, in fields: inout BeerFields) {
    fields.place = place.text
    guard !place.isLossless else { return }
    for (field, part) in [(BeerField.place, place.name), (.city, place.city), (.country, place.country)] {
      guard let part, let column = mapping.column(of: field) else { continue }
      fields.extras[mapping.header.names[column]] = .text(part)
    }
  }
}

// MARK: - Records

extension DraftBuilder {
  /// Refuses a record whose fields cannot be assigned to columns.
  private func check(_ record: CSVRecord) throws(RowProblem) {
    switch record.problem {
    case .unclosedQuote: throw RowProblem(reason: .unclosedQuote, column: record.fieldCount - 1)
    case .textAfterQuote: throw RowProblem(reason: .textAfterQuote, column: record.fieldCount - 1)
    case .tooLong: throw RowProblem(reason: .tooLong)
    case nil: break
    }
    let expected = mapping.roles.count
    guard record.fieldCount > expected else { return }
    let surplus = expected..<record.fieldCount
    guard surplus.allSatisfy({ index in record.withValue(at: index) { $0.isEmpty } }) else {
      throw RowProblem(reason: .tooManyFields(found: record.fieldCount, expected: expected))
    }
  }

  /// What the diary will recognise the row by.
  ///
  /// A check-in's id is Untappd's own and unique, unless a spreadsheet has rounded it (`7.28E+08`). A catalogue's beer
  /// id is unique in that catalogue only, and another may give it to another beer, so its content belongs to it.
  private mutating func origin(of record: CSVRecord) -> Origin {
    let source = mapping.dialect.source
    let number = idColumn.flatMap { wholeNumber(at: $0, of: record) }
    if mapping.dialect == .untappd, let number { return Origin(source: source, id: number) }
    let content = identity.id(of: record)
    return Origin(source: source, id: number.map { "\($0):\(content)" } ?? content)
  }

  /// The text of a field that is a whole number and nothing else.
  private func wholeNumber(at index: Int, of record: CSVRecord) -> String? {
    record.withValue(at: index) { bytes in
      let isNumber = 1...20 ~= bytes.count && bytes.allSatisfy { (0x30...0x39).contains($0) }
      return isNumber ? String(decoding: bytes, as: UTF8.self) : nil
    }
  }
}
