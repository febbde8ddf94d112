package import DiaryModel
import DiaryStore

/// The result of analyzing a file before any of its rows is imported.
package struct FileAnalysis: Sendable {
  /// The number of rows that decide whether all have to be profiled.
  private static let sampledRows = 100

  /// The columns as they are written.
  package let columns: FileColumns
  /// The meaning of each column.
  package let mapping: ColumnMapping
  /// How dates and numbers are written.
  package let formats: ColumnFormats
  /// The custom field, from 0, that seems to have the dates of the beers, if no column is known to have them; otherwise
  /// `nil`.
  package let possibleDateColumn: Int?
  /// How rows are recognized, followed by the ways in which an earlier import may have recognized them.
  let identities: [RowIdentity]

  /// How rows are recognized when the file is imported again.
  package var identity: RowIdentity { identities[0] }
  /// The program that wrote the file, by its column names.
  package var dialect: Dialect { mapping.dialect }
  /// What the rows are: beers that were drunk, a wish list and so on.
  package var contents: FileContents { mapping.contents }
  /// The name of such a file in a sentence.
  package var name: String { contents.name ?? dialect.name }
  /// The syntax of the file.
  package var syntax: FileColumns.Syntax { columns.syntax }
  /// Whether the file is UTF-16.
  package var isUTF16: Bool { columns.isUTF16 }

  /// Decides what the columns are, and profiles those whose values can be written in several ways.
  ///
  /// - Parameter onProgress: Called every few thousand records if the file is read to its end.
  init(
    _ columns: FileColumns, _ options: ImportOptions, onProgress: (ImportProgress) -> Void
  ) throws(ImportError) {
    self.columns = columns
    mapping = try Self.mapping(columns, options)
    let profile =
      try Self.needsProfile(columns, mapping)
      ? ColumnProfiler(columns, mapping, onProgress: onProgress) : nil
    possibleDateColumn = profile?.dateColumn
    formats = ColumnFormats(
      profile, mapping, ProblemColumn.completed(options, from: columns.header),
      isJSON: columns.syntax == .json)
    let identities = mapping.identities(mapping.dialect.hasKnownUnits ? [] : profile?.idColumns ?? [])
    self.identities =
      try Self.chosen(options.identityColumns, mapping).map { [$0] + identities } ?? identities
  }

  /// Whether an empty field of a row means that its beer has no value, which is not certain if columns were removed from an
  /// exported CSV file.
  ///
  /// In JSON, a value that is not known is `null`, so the members that were removed are certain, unless the file has only
  /// a few of them and may have been put together from parts.
  var hasCompleteRows: Bool {
    dialect == .beerDiary
      && (missingColumns.isEmpty
        || mapping.header.isOfJSON && missingColumns.isDisjoint(with: Self.columnsOfWholeExports))
  }

  private static let columnsOfWholeExports: Set = [
    "name", "drunk_at", "created_at", "updated_at", "deleted_at", "source_id",
  ]

  /// The columns of exports that the file does not have.
  private var missingColumns: Set<String> { Set(ExportedBeer.columnNames).subtracting(mapping.header.names) }

  /// Returns the mapping of the columns: saved, assigned or proposed.
  ///
  /// - Throws: What `ColumnMapping` throws, or `.noHeader` if the first line may be a beer.
  private static func mapping(_ columns: FileColumns, _ options: ImportOptions) throws(ImportError)
    -> ColumnMapping
  {
    do throws(ImportError) {
      return try ColumnMapping(
        columns.header, saved: options.mapping, assignments: options.assignments)
    } catch {
      guard case .noNameColumn = error, columns.mayLackHeader, !options.requiresHeader else { throw error }
      throw .noHeader(row: columns.header.names)
    }
  }

  /// Returns whether the values of columns can be written in several ways, so that all of them have to be read.
  private static func needsProfile(_ columns: FileColumns, _ mapping: ColumnMapping) throws(ImportError)
    -> Bool
  {
    let mayHaveNumbers = mapping.hasUnknownColumns && columns.syntax != .json
    if !mapping.dialect.hasKnownUnits || mayHaveNumbers { return true }
    return try hasReformattedDates(columns.reader(), mapping)
  }

  /// Returns whether a spreadsheet has reformatted the dates of another program, which affects all of them.
  private static func hasReformattedDates(_ reader: any RecordReader, _ mapping: ColumnMapping)
    throws(ImportError) -> Bool
  {
    guard mapping.dialect != .beerDiary, let column = mapping.column(of: .drunkAt) else { return false }
    for _ in 0..<sampledRows {
      guard let record = try reader.next() else { return false }
      let isReformatted = record.withValue(at: column) {
        WrittenDate($0)?.isYearLast ?? (SerialDate.text($0) != nil)
      }
      if isReformatted { return true }
    }
    return false
  }

  /// Returns the columns that the user chose to recognize rows by; `nil` if none.
  ///
  /// - Throws: `.noSuchColumn`, or `.fixedIdentity` for a Beer Diary export.
  private static func chosen(_ names: [String], _ mapping: ColumnMapping) throws(ImportError) -> RowIdentity?
  {
    if names.isEmpty { return nil }
    guard mapping.dialect != .beerDiary else { throw .fixedIdentity }
    var columns: [Int] = []
    for name in names {
      for column in try mapping.header.columns(named: name) where !columns.contains(column) {
        columns.append(column)
      }
    }
    guard !columns.isEmpty else {
      throw .noSuchColumn(names.joined(separator: ", "), columns: mapping.header.names)
    }
    return .chosen(columns)
  }
}

// MARK: - Meaning of the columns

/// The meaning of each column of a file.
package struct ColumnMapping: Hashable, Sendable {
  /// What a column is.
  package enum Role: Hashable, Sendable {
    /// A field of the beer, or a part of one.
    case field(BeerField)
    /// A custom field with the column's name.
    case extra
    /// A custom field with another name.
    case custom(String)
    /// The column is not imported.
    case ignored
  }

  /// The program that wrote the file.
  package let dialect: Dialect
  /// The column names.
  package let header: Header
  /// One for each column, in the file's order.
  package let roles: [Role]
  /// What the rows are.
  package let contents: FileContents
  /// The names of the custom fields that the columns become, or that hold their values that cannot be read.
  private let customNames: [String]

  /// Assigns roles to the columns of a header.
  ///
  /// If several columns could be the same field, the one with the most certain name is; the others are custom fields.
  ///
  /// - Parameters:
  ///   - saved: Roles with precedence over the names of columns; the file must have the columns that are fields.
  ///   - assignments: Roles with precedence over all others.
  /// - Throws: `.mappingDoesNotFit`, `.noSuchColumn`, `.sameField`, `.noNameColumn` or `.onlyBreweries`.
  init(_ header: Header, saved: SavedMapping? = nil, assignments: [ColumnAssignment] = [])
    throws(ImportError)
  {
    let assigned = try Self.assigned(header, saved: saved, assignments: assignments)
    contents = FileContents(header, assigned: assigned)
    roles = Self.completed(assigned, header, contents)
    guard roles.contains(.field(.name)) else {
      throw contents == .breweries
        ? .onlyBreweries(columns: header.names) : .noNameColumn(columns: header.names)
    }
    dialect = Dialect(header)
    self.header = header
    customNames = Self.customNames(header, roles)
  }

  /// Returns the roles by the names alone; none may be the beer's name.
  package static func proposal(for header: Header) -> [Role] {
    let assigned = [Role?](repeating: nil, count: header.names.count)
    return completed(assigned, header, FileContents(header, assigned: assigned))
  }

  /// Returns the roles of columns; none may be the beer's name.
  ///
  /// - Throws: `.mappingDoesNotFit`, `.noSuchColumn` or `.sameField`.
  package static func roles(_ header: Header, saved: SavedMapping?, assignments: [ColumnAssignment])
    throws(ImportError) -> [Role]
  {
    let assigned = try assigned(header, saved: saved, assignments: assignments)
    return completed(assigned, header, FileContents(header, assigned: assigned))
  }

  /// Returns the name of the custom field that a column becomes, or that holds its values that cannot be read.
  func customName(_ column: Int) -> String { customNames[column] }

  /// Numbers the columns whose names are spellings of one, as filters and edits take these for one field.
  private static func customNames(_ header: Header, _ roles: [Role]) -> [String] {
    var names = roles.indices.map { customName($0, header, roles[$0]) }
    // A name that the user chose stays, and only values that cannot be read come from the columns of fields.
    let chosen = roles.indices.filter { roles[$0].isCustomField && roles[$0] != .extra }
    let extras = roles.indices.filter { roles[$0] == .extra }
    let others = roles.indices.filter { !roles[$0].isCustomField && roles[$0] != .ignored }
    var spellings: [String: String] = [:]
    for column in chosen + extras + others {
      let folded = FilterKeyword.folded(names[column])
      if folded.isEmpty { continue }
      let free = (spellings[folded] ?? names[column]).numbered {
        spellings[FilterKeyword.folded($0)] != nil
      }
      spellings[FilterKeyword.folded(free)] = free
      names[column] = free
    }
    return names
  }

  /// Gives columns without a role the one that their name suggests.
  private static func completed(_ roles: [Role?], _ header: Header, _ contents: FileContents) -> [Role] {
    let dialect = Dialect(header)
    var roles = roles
    let derived = dialect == .beerDiary ? derivedColumns(of: header) : []
    for index in roles.indices
    where addedColumns.contains(header.keys[index]) || ProblemColumn.isName(header.names[index])
      || derived.contains(header.names[index])
    {
      roles[index] = .ignored
    }
    for field in BeerField.all
    where !roles.contains(.field(field)) && (field != .drunkAt || contents.hasDrunkBeers) {
      let candidates = dialect.keys(of: field).lazy.compactMap { key in
        header.fieldKeys.indices.first { header.fieldKeys[$0] == key && roles[$0] == nil }
      }
      if let index = candidates.first { roles[index] = .field(field) }
    }
    for index in roles.indices where roles[index] == nil {
      roles[index] = sharedField(of: index, roles, header, dialect).map { .field($0) }
    }
    return roles.map { $0 ?? .extra }
  }

  /// Returns the text field of another column that is the same member of JSON.
  ///
  /// Some records may have `"brewery": "X"` and others `"brewery": {"name": "X"}`.
  private static func sharedField(of column: Int, _ roles: [Role?], _ header: Header, _ dialect: Dialect)
    -> BeerField?
  {
    BeerField.texts.first { field in
      guard let other = roles.firstIndex(of: .field(field)) else { return false }
      return header.areOneMember(column, other)
        && dialect.keys(of: field).contains(header.fieldKeys[column])
    }
  }

  /// The columns that this program adds to a file: why a row was rejected, and that formulas are escaped.
  private static let addedColumns: Set = [
    Header.key(ProblemColumn.name), Header.key(FormulaEscaping.column),
  ]

  /// The members that a beer has in JSON and not in CSV, because they are of one diary or follow from the others: those
  /// of every beer, and those of one that stands for its label.
  private static let derivedMembers: [Set] = [
    ["id", "photo_count"], ["times", "mean_rating", "best_rating", "first", "last"],
  ]

  /// Returns the columns of an export that are not imported.
  ///
  /// In a table, a single one of these names is the user's own. In JSON, others of its group may have been removed.
  private static func derivedColumns(of header: Header) -> Set<String> {
    derivedMembers.filter { group in
      let missing = group.subtracting(header.names)
      return missing.isEmpty || header.isOfJSON && missing.count * 2 <= group.count
    }.reduce(into: []) { $0.formUnion($1) }
  }

  /// Whether formulas in the file's cells are escaped.
  var hasEscapedFormulas: Bool {
    dialect == .beerDiary && header.keys.contains(Header.key(FormulaEscaping.column))
  }

  /// Returns the column that holds a field, from 0, or the first if several do; `nil` if there is none.
  package func column(of field: BeerField) -> Int? { roles.firstIndex(of: .field(field)) }

  /// Returns all columns that hold a field, from 0.
  func columns(of field: BeerField) -> [Int] { roles.indices.filter { roles[$0] == .field(field) } }

  /// Whether the file has custom fields that are not known of its format.
  var hasUnknownColumns: Bool {
    extraColumns.contains { !dialect.knownKeys.contains(header.keys[$0]) }
  }

  /// The columns that are custom fields, from 0.
  package var extraColumns: [Int] { roles.indices.filter { roles[$0].isCustomField } }
}

// MARK: - Identity

extension ColumnMapping {
  /// The fields that distinguish beers if the file has no ids.
  private static let defaultIdentifyingFields: [BeerField] = [.name, .brewery, .drunkAt, .place]

  /// Returns the ways to recognize rows, the best first.
  ///
  /// The others are needed for rows without a UUID, and because an earlier import of the file may have used them.
  ///
  /// - Parameter ids: The columns in which ids were found.
  func identities(_ ids: [IDColumn]) -> [RowIdentity] {
    if let uuid = column(of: .uuid) { return [.uuid(uuid), .fields(identifyingColumns)] }
    var identities = ids.map {
      RowIdentity.id($0.column, names: $0.isGlobal ? [] : columns(of: .name))
    }
    identities.insert(.fields(identifyingColumns), at: ids.first?.isUnique == true ? 1 : 0)
    return checkInColumns.isEmpty ? identities : [.checkIn(checkInColumns)] + identities
  }

  private var identifyingColumns: [Int] {
    let columns = Self.defaultIdentifyingFields.flatMap(columns)
    // In a file without dates of drinking, the date of the entry is used.
    return column(of: .drunkAt) == nil ? columns + self.columns(of: .createdAt) : columns
  }

  private var checkInColumns: [Int] {
    dialect.checkInKeys.compactMap(header.fieldKeys.firstIndex)
  }
}

// MARK: - Formats

/// How the values of a file's columns are written, as set by the user or detected from the whole column.
package struct ColumnFormats: Hashable, Sendable {
  /// Whether alcohol is written as a fraction: `0.052` for 5.2%.
  package var abvIsFraction = false
  /// Whether some values of alcohol without a percent sign seem to be in percent and others fractions.
  package var abvIsMixed = false
  /// The fields, of alcohol and bitterness, in which 0 means "not known" because most values are 0.
  package var unknownZeros: Set<BeerField> = []
  /// The best rating of the scale in the file: 5, 10, 20 or 100.
  package var ratingScale = NumberRange.rating.entered.upperBound
  /// Whether that scale is set, named, or shown by the ratings, rather than assumed.
  var isRatingScaleKnown = false
  /// Whether the unit of alcohol is set, or shown by the values, rather than assumed.
  var isABVUnitKnown = false
  /// The best rating of those that are written as stars: 5 or 10.
  var starScale = NumberFields.stars
  /// The best values of the partial scores that the rating is made of.
  var scoreScales: [BeerField: Double] = [:]
  /// The order of day and month in each column whose dates end with the year; no entry if it is not known.
  package var dateOrders: [Int: DateOrder] = [:]
  /// The columns, from 0, of dates that are numbers of days, as spreadsheets store them.
  package var serialDateColumns: Set<Int> = []
  /// The custom fields whose values are all numbers, which are kept as such; by column, from 0.
  var numberColumns: Set<Int> = []
  /// Whether these numbers, and those of fields, have decimal commas.
  var hasDecimalCommas = false
  /// Whether the file distinguishes texts from numbers, as JSON does.
  var hasTypes = false
  /// What times without a time zone mean.
  ///
  /// Untappd's export holds local times: the check-in that its API dates `Tue, 31 Jan 2017 02:14:10 +0000` has
  /// `2017-01-30 19:14:10` there.
  package var times = TimeReading.local

  /// Creates the formats of a file that gives no reason to expect others.
  package init() {}

  /// Combines the user's settings with what a profile of the values shows.
  ///
  /// - Parameter profile: `nil` if the column names say enough.
  init(
    _ profile: ColumnProfiler?, _ mapping: ColumnMapping, _ options: ImportOptions, isJSON: Bool
  ) {
    self.init()
    let keys = mapping.header.keys
    if let found = profile?.formats {
      if mapping.dialect.hasKnownUnits {
        dateOrders = found.dateOrders
        serialDateColumns = found.serialDateColumns
        numberColumns = found.numberColumns.filter { !mapping.dialect.knownKeys.contains(keys[$0]) }
        hasDecimalCommas = found.hasDecimalCommas
      } else {
        self = found
        // The name of the column is more reliable than its values, one of which may be a mistake.
        let name = mapping.column(of: .rating).map { mapping.header.names[$0] }
        if let scale = name.flatMap(ScaleProfiler.scale(inColumnName:)) {
          (ratingScale, isRatingScaleKnown) = (scale, true)
        }
      }
    }
    hasTypes = isJSON
    numberColumns.formUnion(
      mapping.extraColumns.filter { mapping.dialect.numberKeys.contains(keys[$0]) })
    if let order = options.dateOrder {
      for column in [BeerField.drunkAt, .createdAt].compactMap(mapping.column) {
        dateOrders[column] = order
      }
    }
    if let isFraction = options.abvIsFraction { (abvIsFraction, isABVUnitKnown) = (isFraction, true) }
    if let scale = options.ratingScale { (ratingScale, isRatingScaleKnown) = (scale, true) }
    times = options.times ?? times
  }
}
