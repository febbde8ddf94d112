import FixtureStores
import Foundation
import TestSupport

/// A generated Untappd export of at most 200,000 different beers, which is the same each time.
struct CheckInFile {
  private static let header =
    "beer_name,brewery_name,beer_type,beer_abv,beer_ibu,comment,venue_name,venue_city,venue_state,venue_country,"
    + "venue_lat,venue_lng,rating_score,created_at,checkin_url,beer_url,brewery_url,brewery_country,brewery_city,"
    + "brewery_state,flavor_profiles,purchase_venue,serving_type,checkin_id,bid,brewery_id,photo_url,"
    + "global_rating_score,global_weighted_rating_score,tagged_friends,total_toasts,total_comments\r\n"
  private static let words =
    "hop malt dry sweet dark amber roasted citrus pine tart sour barrel smoke rye wheat haze golden winter summer old"
    .split(separator: " ").map(String.init)

  private static let maxBeers = 200_000

  let path: String
  let rowCount: Int

  var byteCount: Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  func write() throws {
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let file = FileHandle(forWritingAtPath: path)
    else { throw CocoaError(.fileWriteUnknown) }
    var random = SeededGenerator(seed: 7)
    var text = Self.header
    for row in 0..<rowCount {
      text += Self.row(row, &random)
      guard text.utf8.count > 1 << 20 else { continue }
      try file.write(contentsOf: Data(text.utf8))
      text.removeAll(keepingCapacity: true)
    }
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
  }

  private static func row(_ row: Int, _ random: inout SeededGenerator) -> String {
    func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
    // The name, the brewery and the rest of what is on a label follow from the beer.
    let beer = number(maxBeers)
    let name =
      (0..<3).map { words[(beer >> (4 * $0)) % words.count] }.joined(separator: " ") + " \(beer / 67)"
    let comment =
      row % 2 == 0
      ? ""
      : "\"" + (0..<3 + number(15)).map { _ in words[number(words.count)] }.joined(separator: " ")
        + ", and more\""
    let brewery = beer % 8000
    let time =
      "\(2010 + row % 10)-\(pair(1 + number(12)))-\(pair(1 + number(28))) \(pair(number(24))):\(pair(number(60))):00"
    let fields = [
      name, "Brewery Number \(brewery)", "Style \(beer % 200)", "\(Double(30 + beer % 110) / 10)",
      "\(beer % 90)", comment,
      "The Venue \(number(500))", "Amsterdam", "NH", "Nederland", "52.\(1000 + number(8999))",
      "4.\(1000 + number(8999))",
      "\(Double(2 + number(19)) / 4)", time, "https://untappd.com/c/\(700_000_000 + row)", "", "", "Belgium",
      "Brussels", "",
      "\"hoppy,dry\"", "", "Draft", "\(700_000_000 + row)", "\(beer)", "\(brewery)", "",
      "3.\(10 + number(89))",
      "3.\(10 + number(89))", "", "\(number(5))", "0",
    ]
    return fields.joined(separator: ",") + "\r\n"
  }

  private static func pair(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
