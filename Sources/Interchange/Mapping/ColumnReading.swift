/// How the values of a file's columns are written: decided for whole columns, by the user or by what is in them.
package struct ColumnReading: Hashable, Sendable {
  /// Whether alcohol is a part of one: `0.052` for 5.2 percent.
  package var abvIsFraction = false
  /// What the best rating is written as: 5, 10, 20 or 100.
  package var ratingScale = 5.0
  /// The scales of the parts of a rating, where they make the rating.
  package var scoreScales: [BeerField: Double] = [:]
  /// The order of day and month in each column of dates that have the year last; none where it is not known.
  package var dateOrders: [Int: DateOrder] = [:]

  package init() {}
}

/// Looks at the columns whose values can be written in several ways.
struct ColumnSurvey {
  private let mapping: ColumnMapping
  private var alcohol = AlcoholSurvey()
  private var ratings = ScaleSurvey()
  private var scores: [BeerField: ScaleSurvey] = [:]
  private var dates: [Int: DateSurvey] = [:]
  private let abvColumn: Int?
  private let ratingColumn: Int?
  private let scoreColumns: [(BeerField, Int)]
  private let dateColumns: [Int]

  init(_ mapping: ColumnMapping) {
    self.mapping = mapping
    abvColumn = mapping.column(of: .abv)
    ratingColumn = mapping.column(of: .rating)
    scoreColumns = BeerField.scores.compactMap { score in mapping.column(of: score).map { (score, $0) } }
    dateColumns = [BeerField.drunkAt, .createdAt].compactMap(mapping.column)
  }

  mutating func take(_ record: FileRecord) {
    guard record.problem == nil else { return }
    if let abvColumn { record.withValue(at: abvColumn) { alcohol.take($0) } }
    if let ratingColumn { record.withValue(at: ratingColumn) { ratings.take($0) } }
    for (score, column) in scoreColumns {
      record.withValue(at: column) { scores[score, default: ScaleSurvey()].take($0) }
    }
    for column in dateColumns {
      record.withValue(at: column) { dates[column, default: DateSurvey()].take($0) }
    }
  }

  var reading: ColumnReading {
    var reading = ColumnReading()
    reading.abvIsFraction = alcohol.isFraction
    reading.ratingScale = ratings.scale
    reading.scoreScales = scores.mapValues(\.scale)
    reading.dateOrders = dates.compactMapValues(\.order)
    return reading
  }
}

/// Tells alcohol in percent from alcohol as a part of one.
private struct AlcoholSurvey {
  private var count = 0
  private var largest = 0.0
  /// Between what a weak and a strong beer have as a part of one.
  private var typicalFractions = 0
  private var hasPercent = false

  mutating func take(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let alcohol = try? AlcoholText(bytes), alcohol.number > 0 else { return }
    count += 1
    largest = max(largest, alcohol.number)
    hasPercent = hasPercent || alcohol.isPercent
    if 0.02...0.2 ~= alcohol.number { typicalFractions += 1 }
  }

  /// A list of alcohol-free beers has small numbers too, but hardly any where beers' fractions are.
  var isFraction: Bool { count > 0 && !hasPercent && largest < 1 && typicalFractions * 2 > count }
}

/// Finds what the best rating of a column is written as.
private struct ScaleSurvey {
  private static let scales = [5.0, 10, 20, 100]

  private var count = 0
  /// How many are within each of the scales.
  private var within = [0, 0, 0, 0]
  /// What `17/20` says.
  private var named = 0.0

  mutating func take(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let rating = try? RatingText(bytes), rating.number >= 0 else { return }
    if let scale = rating.scale {
      named = max(named, scale)
      return
    }
    count += 1
    for (index, scale) in Self.scales.enumerated() where rating.number <= scale { within[index] += 1 }
  }

  /// The smallest scale that has nearly all of them: a slip of the pen does not change what the others mean.
  var scale: Double {
    guard count > 0 else { return max(named, 5) }
    let index = within.firstIndex { $0 * 50 >= count * 49 } ?? 0
    return Self.scales[index]
  }
}

/// Finds the order of day and month in a column.
private struct DateSurvey {
  private var dayFirst = 0
  private var monthFirst = 0

  mutating func take(_ bytes: UnsafeBufferPointer<UInt8>) {
    // The year comes first in most dates.
    guard bytes.count >= 8, !(0x30...0x39).contains(bytes[2]) else { return }
    var cursor = ByteCursor(bytes)
    guard let date = YearLastDate(&cursor), !date.isSameEitherWay else { return }
    switch date.order {
    case .dayFirst: dayFirst += 1
    case .monthFirst: monthFirst += 1
    case nil: break
    }
  }

  /// `nil` where no date says, or where they disagree.
  var order: DateOrder? {
    if dayFirst > 0, monthFirst == 0 { return .dayFirst }
    if monthFirst > 0, dayFirst == 0 { return .monthFirst }
    return nil
  }
}
