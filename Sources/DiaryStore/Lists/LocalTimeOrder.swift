import DiaryModel
import GRDB
import SQLiteKit

/// Sorts beers by local time that come in the order of `drunk_at`, which has an index.
///
/// An instant is less than a day from its local time. So a beer is only held back until no later beer can precede it.
struct LocalTimeOrder {
  private struct Entry {
    let id: Int64
    let key: LocalTimeKey
  }

  private let isDescending: Bool
  private let keys: LocalTimeKeys
  /// The beers that are held back; sorted if `isSorted`.
  private var waiting: [Entry] = []
  private var isSorted = true
  /// The stored day of the last beer that was added.
  private var day = Int.min

  init(_ db: Database, isDescending: Bool) throws {
    self.isDescending = isDescending
    keys = try LocalTimeKeys(db)
  }

  /// Calls `body` with one beer of a query after the other until it returns `false`.
  ///
  /// - Parameter sql: A query for ids and `drunk_at`, sorted by `drunk_at`.
  static func forEachID(_ db: Database, sql: String, isDescending: Bool, _ body: (Int64) throws -> Bool)
    throws
  {
    var order = try LocalTimeOrder(db, isDescending: isDescending)
    let rows = RawStatement(try db.makeStatement(sql: sql))
    var continues = true
    try rows.forEachRow {
      continues = try order.add(rows.integer(0), try rows.text(1), body)
      return continues
    }
    if continues { _ = try order.release(order.waiting.count, body) }
  }

  /// Adds a beer, and calls `body` with those that it cannot precede; returns `false` if `body` does.
  private mutating func add(
    _ id: Int64, _ text: UnsafeBufferPointer<UInt8>?, _ body: (Int64) throws -> Bool
  ) throws -> Bool {
    // A text that is not a date stays next to its predecessor.
    let key = try text.flatMap { try keys.key($0) } ?? waiting.last?.key ?? LocalTimeKey(startOf: 0)
    var continues = true
    if key.storedDay != day {
      day = key.storedDay
      let bound = LocalTimeKey(startOf: isDescending ? day + 2 : day - 1)
      sort()
      let count = waiting.prefix { isDescending ? $0.key.order >= bound.order : $0.key.order < bound.order }
        .count
      continues = try release(count, body)
    }
    let entry = Entry(id: id, key: key)
    if let last = waiting.last, precedes(entry, last) { isSorted = false }
    waiting.append(entry)
    return continues
  }

  /// Calls `body` with the first beers that are held back; returns `false` if `body` does.
  private mutating func release(_ count: Int, _ body: (Int64) throws -> Bool) throws -> Bool {
    sort()
    for entry in waiting.prefix(count) { if try !body(entry.id) { return false } }
    waiting.removeFirst(count)
    return true
  }

  private mutating func sort() {
    if isSorted { return }
    waiting.sort(by: precedes)
    isSorted = true
  }

  private func precedes(_ a: Entry, _ b: Entry) -> Bool {
    LocalTimeKey.precedes((a.key, a.id), (b.key, b.id), isDescending: isDescending)
  }
}

/// A sort key for a date in local time.
struct LocalTimeKey {
  /// Smaller for earlier dates; a year precedes its months, and a day its times.
  let order: Int64
  /// The number of the day before it is converted to local time.
  let storedDay: Int

  init(startOf day: Int) { self.init(storedDay: day, localDay: CivilDay.date(day), milliseconds: nil) }

  /// Creates the key of a date from its day and its time of day in local time.
  ///
  /// - Parameter milliseconds: The time of day; `nil` for a date without a time.
  init(storedDay: Int, localDay: (year: Int, month: Int, day: Int), milliseconds: Int?) {
    let day = (localDay.year * 13 + localDay.month) * 32 + localDay.day
    order = Int64(day) * 100_000_000 + Int64(milliseconds ?? -1)
    self.storedDay = storedDay
  }

  /// Returns whether one beer precedes another; of equal dates, that of the higher id comes first.
  static func precedes(_ a: (key: Self, id: Int64), _ b: (key: Self, id: Int64), isDescending: Bool) -> Bool {
    if a.key.order == b.key.order { return a.id > b.id }
    return (a.key.order < b.key.order) != isDescending
  }
}

/// Creates sort keys from stored dates.
final class LocalTimeKeys {
  private let statement: Statement
  /// The UTC day of the last call, and the offset of local time in seconds; `nil` if it changes on that day.
  private var cachedOffset: (day: Int, seconds: Int?) = (.min, nil)

  init(_ db: Database) throws {
    statement = try db.cachedStatement(sql: "SELECT local_offset(?), local_offset(?)")
  }

  /// Returns the key of a date; `nil` if the text is not a date.
  ///
  /// Another program may have written anything. Text that begins with a year is a date, of which the parts count up to the
  /// first one that does not exist.
  func key(_ text: UnsafeBufferPointer<UInt8>) throws -> LocalTimeKey? {
    guard let year = Self.number(text, 0..<4) else { return nil }
    let month = Self.number(text, 5..<7, in: 1...12)
    let day = month.flatMap { month in
      Self.number(text, 8..<10, in: 1...31).flatMap { day in
        let isInMonth =
          day <= 28 || CivilDay.date(CivilDay.number(year: year, month: month, day: day)).day == day
        return isInMonth ? day : nil
      }
    }
    let storedDay = CivilDay.number(year: year, month: month ?? 1, day: day ?? 1)
    guard day != nil, let hour = Self.number(text, 11..<13, in: 0...23),
      let minute = Self.number(text, 14..<16, in: 0...59)
    else {
      return LocalTimeKey(storedDay: storedDay, localDay: (year, month ?? 0, day ?? 0), milliseconds: nil)
    }
    // A leap second, 60, belongs to its minute and to its year.
    let seconds = (hour * 60 + minute) * 60 + min(Self.number(text, 17..<19) ?? 0, 59)
    let milliseconds = Self.milliseconds(text)
    guard text.last == UInt8(ascii: "Z") else {
      return LocalTimeKey(
        storedDay: storedDay, localDay: (year, month ?? 0, day ?? 0),
        milliseconds: seconds * 1000 + milliseconds)
    }
    let instant = storedDay * 86_400 + seconds
    let local = try instant + offset(at: instant, day: storedDay)
    let inDay = (local % 86_400 + 86_400) % 86_400
    let localDay = CivilDay.date((local - inDay) / 86_400)
    // In some time zones, the first hours of the year 0 and the last ones of 9999 are in a year that has no text.
    let isInYears = 0...9999 ~= localDay.year
    return LocalTimeKey(
      storedDay: storedDay, localDay: isInYears ? localDay : (year, month ?? 0, day ?? 0),
      milliseconds: (isInYears ? inDay : seconds) * 1000 + milliseconds)
  }

  /// Returns how many seconds local time is ahead of UTC.
  private func offset(at instant: Int, day: Int) throws -> Int {
    if cachedOffset.day != day {
      let (first, last) = try offsets(day * 86_400, (day + 1) * 86_400)
      cachedOffset = (day, first == last ? first : nil)
    }
    return try cachedOffset.seconds ?? offsets(instant, instant).0
  }

  private func offsets(_ first: Int, _ second: Int) throws -> (Int, Int) {
    let row = try Row.fetchOne(statement, arguments: [first, second])
    return (try row?.value(atIndex: 0) ?? 0, try row?.value(atIndex: 1) ?? 0)
  }

  /// Returns the number at some digits of a text; `nil` if it has something else there, or a number outside of `bounds`.
  private static func number(
    _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, in bounds: ClosedRange<Int> = 0...9999
  ) -> Int? {
    guard range.upperBound <= text.count else { return nil }
    var number = 0
    for byte in text[range] {
      guard 0x30...0x39 ~= byte else { return nil }
      number = number * 10 + Int(byte) - 0x30
    }
    return bounds.contains(number) ? number : nil
  }

  /// Returns the first three decimals of the seconds.
  private static func milliseconds(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    guard text.count > 20, text[19] == UInt8(ascii: ".") else { return 0 }
    var milliseconds = 0
    var unit = 100
    for byte in text[20...] {
      guard 0x30...0x39 ~= byte, unit > 0 else { break }
      milliseconds += (Int(byte) - 0x30) * unit
      unit /= 10
    }
    return milliseconds
  }
}
