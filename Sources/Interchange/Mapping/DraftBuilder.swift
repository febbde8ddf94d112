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

  /// The beer that a record describes, or all that keeps it from describing one.
  mutating func draft(from record: CSVRecord) -> Result<BeerDraft, RowProblems> {
    if let problem = structureProblem(of: record) { return .failure(RowProblems(all: [problem])) }
    var row = RowInProgress()
    row.draft.fields.extras.reserveCapacity(extraCount)
    for index in mapping.roles.indices {
      switch mapping.roles[index] {
      case .extra:
        guard let value = record.value(at: index) else { continue }
        row.draft.fields.extras[mapping.header.names[index]] = .text(value)
      case .field(let field): set(field, from: index, of: record, in: &row)
      }
    }
    guard row.problems.isEmpty else { return .failure(RowProblems(all: row.problems)) }
    set(row.place, in: &row.draft.fields)
    row.draft.origin = origin(of: record)
    return .success(row.draft)
  }
}

/// Why a record is no beer, before it is worded for the user.
struct RowProblem {
  var reason: RejectedRow.Reason
  /// The field that is meant, from 0.
  var column: Int?
}

/// Everything that is wrong with a record, so that its row can be mended in one go.
struct RowProblems: Error {
  /// In the order of the columns; at least one.
  var all: [RowProblem]
}

/// What is known of a record while its fields are read.
private struct RowInProgress {
  var draft = BeerDraft(fields: BeerFields())
  var place = Place()
  var problems: [RowProblem] = []
}

// MARK: - Fields

extension DraftBuilder {
  private func set(
    _ field: BeerField, from index: Int, of record: CSVRecord, in row: inout RowInProgress
  ) {
    switch field {
    case .name: row.draft.fields.name = record.value(at: index)
    case .brewery: row.draft.fields.brewery = record.value(at: index)
    case .style: row.draft.fields.style = record.value(at: index)
    case .notes: row.draft.fields.notes = record.value(at: index)
    case .serving: row.draft.fields.serving = record.value(at: index)
    case .price: row.draft.fields.price = record.value(at: index)
    case .place: row.place.name = record.value(at: index)
    case .city: row.place.city = record.value(at: index)
    case .country: row.place.country = record.value(at: index)
    case .abv: row.draft.fields.abv = read(index, of: record, noting: &row.problems, numbers.abv)
    case .ibu: row.draft.fields.ibu = read(index, of: record, noting: &row.problems, numbers.ibu)
    case .rating: row.draft.fields.rating = read(index, of: record, noting: &row.problems, numbers.rating)
    case .latitude:
      row.draft.fields.latitude = read(index, of: record, noting: &row.problems, numbers.latitude)
    case .longitude:
      row.draft.fields.longitude = read(index, of: record, noting: &row.problems, numbers.longitude)
    case .createdAt: row.draft.createdAt = read(index, of: record, noting: &row.problems, dates.date)
    case .drunkAt:
      row.draft.fields.drunkAt = read(index, of: record, noting: &row.problems, dates.date)
      // A check-in is made when the beer is drunk: Untappd's `created_at` says both.
      if mapping.dialect == .untappd { row.draft.createdAt = row.draft.fields.drunkAt }
    }
  }

  /// The field's value; where its text is none, that is noted and the value is `nil`.
  private func read<Value>(
    _ index: Int, of record: CSVRecord, noting problems: inout [RowProblem],
    _ parse: (UnsafeBufferPointer<UInt8>) throws(ValueProblem) -> Value?
  ) -> Value? {
    do throws(ValueProblem) {
      return try record.withValue(at: index, parse)
    } catch {
      problems.append(RowProblem(reason: .value(error), column: index))
      return nil
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
  /// Why a record's fields cannot be assigned to columns; `nil` where they can.
  private func structureProblem(of record: CSVRecord) -> RowProblem? {
    switch record.problem {
    case .unclosedQuote: return RowProblem(reason: .unclosedQuote, column: record.fieldCount - 1)
    case .textAfterQuote: return RowProblem(reason: .textAfterQuote, column: record.fieldCount - 1)
    case .tooLong: return RowProblem(reason: .tooLong)
    case nil: break
    }
    let expected = mapping.roles.count
    guard record.fieldCount > expected else { return nil }
    let surplus = expected..<record.fieldCount
    if surplus.allSatisfy({ index in record.withValue(at: index) { $0.isEmpty } }) { return nil }
    return RowProblem(reason: .tooManyFields(found: record.fieldCount, expected: expected))
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
