import DiaryStore

/// Makes beers of records, according to a mapping.
struct RowBuilder {
  let mapping: ColumnMapping
  let numbers: NumberFields
  let reading: ColumnReading
  let repairsText: Bool
  /// Whether a row with a value that cannot be read is no beer; otherwise the value is kept as a custom field.
  let isStrict: Bool
  /// What the columns that are no custom fields are.
  let fields: [(column: Int, field: BeerField)]
  var extras: ExtrasText
  var origins: RowOrigin
  /// What is wrong with the row that is being built.
  var problems: [RowProblem] = []
  /// How many beers have a local time, and how many an instant.
  private(set) var timeCounts = (local: 0, instant: 0)
  /// Names that could be repaired but are not, and the first of them.
  private(set) var repairableNames = 0
  private(set) var repairExample: TextRepairExample?
  private let dates: [Int: DateParser]
  private let place: PlaceColumns
  private let hasScores: Bool

  init(
    _ mapping: ColumnMapping, _ reading: ColumnReading, _ origins: RowOrigin, repairsText: Bool = false,
    isStrict: Bool = false
  ) {
    // An export has its custom fields in one column, and is to come back as it was or not at all.
    self.isStrict = isStrict || mapping.dialect == .own
    self.mapping = mapping
    self.reading = reading
    self.repairsText = repairsText
    let dialect = mapping.dialect
    var numbers = NumberFields(
      zeroIsUnknown: dialect.zeroIsUnknown, abvIsFraction: reading.abvIsFraction,
      mostBitter: dialect == .own ? .greatestFiniteMagnitude : 10_000, ratingScale: reading.ratingScale)
    numbers.zeroABVIsUnknown = reading.unknownZeros.contains(.abv)
    numbers.zeroIBUIsUnknown = reading.unknownZeros.contains(.ibu)
    self.numbers = numbers
    fields = mapping.roles.enumerated().compactMap { index, role in
      if case .field(let field) = role, field != .city, field != .country { (index, field) } else { nil }
    }
    dates = Dictionary(
      uniqueKeysWithValues: fields.map {
        ($0.column, DateParser(times: reading.times, order: reading.dateOrders[$0.column]))
      })
    extras = ExtrasText(mapping, numbers: reading.numberColumns)
    place = PlaceColumns(mapping)
    self.origins = origins
    hasScores = mapping.column(of: .overall) != nil && mapping.column(of: .rating) == nil
  }

  /// Adds the beer that a record describes, unless it describes none.
  ///
  /// - Returns: What is wrong with the row, and whether it was added all the same.
  mutating func add(_ record: FileRecord, to rows: inout ImportRows) -> (
    problems: [RowProblem], isAdded: Bool
  ) {
    if let problem = RowProblem(structureOf: record, columnCount: mapping.roles.count) {
      return ([problem], false)
    }
    problems.removeAll()
    extras.begin()
    rows.addRow()
    for (column, field) in fields { set(field, from: column, of: record, in: &rows) }
    if mapping.dialect != .own {
      setPlace(of: record, in: &rows)
      if hasScores { setRatingOfScores(record, in: &rows) }
      origins.set(of: record, in: &rows)
    }
    let isAdded = problems.isEmpty || !isStrict
    if isAdded { for problem in problems { if let column = problem.column { extras.keep(column) } } }
    if mapping.dialect != .own || mapping.column(of: .extras) == nil {
      extras.set(of: record, repairsText: repairsText, in: &rows)
    }
    if !isAdded { rows.dropLastRow() }
    return (problems, isAdded)
  }
}

// MARK: - Fields

extension RowBuilder {
  private mutating func set(
    _ field: BeerField, from column: Int, of record: FileRecord, in rows: inout ImportRows
  ) {
    switch field {
    case .name: setText(.name, from: column, of: record, in: &rows)
    case .brewery: setText(.brewery, from: column, of: record, in: &rows)
    case .style: setText(.style, from: column, of: record, in: &rows)
    case .notes: setText(.notes, from: column, of: record, in: &rows)
    case .serving: setText(.serving, from: column, of: record, in: &rows)
    case .price: setText(.price, from: column, of: record, in: &rows)
    case .place: if mapping.dialect == .own { setText(.place, from: column, of: record, in: &rows) }
    case .abv: rows.set(.abv, to: read(column, of: record, numbers.abv))
    case .ibu: rows.set(.ibu, to: read(column, of: record, numbers.ibu))
    case .rating: setRating(from: column, of: record, in: &rows)
    case .latitude: rows.set(.latitude, to: read(column, of: record, numbers.latitude))
    case .longitude: rows.set(.longitude, to: read(column, of: record, numbers.longitude))
    case .createdAt: setDate(.createdAt, from: column, of: record, in: &rows)
    case .drunkAt: setDrunkAt(from: column, of: record, in: &rows)
    case .updatedAt: setDate(.updatedAt, from: column, of: record, in: &rows)
    case .deletedAt: setDate(.deletedAt, from: column, of: record, in: &rows)
    case .source: setText(.source, from: column, of: record, in: &rows)
    case .sourceID: setText(.sourceID, from: column, of: record, in: &rows)
    case .uuid: setUUID(from: column, of: record, in: &rows)
    case .extras: setOwnExtras(from: column, of: record, in: &rows)
    // Photos are added behind their beer; the others are taken together.
    case .photos, .city, .country, .aroma, .appearance, .taste, .palate, .overall: break
    }
  }

  private mutating func setText(
    _ text: ImportRows.Text, from column: Int, of record: FileRecord, in rows: inout ImportRows
  ) {
    if mapping.dialect == .own {
      guard record.isPresent(at: column) else { return }
      return record.withExactValue(at: column) {
        rows.set(text, to: mapping.isGuarded ? SpreadsheetGuard.removed(from: $0) : $0)
      }
    }
    // What JSON has within is no text that a person wrote.
    if record.isNested(at: column) { return extras.keep(column) }
    record.withValue(at: column) { value in
      guard !value.isEmpty else { return }
      if repairsText, let repaired = TextRepair.repaired(value) {
        rows.set(text, to: repaired)
      } else {
        rows.set(text, to: value)
        if !repairsText, text == .name || text == .brewery { noteRepair(of: value) }
      }
    }
  }

  private mutating func noteRepair(of name: UnsafeBufferPointer<UInt8>) {
    guard let repaired = TextRepair.repaired(name) else { return }
    repairableNames += 1
    guard repairExample == nil else { return }
    repairExample = TextRepairExample(
      text: SafeText.shown(String(decoding: name, as: UTF8.self), limit: 40),
      repaired: SafeText.shown(repaired, limit: 40))
  }

  /// The field's value; where its text is none, that is noted and the value is `nil`.
  mutating func read<Value>(
    _ column: Int, of record: FileRecord, _ parse: (UnsafeBufferPointer<UInt8>) throws(ValueProblem) -> Value?
  ) -> Value? {
    do throws(ValueProblem) {
      return try record.withValue(at: column, parse)
    } catch {
      problems.append(RowProblem(reason: .value(error), column: column))
      return nil
    }
  }

  private mutating func setDate(
    _ text: ImportRows.Text, from column: Int, of record: FileRecord, in rows: inout ImportRows
  ) {
    if mapping.dialect == .own { return setOwnDate(text, from: column, of: record, in: &rows) }
    guard let parser = dates[column] else { return }
    rows.set(text, to: read(column, of: record, parser.date)?.text)
  }

  private mutating func setDrunkAt(from column: Int, of record: FileRecord, in rows: inout ImportRows) {
    if mapping.dialect == .own { return setOwnDate(.drunkAt, from: column, of: record, in: &rows) }
    guard let parser = dates[column], let date = read(column, of: record, parser.date) else { return }
    rows.set(.drunkAt, to: date.text)
    if date.precision == .localTime { timeCounts.local += 1 }
    if date.precision == .instant { timeCounts.instant += 1 }
    // A check-in is made when the beer is drunk: Untappd's `created_at` says both.
    if mapping.dialect == .untappd { rows.set(.createdAt, to: date.text) }
  }

  /// A rating of another scale keeps its own form as a custom field.
  private mutating func setRating(from column: Int, of record: FileRecord, in rows: inout ImportRows) {
    let rating = read(column, of: record, numbers.rating)
    rows.set(.rating, to: rating)
    let isRescaled =
      rating != nil
      && (reading.ratingScale != 5 || record.withValue(at: column) { $0.contains(UInt8(ascii: "/")) })
    if isRescaled { extras.keep(column) }
  }

  /// The sum of all parts as RateBeer makes it, out of 50; where parts are missing, the overall score alone.
  ///
  /// BeerAdvocate's scores are all out of 5 and its overall one is a verdict, no rest: it is the rating.
  private mutating func setRatingOfScores(_ record: FileRecord, in rows: inout ImportRows) {
    var count = 0
    var (sum, best) = (0.0, 0.0)
    var overall: Double?
    for score in BeerField.scores {
      guard let column = mapping.column(of: score) else { continue }
      let scale = reading.scoreScales[score] ?? 5
      let fields = NumberFields(zeroIsUnknown: true, ratingScale: scale)
      extras.keep(column)
      guard let value = read(column, of: record, fields.rating) else { continue }
      count += 1
      if score == .overall { overall = value }
      sum += value / 5 * scale
      best += scale
    }
    let isTotal = count == BeerField.scores.count && (reading.scoreScales[.overall] ?? 5) > 5
    rows.set(.rating, to: isTotal ? (sum / best * 5 * 1e4).rounded() / 1e4 : overall)
  }

  private func setPlace(of record: FileRecord, in rows: inout ImportRows) {
    place.withPlace(of: record) { place in
      var isFirst = true
      rows.beginText()
      place.forEachPart { part in
        if !isFirst { rows.append(Self.comma) }
        rows.append(part)
        isFirst = false
      }
      if !isFirst { rows.endText(.place) }
    }
  }

  private static let comma = Array(", ".utf8)
}
