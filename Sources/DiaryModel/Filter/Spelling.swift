/// Suggests corrections of mistyped words.
package enum Spelling {
  /// Returns the name with the fewest differences; `nil` if even that differs in more than a third of the letters.
  package static func nearest(to name: String, among names: some Sequence<String>) -> String? {
    let limit = max(1, name.count / 3)
    // The difference in length is the least number of differences.
    let similar = names.filter { abs($0.count - name.count) <= limit }
    let nearest = similar.map { (name: $0, distance: distance(name.lowercased(), $0.lowercased())) }
      .min { $0.distance < $1.distance }
    guard let nearest, nearest.distance <= limit else { return nil }
    return nearest.name
  }

  /// Returns the number of letters to insert, remove, replace or swap with their neighbor.
  ///
  /// Source: the optimal string alignment distance, G. Navarro, "A Guided Tour to Approximate String Matching", 2001.
  private static func distance(_ a: String, _ b: String) -> Int {
    let a = Array(a)
    let b = Array(b)
    var rows = [Array(0...b.count)]
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var cost = min(rows[i][j] + (a[i] == b[j] ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, rows[i - 1][j - 1] + 1) }
        row.append(cost)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
