extension [Int64] {
  /// The ids in batches of 10,000, so that the text of a million ids is never in memory as a whole.
  var batches: some Sequence<ArraySlice<Int64>> {
    let size = 10_000
    return stride(from: 0, to: count, by: size).lazy.map { self[$0..<Swift.min($0 + size, count)] }
  }
}

extension Collection<Int64> {
  /// The ids as a JSON array, which is a single SQL argument for any number of ids.
  var jsonArray: String {
    var text = "["
    for id in self { text += (text.utf8.count > 1 ? "," : "") + String(id) }
    return text + "]"
  }
}
