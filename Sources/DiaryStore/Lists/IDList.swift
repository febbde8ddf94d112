/// An ordered list of beer ids, which takes four bytes for each.
struct IDList: RandomAccessCollection, Sendable {
  private var narrow: [UInt32] = []
  /// All ids, if one of them does not fit four bytes, which only happens in stores made by hand; otherwise empty.
  private var wide: [Int64] = []

  init() {}

  init(_ ids: some Sequence<Int64>) { append(contentsOf: ids) }

  var startIndex: Int { 0 }

  var endIndex: Int { wide.isEmpty ? narrow.count : wide.count }

  subscript(index: Int) -> Int64 { wide.isEmpty ? Int64(narrow[index]) : wide[index] }

  mutating func reserveCapacity(_ count: Int) { narrow.reserveCapacity(count) }

  mutating func append(_ id: Int64) {
    if wide.isEmpty, let id = UInt32(exactly: id) { return narrow.append(id) }
    if wide.isEmpty {
      wide = narrow.map(Int64.init)
      narrow = []
    }
    wide.append(id)
  }

  mutating func append(contentsOf ids: some Sequence<Int64>) { for id in ids { append(id) } }

  /// Returns the ids that are also in a set, in the same order.
  func intersection(_ ids: IDSet) -> IDList { IDList(lazy.filter(ids.contains)) }
}
