import DiaryModel
import DiaryStore
import Foundation

/// Makes beers from records, according to a mapping.
///
/// Each value of a record is in a field of its beer, in a custom field, or in a problem that is reported. Scores and
/// columns that are no fields always become custom fields. A value for which its field has no place, or not all of it, is
/// kept with `keptColumns`.
struct RowBuilder {
  let mapping: ColumnMapping
  private let numbers: NumberFields
  private let formats: ColumnFormats
  private let repairsText: Bool
  /// Whether a row with a value that cannot be read is rejected; otherwise the value is kept as a custom field.
  private let isStrict: Bool
  /// Whether a row with a label that cannot be read is rejected; otherwise the label is kept as a custom field.
  private let rejectsUnreadableLabels: Bool
  /// The columns that are fields, and how the diary stores them.
  private let fields: [(column: Int, field: BeerField, content: BeerColumn.Content?)]
  /// The column with the label in a Beer Diary export; `nil` in other files, and in exports of earlier versions.
  let labelColumn: Int?
  let photosColumn: Int?
  /// The column that may have UUIDs of the diary's beers, in a file that is not recognized as an export.
  private let possibleUUIDColumn: Int?
  /// The columns that can become custom fields, sorted by the names of the fields.
  private let customFields: [CustomField]
  /// The columns whose text becomes a custom field of the current beer in addition to its value.
  var keptColumns: [Int] = []
  /// The memory for the custom fields of the current beer.
  private var json: [UInt8] = []
  var identities: RowIdentityAssigner
  /// The problems of the row that is being built.
  var problems: [RowProblem] = []
  /// What has been counted in the file; the builder itself counts only times, and texts that could be repaired.
  var counts = ReadCounts()
  private let dates: [Int: DateParser]
  private let venue: VenueColumns
  /// Whether a venue is joined from several columns; one of a single column is kept unchanged.
  private let joinsVenues: Bool
  private let hasOverallScore: Bool
  /// Whether the scores are meant for the rating, so that one that cannot be read is a problem.
  private let isRatedByScores: Bool
  private var recordFields: RecordFields

  init(
    _ mapping: ColumnMapping, _ formats: ColumnFormats, _ identities: RowIdentityAssigner,
    repairsText: Bool = false,
    isStrict: Bool = false
  ) {
    // An export has its custom fields in one column, and its rows are imported unchanged or not at all.
    self.isStrict = isStrict || mapping.dialect == .beerDiary
    rejectsUnreadableLabels = isStrict
    labelColumn = mapping.column(of: .label)
    photosColumn = mapping.column(of: .photos)
    possibleUUIDColumn =
      mapping.dialect == .beerDiary ? nil : mapping.header.names.firstIndex(of: ImportedBeer.uuidColumn)
    self.mapping = mapping
    self.formats = formats
    self.repairsText = repairsText
    let dialect = mapping.dialect
    numbers = NumberFields(
      unknownZeros: dialect.unknownZeros.union(formats.unknownZeros), abvIsFraction: formats.abvIsFraction,
      ratingScale: formats.ratingScale, starScale: formats.starScale,
      // Its own numbers always have points, whatever columns were added.
      hasDecimalCommas: formats.hasDecimalCommas && dialect != .beerDiary)
    fields = mapping.roles.enumerated().compactMap { index, role in
      if case .field(let field) = role, field != .city, field != .country {
        (index, field, field.column?.content)
      } else {
        nil
      }
    }
    dates = Dictionary(
      uniqueKeysWithValues: fields.map {
        (
          $0.column,
          DateParser(
            times: formats.times, order: formats.dateOrders[$0.column],
            isSerial: formats.serialDateColumns.contains($0.column))
        )
      })
    customFields = Self.customFields(mapping, formats)
    venue = VenueColumns(mapping)
    joinsVenues = mapping.dialect != .beerDiary && venue.hasSeveralParts
    self.identities = identities
    recordFields = RecordFields(mapping)
    hasOverallScore = mapping.column(of: .overall) != nil
    isRatedByScores = mapping.column(of: .rating) == nil
  }

  /// Returns the beer that a record describes, or `nil` if it describes none, and what is wrong with the record.
  mutating func beer(of record: FileRecord) -> (beer: ImportedBeer?, problems: [RowProblem]) {
    if let problem = RowProblem(structureOf: record, columnCount: mapping.roles.count) {
      return (nil, [problem])
    }
    problems.removeAll()
    keptColumns.removeAll(keepingCapacity: true)
    var beer = ImportedBeer()
    beer.fileFields = recordFields.fields(of: record)
    let labelProblem = setLabel(from: record, in: &beer)
    for (column, field, content) in fields { set(field, content, from: column, of: record, in: &beer) }
    if mapping.dialect != .beerDiary {
      setVenue(from: record, in: &beer)
      if hasOverallScore, beer.fields.rating == nil { setRatingOfScores(record, in: &beer) }
      identities.assign(to: &beer, from: record)
      beer.possibleUUID = possibleUUIDColumn.flatMap { record.value(at: $0) }.flatMap { UUID(uuidString: $0) }
    } else {
      // The user may have added the row.
      if beer.uuid == nil, beer.sourceID == nil { identities.assign(to: &beer, from: record) }
      keepUnusedFields(of: record, in: beer)
    }
    if let labelProblem, rejectsUnreadableLabels { problems.append(labelProblem) }
    if isStrict, !problems.isEmpty { return (nil, problems) }
    for problem in problems { if let column = problem.column { keptColumns.append(column) } }
    beer.customFieldsJSON = Self.joined(beer.customFieldsJSON, customFields(of: record))
    if let labelProblem {
      keepLabel(of: record, in: &beer)
      problems.append(labelProblem)
    }
    return (beer, problems)
  }
}

// MARK: - Fields

extension RowBuilder {
  private mutating func set(
    _ field: BeerField, _ content: BeerColumn.Content?, from column: Int, of record: FileRecord,
    in beer: inout ImportedBeer
  ) {
    switch field {
    case .drunkAt: setDrunkAt(from: column, of: record, in: &beer)
    case .createdAt: beer.createdAt = date(in: column, of: record) ?? beer.createdAt
    case .updatedAt: beer.updatedAt = date(in: column, of: record)
    case .deletedAt: beer.deletedAt = date(in: column, of: record)
    case .source: beer.source = text(in: column, of: record)
    case .sourceID: beer.sourceID = text(in: column, of: record)
    case .uuid: beer.uuid = uuid(in: column, of: record)
    case .extras: beer.customFieldsJSON = exportedExtras(in: column, of: record, extractingLabel: &beer.label)
    // It was read before.
    case .label: break
    // In other files it is composed of its parts.
    case .place where mapping.dialect != .beerDiary: break
    default: if let content { set(content, field, from: column, of: record, in: &beer) }
    }
  }

  private mutating func set(
    _ content: BeerColumn.Content, _ field: BeerField, from column: Int, of record: FileRecord,
    in beer: inout ImportedBeer
  ) {
    // Several columns can hold one field; the first with a value does.
    switch content {
    case .text(let property):
      guard let text = text(in: column, of: record) else { return }
      if beer.fields[keyPath: property] == nil {
        beer.fields[keyPath: property] = text
      } else {
        keptColumns.append(column)
      }
    case .number(let property, let range):
      // A copy, as `read` changes the builder.
      var numbers = numbers
      // The point in a number of JSON is always a decimal point.
      if formats.hasTypes, !record.isQuoted(at: column) { numbers.hasDecimalCommas = false }
      // An export has all numbers that the diary can store, and not only those that users may enter.
      let accepted = mapping.dialect == .beerDiary ? range.stored : range.entered
      let number = read(column, of: record) { bytes throws(ValueProblem) in
        try numbers.number(bytes, of: field, in: accepted)
      }
      guard let number else { return }
      beer.fields[keyPath: property] = number
      if field == .rating { keepRescaledRating(in: column, of: record) }
    case .date(let property):
      if let date = date(in: column, of: record) { beer.fields[keyPath: property] = date }
    case .customFields: break
    }
  }

  /// Returns the text of a column; `nil` if it is empty.
  private mutating func text(in column: Int, of record: FileRecord) -> String? {
    if mapping.dialect == .beerDiary {
      guard record.isPresent(at: column) else { return nil }
      let text = record.withExactValue(at: column) {
        String(decoding: mapping.hasEscapedFormulas ? FormulaEscaping.removed(from: $0) : $0, as: UTF8.self)
      }
      return text.withoutNULs
    }
    // A nested value of JSON is not a text that a person wrote.
    if record.isNested(at: column) {
      keepNested(column, of: record)
      return nil
    }
    return record.withValue(at: column) { $0.isEmpty ? nil : decoded($0) }
  }

  /// Decodes a text, and repairs it if that was requested; otherwise counts it if it could be repaired.
  private mutating func decoded(_ value: UnsafeBufferPointer<UInt8>) -> String {
    let text = String(decoding: value, as: UTF8.self)
    guard let repaired = TextRepair.repaired(value) else { return text }
    if repairsText { return repaired }
    counts.count(repairable: text, repaired: repaired)
    return text
  }

  /// Keeps an array or object that is in the place of a text, and reports it if there is anything in it.
  private mutating func keepNested(_ column: Int, of record: FileRecord) {
    if isEmptyList(column, of: record) {
      keptColumns.append(column)
    } else {
      problems.append(RowProblem(reason: .value(.notText), column: column))
    }
  }

  private func isEmptyList(_ column: Int, of record: FileRecord) -> Bool {
    record.withValue(at: column) { $0.count <= 2 }
  }

  /// Returns the field's value; if its text is not one, the problem is recorded and the result is `nil`.
  ///
  /// - Parameter reportsProblems: Whether the problem is recorded; the text of other columns must be kept.
  private mutating func read<Value>(
    _ column: Int, of record: FileRecord, reportsProblems: Bool = true,
    _ parse: (UnsafeBufferPointer<UInt8>) throws(ValueProblem) -> Value?
  ) -> Value? {
    do throws(ValueProblem) {
      return try record.withValue(at: column, parse)
    } catch {
      guard reportsProblems else { return nil }
      problems.append(RowProblem(reason: .value(error), column: column))
      return nil
    }
  }

  private mutating func date(in column: Int, of record: FileRecord) -> DiaryDate? {
    if mapping.dialect == .beerDiary { return exportedDate(in: column, of: record) }
    return readDate(in: column, of: record)?.date
  }

  /// Reads a date; a wrong day of the week is a problem, so that its text is kept as well.
  private mutating func readDate(in column: Int, of record: FileRecord) -> DateParser.Result? {
    guard let parser = dates[column], let result = read(column, of: record, parser.parse) else { return nil }
    if let weekday = result.correctedWeekday {
      problems.append(RowProblem(reason: .value(.wrongWeekday(correct: weekday)), column: column))
    }
    return result
  }

  private mutating func setDrunkAt(from column: Int, of record: FileRecord, in beer: inout ImportedBeer) {
    if mapping.dialect == .beerDiary {
      if let date = exportedDate(in: column, of: record) { beer.fields.drunkAt = date }
      return
    }
    guard let result = readDate(in: column, of: record) else { return }
    beer.fields.drunkAt = result.date
    if result.date.precision == .localTime { counts.localTimes += 1 }
    if result.date.precision == .instant { counts.instants += 1 }
    if result.wasGivenZone { counts.timesGivenZone += 1 }
    // The user may have chosen another column for it.
    if mapping.dialect.createsEntryWhenDrunk, beer.createdAt == nil { beer.createdAt = result.date }
  }

  /// Keeps a rating of another scale also as a custom field, as it is written.
  private mutating func keepRescaledRating(in column: Int, of record: FileRecord) {
    let isRescaled =
      formats.ratingScale != NumberFields.stars || formats.starScale != NumberFields.stars
      || record.withValue(at: column, RatingText.namesScale)
    if isRescaled { keptColumns.append(column) }
  }

  /// Sets the venue to one line of its parts, and keeps what cannot be recovered from the line.
  private mutating func setVenue(from record: FileRecord, in beer: inout ImportedBeer) {
    // A copy, because `decoded` changes the builder.
    let venue = venue
    beer.fields.place = venue.text(of: record) { decoded($0) }
    let isLossless = !joinsVenues || venue.withVenue(of: record, \.isLossless)
    let parts = venue.columns(of: record)
    for column in venue.all {
      if record.isNested(at: column) {
        // In Untappd's JSON, a check-in without a venue has an empty list.
        if !isEmptyList(column, of: record) { keepNested(column, of: record) }
      } else if !isLossless || (column != parts.name && column != parts.city && column != parts.country) {
        keptColumns.append(column)
      }
    }
  }

  /// Sets the rating to the sum of all scores, as RateBeer does, out of 50; if scores are missing, to the overall one.
  ///
  /// BeerAdvocate's scores are all out of 5, and its overall score is separate from the others: it is the rating.
  private mutating func setRatingOfScores(_ record: FileRecord, in beer: inout ImportedBeer) {
    var count = 0
    var sum = 0.0
    var best = 0.0
    var overall: Double?
    for score in BeerField.scores {
      guard let column = mapping.column(of: score) else { continue }
      let scale = formats.scoreScales[score] ?? NumberFields.stars
      let fields = NumberFields(ratingScale: scale)
      let value = read(column, of: record, reportsProblems: isRatedByScores, fields.rating)
      guard let value, value != 0 else { continue }
      count += 1
      if score == .overall { overall = value }
      sum += value / NumberFields.stars * scale
      best += scale
    }
    let overallScale = formats.scoreScales[.overall] ?? NumberFields.stars
    let isTotal = count == BeerField.scores.count && overallScale > NumberFields.stars
    beer.fields.rating = isTotal ? NumberFields.inStars(sum, of: best) : overall
  }
}

// MARK: - Custom fields

extension RowBuilder {
  /// A column that becomes a custom field, or whose text does if it cannot be read.
  private struct CustomField {
    let column: Int
    /// The name as a JSON string, with its colon.
    let key: [UInt8]
    let isAlwaysIncluded: Bool
    let isNumber: Bool
  }

  private static func customFields(_ mapping: ColumnMapping, _ formats: ColumnFormats) -> [CustomField] {
    let names = mapping.roles.indices.map(mapping.customName)
    return names.indices.filter { mapping.roles[$0] != .ignored }.sorted { names[$0] < names[$1] }.map {
      column in
      var key: [UInt8] = []
      var name = names[column]
      name.withUTF8 { JSONWriter.append(string: $0, to: &key, isForDisplay: false) }
      return CustomField(
        column: column, key: key + [UInt8(ascii: ":")],
        isAlwaysIncluded: mapping.roles[column].isCustomField || isScore(mapping.roles[column]),
        isNumber: formats.numberColumns.contains(column))
    }
  }

  private static func isScore(_ role: ColumnMapping.Role) -> Bool {
    if case .field(let field) = role { field.isScore } else { false }
  }

  /// Returns the custom fields of an export together with others of the same row.
  ///
  /// One of the others gets another name if the export has a different value under a spelling of its name.
  static func joined(_ exported: String?, _ added: String?) -> String? {
    guard let exported, let added else { return exported ?? added }
    var extras = Extras(keeping: exported)
    for (name, value) in Extras(keeping: added).sorted(by: { $0.key < $1.key }) {
      let free = name.numbered { name in
        let other = CustomFieldName.known(name, among: extras.keys).flatMap { extras[$0] }
        return other.map { !$0.isWritten(like: value) } ?? false
      }
      if CustomFieldName.known(free, among: extras.keys) == nil { extras[free] = value }
    }
    return extras.json
  }

  /// Returns the beer's custom fields as the JSON object that the diary stores; `nil` if there are none.
  ///
  /// Names are sorted, and empty values left out.
  private mutating func customFields(of record: FileRecord) -> String? {
    json.removeAll(keepingCapacity: true)
    for field in customFields where field.isAlwaysIncluded || keptColumns.contains(field.column) {
      record.withValue(at: field.column) { value in
        guard !value.isEmpty else { return }
        json.append(json.isEmpty ? UInt8(ascii: "{") : UInt8(ascii: ","))
        json += field.key
        if isJSON(value, of: field, in: record) {
          json += value
        } else if formats.hasDecimalCommas, field.isNumber, PlainNumber.Form(value) != nil {
          json += PlainNumber.withPoint(value)
        } else if repairsText, var repaired = TextRepair.repaired(value) {
          repaired.withUTF8 { JSONWriter.append(string: $0, to: &json, isForDisplay: false) }
        } else {
          JSONWriter.append(string: value, to: &json, isForDisplay: false)
        }
      }
    }
    return json.isEmpty ? nil : String(decoding: json, as: UTF8.self) + "}"
  }

  /// Whether a value is a number or a truth value that can be written as it is.
  private func isJSON(_ value: UnsafeBufferPointer<UInt8>, of field: CustomField, in record: FileRecord)
    -> Bool
  {
    guard formats.hasTypes else { return field.isNumber && PlainNumber.isNumber(value) }
    if record.isQuoted(at: field.column) || record.isNested(at: field.column) { return false }
    return JSONNumber.isValid(value) || value.elementsEqual("true".utf8) || value.elementsEqual("false".utf8)
  }
}

// MARK: - Venue

/// A venue's name, city and country; a part that is not known is empty.
struct Venue {
  var name: UnsafeBufferPointer<UInt8>
  var city: UnsafeBufferPointer<UInt8>
  var country: UnsafeBufferPointer<UInt8>

  /// Calls `body` with each part of a venue such as `Café 't Arendsnest, Amsterdam, Nederland`.
  ///
  /// Parts that are missing or only repeat the part before are left out.
  func forEachPart(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    var last = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    for part in [name, city, country] where !part.isEmpty && !part.elementsEqual(last) {
      body(part)
      last = part
    }
  }

  /// Whether name, city and country can be recovered from the line.
  var isLossless: Bool {
    let isNameAlone = city.isEmpty && country.isEmpty
    let isWhole =
      !name.isEmpty && !city.isEmpty && !country.isEmpty && !name.elementsEqual(city)
      && !city.elementsEqual(country)
    return (isNameAlone || isWhole)
      && ![name, city, country].contains { $0.contains(UInt8(ascii: ",")) }
  }
}

/// The columns from which a venue is composed.
struct VenueColumns {
  private let names: [Int]
  private let cities: [Int]
  private let countries: [Int]
  /// All columns with a part of a venue.
  let all: [Int]

  init(_ mapping: ColumnMapping) {
    names = mapping.columns(of: .place)
    cities = mapping.columns(of: .city)
    countries = mapping.columns(of: .country)
    all = names + cities + countries
  }

  /// Whether venues are joined from several columns, after which their parts cannot be separated.
  var hasSeveralParts: Bool { !cities.isEmpty || !countries.isEmpty }

  /// The columns of a record's name, city and country; `.max`, whose value is empty, for a missing part.
  func columns(of record: FileRecord) -> (name: Int, city: Int, country: Int) {
    (column(names, of: record), column(cities, of: record), column(countries, of: record))
  }

  private func column(_ columns: [Int], of record: FileRecord) -> Int {
    columns.first { column in
      !record.isNested(at: column) && record.withValue(at: column) { !$0.isEmpty }
    } ?? .max
  }

  /// Returns the venue of a record as one line, or `nil` if it has none.
  ///
  /// - Parameter decode: Decodes a part of the venue.
  func text(of record: FileRecord, _ decode: (UnsafeBufferPointer<UInt8>) -> String) -> String? {
    withVenue(of: record) { venue in
      var parts: [String] = []
      venue.forEachPart { parts.append(decode($0)) }
      return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
  }

  /// Calls `body` with the venue of a record.
  func withVenue<Value>(of record: FileRecord, _ body: (Venue) -> Value) -> Value {
    let columns = columns(of: record)
    return record.withValue(at: columns.name) { name in
      record.withValue(at: columns.city) { city in
        record.withValue(at: columns.country) { body(Venue(name: name, city: city, country: $0)) }
      }
    }
  }
}
