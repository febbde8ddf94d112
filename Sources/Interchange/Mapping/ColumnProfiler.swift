import DiaryModel

/// Detects how the values of columns are written, if there are several ways.
struct ColumnProfiler {
  private let mapping: ColumnMapping
  private var alcohol = AlcoholProfiler()
  private var ratings = ScaleProfiler()
  private var scores: [BeerField: ScaleProfiler] = [:]
  private var dates: [Int: DateOrderProfiler] = [:]
  private var serialDates: [Int: SerialDateProfiler] = [:]
  private var zeros: [BeerField: ZeroProfiler] = [:]
  private let abvColumn: Int?
  private let ibuColumn: Int?
  private let ratingColumn: Int?
  private let scoreColumns: [(BeerField, Int)]
  private let dateColumns: [Int]
  private var ids: IDColumnProfiler
  private var numbers: NumberColumnProfiler
  private var unknownDates: DateColumnProfiler

  private init(_ mapping: ColumnMapping) {
    self.mapping = mapping
    abvColumn = mapping.column(of: .abv)
    ibuColumn = mapping.column(of: .ibu)
    ratingColumn = mapping.column(of: .rating)
    scoreColumns = BeerField.scores.compactMap { score in mapping.column(of: score).map { (score, $0) } }
    // The dates of an export are read as they are written.
    dateColumns =
      mapping.dialect == .beerDiary ? [] : [BeerField.drunkAt, .createdAt].compactMap(mapping.column)
    ids = IDColumnProfiler(mapping)
    numbers = NumberColumnProfiler(mapping)
    unknownDates = DateColumnProfiler(mapping)
  }

  /// Profiles all rows of a file.
  ///
  /// - Parameter onProgress: Called every few thousand records.
  init(
    _ columns: FileColumns, _ mapping: ColumnMapping, onProgress: (ImportProgress) -> Void
  ) throws(ImportError) {
    self.init(mapping)
    let reader = try columns.reader()
    var count = 0
    while let record = try reader.next() {
      add(record)
      count += 1
      if count % ImportProgress.step == 0 { onProgress(ImportProgress(reader)) }
    }
  }

  private mutating func add(_ record: FileRecord) {
    guard record.problem == nil, !record.isHeader else { return }
    if let abvColumn {
      record.withValue(at: abvColumn) {
        alcohol.add($0)
        zeros[.abv, default: ZeroProfiler()].add((try? AlcoholText($0))?.number)
      }
    }
    if let ibuColumn {
      record.withValue(at: ibuColumn) { zeros[.ibu, default: ZeroProfiler()].add(DecimalParser.number($0)) }
    }
    if let ratingColumn { record.withValue(at: ratingColumn) { ratings.add($0) } }
    for (score, column) in scoreColumns {
      record.withValue(at: column) { scores[score, default: ScaleProfiler()].add($0) }
    }
    for column in dateColumns {
      record.withValue(at: column) {
        dates[column, default: DateOrderProfiler()].add($0)
        serialDates[column, default: SerialDateProfiler()].add($0)
      }
    }
    ids.add(record)
    numbers.add(record)
    unknownDates.add(record)
  }

  /// The custom field that seems to have the dates, from 0; `nil` if there is none, or if a column is known to have them.
  var dateColumn: Int? { unknownDates.result }

  /// The columns with a unique id in each row, the most certain first.
  var idColumns: [IDColumn] { ids.result }

  var formats: ColumnFormats {
    var formats = ColumnFormats()
    formats.abvIsFraction = alcohol.isFraction
    formats.abvIsMixed = alcohol.isMixed
    formats.unknownZeros = Set(zeros.filter(\.value.isUnknown).keys)
    formats.isABVUnitKnown = alcohol.hasNumbers
    formats.ratingScale = ratings.scale
    formats.isRatingScaleKnown = ratings.hasRatings
    formats.starScale = ratings.starScale
    formats.scoreScales = scores.mapValues(\.scale)
    formats.dateOrders = dates.compactMapValues(\.order)
    formats.serialDateColumns = Set(serialDates.filter(\.value.isSerial).keys)
    formats.numberColumns = numbers.result
    formats.hasDecimalCommas = numbers.hasDecimalCommas
    return formats
  }
}

/// Distinguishes alcohol in percent from alcohol as a fraction.
///
/// A value with a percent sign is in percent. The others are all in percent, or all below 1 are fractions.
private struct AlcoholProfiler {
  /// The fractions of a weak and of a strong beer.
  private static let typicalRange = 0.02...0.2

  /// The number of values without a percent sign.
  private var count = 0
  /// How many of them are too large for a fraction.
  private var large = 0
  /// How many of them are in the typical range.
  private var typicalFractions = 0
  /// Whether a value with a percent sign is as small as a fraction, as in a list of alcohol-free beers.
  private var hasSmallPercent = false
  /// The largest value with a percent sign; 0 if there is none.
  private var largestPercent = 0.0

  mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let alcohol = try? AlcoholText(bytes), alcohol.number > 0 else { return }
    let isTypical = Self.typicalRange.contains(alcohol.number)
    if alcohol.isPercent {
      hasSmallPercent = hasSmallPercent || isTypical
      largestPercent = max(largestPercent, alcohol.number)
      return
    }
    count += 1
    if alcohol.number >= NumberFields.wholeAlcohol { large += 1 }
    if isTypical { typicalFractions += 1 }
  }

  /// A list of alcohol-free beers has small numbers too, but hardly any that are typical fractions, or small percentages.
  var isFraction: Bool {
    let isAlcoholFree = hasSmallPercent || largestPercent > 0 && largestPercent < 1
    return !isAlcoholFree && large * 10 <= count && typicalFractions * 2 > count
  }

  /// Whether there are values without a percent sign.
  var hasNumbers: Bool { count > 0 }

  /// Whether some values seem to be in percent and others fractions.
  var isMixed: Bool { large > 0 && typicalFractions > 0 }
}

/// Finds columns of numbers in which 0 stands for "not known".
private struct ZeroProfiler {
  /// Alcohol-free beers have up to 1.2 percent; in a list of them, 0 is a value.
  private static let maxAlcoholFree = 1.2

  private var zeros = 0
  private var others = 0
  private var largest = 0.0

  mutating func add(_ number: Double?) {
    guard let number else { return }
    if number == 0 { zeros += 1 } else { others += 1 }
    largest = max(largest, number)
  }

  var isUnknown: Bool { zeros > others && largest > Self.maxAlcoholFree }
}

/// Finds the rating scale of a column.
struct ScaleProfiler {
  private static let scales: [Double] = [NumberFields.stars, 10, 20, 100]

  /// Returns the scale at the end of a column's name, such as `Rating (1-10)` or `Score /100`; `nil` if there is none.
  static func scale(inColumnName name: String) -> Double? {
    guard let match = name.firstMatch(of: /([0-9]+)[^\p{L}\p{N}]*$/), let scale = Double(match.1) else {
      return nil
    }
    return scales.contains(scale) ? scale : nil
  }

  private var count = 0
  /// The number of ratings that fit each of the scales.
  private var countsByScale = [0, 0, 0, 0]
  /// The largest scale that a value names, such as 20 in `17/20`; 0 if none does.
  private var named = 0.0
  /// The largest number of stars in a value, empty ones included.
  private var mostStars = 0

  mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let rating = try? RatingText(bytes), rating.number >= 0 else { return }
    if let scale = rating.scale {
      named = max(named, scale)
      return
    }
    if rating.starCount > 0 {
      mostStars = max(mostStars, rating.starCount)
      return
    }
    count += 1
    for (index, scale) in Self.scales.enumerated() where rating.number <= scale { countsByScale[index] += 1 }
  }

  /// The smallest scale that fits 98% of the ratings, so that a typing error does not change it.
  ///
  /// In a short column, errors are recognized by the gap before them: 45 and 12 are beyond 5, but nothing is from 6 to 10.
  var scale: Double {
    guard count > 0 else { return max(named, starScale) }
    let index = countsByScale.indices.first { fits(countsByScale[$0]) || isBeforeGap($0) }
    return index.map { Self.scales[$0] } ?? NumberFields.stars
  }

  /// The scale of ratings that are written as stars.
  var starScale: Double { Double(mostStars) > NumberFields.stars ? 10 : NumberFields.stars }

  /// Whether there are ratings, and 98% of them fit a scale.
  var hasRatings: Bool { count > 0 ? countsByScale.contains(where: fits) : named > 0 || mostStars > 0 }

  private func fits(_ fitting: Int) -> Bool { fitting * 50 >= count * 49 }

  /// Returns whether a scale fits nearly all ratings, at least five, and the next scale fits no others.
  private func isBeforeGap(_ index: Int) -> Bool {
    let fitting = countsByScale[index]
    return fitting >= 5 && fitting * 6 >= count * 5 && countsByScale.dropFirst(index + 1).first == fitting
  }
}

/// Finds the order of day and month in a column.
private struct DateOrderProfiler {
  private var dayFirst = 0
  private var monthFirst = 0

  mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    // The year comes first in most dates.
    guard bytes.prefix(4).contains(where: { !(0x30...0x39).contains($0) }) else { return }
    guard let date = WrittenDate(bytes), date.isReversible else { return }
    switch date.order {
    case .dayFirst: dayFirst += 1
    case .monthFirst: monthFirst += 1
    case nil: break
    }
  }

  /// The order of all unambiguous dates; `nil` if there are none, or if they disagree.
  var order: DateOrder? {
    if dayFirst > 0, monthFirst == 0 { return .dayFirst }
    if monthFirst > 0, dayFirst == 0 { return .monthFirst }
    return nil
  }
}

/// Finds a column of dates that are all numbers of days.
private struct SerialDateProfiler {
  private var hasSerial = false
  private var hasOther = false

  mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    if hasOther || isPlaceholder(bytes) { return }
    if SerialDate.text(bytes) == nil { hasOther = true } else { hasSerial = true }
  }

  var isSerial: Bool { hasSerial && !hasOther }
}

// MARK: - Custom fields

/// Finds the custom fields whose values are all numbers that can be stored without losing how they are written.
///
/// A file has decimal points or decimal commas. A comma must be certain to be one: `1,50` is a number, but `1,500` may
/// be a thousand and a half. If a file has decimal commas, its points are not decimal ones.
struct NumberColumnProfiler {
  private var columns: [Int]
  /// The columns of fields that are numbers, which show how the file writes them.
  private let fieldColumns: [Int]
  private var filled: Set<Int> = []
  private var marks = Marks()

  /// The columns by how their numbers are written.
  private struct Marks {
    var withPoint: Set<Int> = []
    var withComma: Set<Int> = []
    /// The columns with a comma that is certainly not a thousands separator.
    var withDecimalComma: Set<Int> = []

    mutating func record(_ form: PlainNumber.Form, in column: Int) {
      switch form {
      case .whole: break
      case .point: withPoint.insert(column)
      case .comma(let isDecimal):
        withComma.insert(column)
        if isDecimal { withDecimalComma.insert(column) }
      }
    }
  }

  init(_ mapping: ColumnMapping) {
    columns = mapping.extraColumns
    fieldColumns = [BeerField.abv, .ibu, .rating, .latitude, .longitude].flatMap(mapping.columns)
  }

  mutating func add(_ record: FileRecord) {
    columns.removeAll { column in
      record.withValue(at: column) { value in
        if value.isEmpty { return false }
        filled.insert(column)
        guard let form = PlainNumber.Form(value) else { return true }
        marks.record(form, in: column)
        return false
      }
    }
    for column in fieldColumns where !marks.withDecimalComma.contains(column) {
      record.withValue(at: column) { value in
        if let form = PlainNumber.Form(value) { marks.record(form, in: column) }
      }
    }
  }

  /// Whether the numbers of the columns have decimal commas.
  var hasDecimalCommas: Bool { !marks.withDecimalComma.isDisjoint(with: columns + fieldColumns) }

  var result: Set<Int> {
    filled.intersection(columns).subtracting(hasDecimalCommas ? marks.withPoint : marks.withComma)
  }
}

/// Finds a custom field that has the dates of the beers, in a file of which no column is known to have them.
struct DateColumnProfiler {
  private var columns: [Int]
  private var filled: Set<Int> = []

  init(_ mapping: ColumnMapping) {
    let isUndated = mapping.contents == .beers && mapping.column(of: .drunkAt) == nil
    columns = isUndated ? mapping.roles.indices.filter { mapping.roles[$0] == .extra } : []
  }

  mutating func add(_ record: FileRecord) {
    columns.removeAll { column in
      record.withValue(at: column) { value in
        if value.isEmpty { return false }
        filled.insert(column)
        return !Self.isDay(value)
      }
    }
  }

  /// The first column whose values are all days, from 0; `nil` if there is none.
  var result: Int? { columns.first(where: filled.contains) }

  /// Returns whether a value is a day, in any order; a year or seconds since 1970 may be any number.
  private static func isDay(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
    WrittenDate(value)?.isDay ?? false
  }
}
