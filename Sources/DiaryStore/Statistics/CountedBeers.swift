import GRDB
import SQLiteKit

/// What statistics need to know of each beer, in columns, which take about 40 bytes a beer.
struct CountedBeers {
  /// The values of a text column, each as an index of its different texts; -1 for none.
  struct Texts {
    /// The different texts; upper and lower case of ASCII letters are the same.
    private(set) var all: [String] = []
    /// The index of each beer's text.
    private(set) var indices: [Int32] = []
    private var known: [UInt64: Int32] = [:]
    private var bytes: [[UInt8]] = []

    /// Appends a beer's text; `nil` and empty text count as no value.
    mutating func append(_ text: UnsafeBufferPointer<UInt8>?) {
      guard let text, !text.isEmpty else { return indices.append(-1) }
      var hash = text.reduce(0xCBF2_9CE4_8422_2325) { (hash: UInt64, byte) in
        (hash ^ UInt64(byte.asciiLowercased)) &* 0x100_0000_01B3
      }
      while let index = known[hash] {
        if bytes[Int(index)].elementsEqual(text, by: { $0.asciiLowercased == $1.asciiLowercased }) {
          return indices.append(index)
        }
        hash &+= 1
      }
      let index = Int32(all.count)
      known[hash] = index
      bytes.append(Array(text))
      all.append(String(decoding: text, as: UTF8.self))
      indices.append(index)
    }

    fileprivate mutating func permute(_ positions: [Int32]) { indices.permute(positions) }
  }

  /// The local days of the beers, each as an index of the different days; -1 for none.
  struct Days {
    /// The different days.
    private(set) var all: [LocalDay] = []
    /// The index of each beer's day.
    private(set) var indices: [Int32] = []
    private var known: [LocalDay: Int32] = [:]

    /// Appends a beer's day; `nil` if it has no date, or text that is not one.
    mutating func append(_ day: LocalDay?) {
      guard let day else { return indices.append(-1) }
      if let index = known[day] { return indices.append(index) }
      known[day] = Int32(all.count)
      indices.append(Int32(all.count))
      all.append(day)
    }

    fileprivate mutating func permute(_ positions: [Int32]) { indices.permute(positions) }

    /// Returns the day of the beer at a position; `nil` if it has none.
    func day(_ position: Int) -> LocalDay? { indices[position] < 0 ? nil : all[Int(indices[position])] }
  }

  /// The labels, as consecutive numbers from 0.
  private(set) var labels: [Int32] = []
  /// The ids of labels and their numbers; beers without a label have numbers of their own.
  private(set) var labelNumbers: [Int64: Int32] = [:]
  private(set) var labelCount = 0
  /// `NaN` if there is none.
  private(set) var ratings: [Double] = []
  /// `NaN` if it is unknown.
  private(set) var abvs: [Double] = []
  private(set) var styles = Texts()
  private(set) var breweries = Texts()
  private(set) var places = Texts()
  private(set) var countries = Texts()
  private(set) var days = Days()
  /// The positions of the beers, sorted by label.
  private var byLabel: [Int32] = []

  /// Reads the beers that a query selects.
  ///
  /// One pass over the table takes less time than a statement for each figure.
  ///
  /// - Parameter order: SQL for the order of the beers; empty to sort them by label.
  /// - Throws: `CancellationError`.
  init(_ db: Database, _ source: BeerSource, order: String = "", isCancelled: () -> Bool) throws {
    let statement = try db.makeStatement(
      sql: """
        SELECT label_id, rating, abv, style, brewery, place, \(BeerProperty.country.sql), drunk_at
        \(source.sql) \(order)
        """)
    try statement.setArguments(source.arguments)
    let keys = try LocalTimeKeys(db)
    let rows = RawStatement(statement)
    try rows.forEachRow {
      if labels.count & 0x3FFF == 0, isCancelled() { throw CancellationError() }
      let label = rows.isNull(0) ? newLabel() : number(ofLabel: rows.integer(0))
      labels.append(label)
      ratings.append(rows.isNull(1) ? .nan : rows.number(1))
      abvs.append(rows.isNull(2) ? .nan : rows.number(2))
      styles.append(try rows.text(3))
      breweries.append(try rows.text(4))
      places.append(try rows.text(5))
      countries.append(try rows.text(6))
      days.append(try rows.text(7).flatMap { try keys.key($0)?.day })
      return true
    }
    byLabel = sortedByLabel()
    if order.isEmpty { sortByLabel() }
  }

  /// Sorts the columns, so that they are not read in random order for each figure.
  private mutating func sortByLabel() {
    labels.permute(byLabel)
    ratings.permute(byLabel)
    abvs.permute(byLabel)
    styles.permute(byLabel)
    breweries.permute(byLabel)
    places.permute(byLabel)
    countries.permute(byLabel)
    days.permute(byLabel)
    byLabel = Array(0..<Int32(labels.count))
  }

  private mutating func newLabel() -> Int32 {
    labelCount += 1
    return Int32(labelCount - 1)
  }

  private mutating func number(ofLabel id: Int64) -> Int32 {
    if let number = labelNumbers[id] { return number }
    let number = newLabel()
    labelNumbers[id] = number
    return number
  }

  private func sortedByLabel() -> [Int32] {
    var ends = [Int32](repeating: 0, count: labelCount)
    for label in labels { ends[Int(label)] += 1 }
    for label in ends.indices.dropFirst() { ends[label] += ends[label - 1] }
    var positions = [Int32](repeating: 0, count: labels.count)
    for position in labels.indices.reversed() {
      let label = Int(labels[position])
      ends[label] -= 1
      positions[Int(ends[label])] = Int32(position)
    }
    return positions
  }
}

extension CountedBeers {
  /// Counts and sums over beers and over labels, which must come one label after the other.
  struct Tally {
    private(set) var beers = 0
    private(set) var labels = 0
    private var label: Int32 = -1
    private var numbered = 0
    private var sum = 0.0
    private var ownNumbered = 0
    private var ownSum = 0.0
    private var numberedLabels = 0
    private var sumOfMeans = 0.0

    fileprivate mutating func add(_ number: Double, label: Int32) {
      if label != self.label {
        finishLabel()
        self.label = label
        labels += 1
      }
      beers += 1
      guard !number.isNaN else { return }
      ownNumbered += 1
      ownSum += number
    }

    fileprivate mutating func finishLabel() {
      guard ownNumbered > 0 else { return }
      numberedLabels += 1
      sumOfMeans += ownSum / Double(ownNumbered)
      numbered += ownNumbered
      sum += ownSum
      ownNumbered = 0
      ownSum = 0
    }

    /// Returns how many of the beers, or of the labels, have a number.
    func numberedCount(by counting: DiaryStatistics.Counting) -> Int {
      counting == .beers ? numbered : numberedLabels
    }

    /// Returns the mean of the beers' numbers, or of the labels' means; `nil` if no beer has a number.
    func average(by counting: DiaryStatistics.Counting) -> Double? {
      guard numbered > 0 else { return nil }
      return counting == .beers ? sum / Double(numbered) : sumOfMeans / Double(numberedLabels)
    }
  }

  /// Counts the beers of each value.
  ///
  /// - Parameters:
  ///   - numbers: The numbers that are averaged.
  ///   - count: The number of values.
  ///   - value: Returns the value of the beer at a position, from 0, or -1.
  func tallies(_ numbers: [Double], count: Int, by value: (Int) -> Int32) -> [Tally] {
    var tallies = [Tally](repeating: Tally(), count: count)
    for index in byLabel {
      let position = Int(index)
      let value = value(position)
      if value >= 0 { tallies[Int(value)].add(numbers[position], label: labels[position]) }
    }
    for index in tallies.indices { tallies[index].finishLabel() }
    return tallies
  }
}

extension Array {
  /// Replaces the elements by those at some positions.
  fileprivate mutating func permute(_ positions: [Int32]) { self = positions.map { self[Int($0)] } }
}

extension UInt8 {
  fileprivate var asciiLowercased: UInt8 { 65...90 ~= self ? self | 0x20 : self }
}
