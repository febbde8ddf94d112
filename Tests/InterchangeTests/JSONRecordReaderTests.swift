import DiaryModel
import DiaryStore
import Testing

@testable import Interchange

@Suite struct JSONRecordReaderTests {
  /// Every record as its fields by name, `nil` for those that are not there.
  private func records(_ text: String, chunk: Int = .max, window: Int = 64) throws -> [[String: String]] {
    let input = ByteInput(Array(text.utf8), chunk: chunk)
    let reader = JSONRecordReader(try BufferedInput(input, chunkSize: window))
    var result: [[String: String]] = []
    while let record = try reader.next() {
      var fields: [String: String] = [:]
      for (index, key) in reader.keys.enumerated() where record.isPresent(at: index) {
        fields[key] = record.text(at: index)
      }
      result.append(record.problem == nil ? fields : ["problem": record.text(at: 0)])
    }
    return result
  }

  private static let everything = """
    \u{FEFF} [ {"name" : "Gue\\u00fcze \\ud83c\\udf7a\\n\\"x\\"", "abv":6.5,"n":null, "e":"", "t":true},
     {}, {"abv": -1e3 ,"new":{"a":[1,"}"],"b":"\\\\"},"list":[ ] } ]
    """

  @Test func nestedObjectsAreReadByTheirPath() throws {
    let text = """
      {"beer": {"name": "Orval", "brewery": {"name": "Villers"}, "empty": {}}, "beer.abv": 6.2, "extras": {"a": {}}}
      {"beer": {"name": "Gose", "abv": 4.7}, "name": {"de": "Gose"}}
      """
    #expect(
      try records(text) == [
        ["beer.name": "Orval", "beer.brewery.name": "Villers", "beer.abv": "6.2", "extras": "{\"a\": {}}"],
        ["beer.name": "Gose", "beer.abv": "4.7", "name.de": "Gose"],
      ])
    let deep = String(repeating: "{\"a\":", count: 500) + "1" + String(repeating: "}", count: 500)
    #expect(try records(deep).first?.count == 1)
  }

  @Test func objectsWhoseMemberNamesAreDataStayText() throws {
    let rows = (0..<600).map { "{\"name\": \"Beer \($0)\", \"votes\": {\"user \($0)\": 1}}" }
    let newBeers = try imported("[" + rows.joined(separator: ",") + "]").destination.newBeers
    #expect(newBeers.count == 600)
    #expect(newBeers.last?.fields.extras == ["votes": .text("{\"user 599\": 1}")])
  }

  @Test func columnsOfNestedObjectsAreRecognized() throws {
    let text = """
      [{"beer": {"name": "Orval", "abv": 6.2}, "brewery": {"name": "Villers"}, "venue": {"id": 7}}]
      """
    let newBeer = try #require(try imported(text).destination.newBeers.first)
    #expect(
      newBeer.fields.name == "Orval" && newBeer.fields.abv == 6.2 && newBeer.fields.brewery == "Villers")
    #expect(newBeer.fields.extras["venue.id"] == .integer(7))
    #expect(throws: ImportError.self) { try imported("[{\"name\": {\"de\": \"Gose\"}, \"abv\": 4}]") }
  }

  private static let api = """
    {"meta": {"code": 200, "name": null}, "notifications": {"items": [{"a": "]"}]},
     "response": {"pagination": {"since": "x\\\""}, "checkins": {"count": 3, "items": [
      {"checkin_id": 246, "created_at": "Sat, 03 Oct 2015 00:12:10 +0000", "checkin_comment": "Nice",
       "rating_score": 4.25, "user": {"user_name": "ann"},
       "beer": {"bid": 16, "beer_name": "Orval", "beer_style": "Pale Ale", "beer_abv": 6.2},
       "brewery": {"brewery_id": 3, "brewery_name": "Villers", "location": {"brewery_city": "Florenville", "lat": 1}},
       "venue": {"venue_id": 8, "venue_name": "Trollekelder",
        "location": {"venue_city": "Gent", "venue_country": "België", "lat": 51.05, "lng": 3.72}}},
      {"checkin_id": 247, "created_at": "Sun, 04 Oct 2015 01:00:00 +0000", "checkin_comment": "", "rating_score": 0,
       "beer": {"bid": 17, "beer_name": "Gose"}, "brewery": {"brewery_name": "Ritterguts"}, "venue": []},
      {"checkin_id": 248, "beer": {"bid": 17, "beer_name": "Gose"}, "venue": []}]}}, "end": [1, 2, {"x": "y"}]}
    """

  @Test func theItemsOfUntappdsAPIAreCheckIns() throws {
    let (summary, destination) = try imported(Self.api)
    #expect(summary.dialect == .untappd && summary.counts.rows == 3 && !summary.counts.hasUnreadable)
    let fields = destination.newBeers.map(\.fields)
    #expect(fields.map(\.name) == ["Orval", "Gose", "Gose"])
    #expect(fields.map(\.brewery) == ["Villers", "Ritterguts", nil])
    #expect(fields[0].style == "Pale Ale" && fields[0].abv == 6.2 && fields[0].notes == "Nice")
    #expect(fields[0].place == "Trollekelder, Gent, België" && fields[1].place == nil)
    #expect(fields[0].latitude == 51.05 && fields[0].longitude == 3.72)
    #expect(fields.map(\.rating) == [4.25, nil, nil])
    #expect(fields[0].drunkAt?.text == "2015-10-03T00:12:10Z")
    #expect(destination.newBeers.map(\.origin?.id) == ["246", "247", "248"])
  }

  @Test(arguments: [
    #"{"checkins": [{"name": "A"}, {"name": "B"}]}"#,
    #"{"version": 1, "friends": [{"id": 1}], "x": {"list": [{"name": "A"}, {"name": "B"}]}}"#,
    "{\"beers\": [{\"name\": \"A\"}]}\n{\"beers\": []}\n{\"other\": 1, \"beers\": [{\"name\": \"B\"}]}",
  ])
  func aListMayHaveAnObjectAroundIt(text: String) throws {
    #expect(try imported(text).destination.newBeers.map(\.fields.name) == ["A", "B"])
    for chunk in 1...9 {
      let destination = RecordingDestination()
      _ = try FileImport(ImportSource(Array(text.utf8), chunk: chunk)).run(into: destination)
      #expect(destination.newBeers.map(\.fields.name) == ["A", "B"])
    }
  }

  @Test(arguments: [
    "{\"photos\": [{\"file\": 1}, {\"file\": 2}], \"name\": \"A\"}\n{\"name\": \"B\"}",
    "{\"beer\": {\"beer_name\": \"A\", \"hops\": [{\"x\": 1}]}}\n{\"beer\": {\"beer_name\": \"B\"}}",
  ])
  func aBeerWithListsIsABeer(text: String) throws {
    #expect(try imported(text).destination.newBeers.map(\.fields.name) == ["A", "B"])
  }

  @Test func longTextAroundAListNeedsNoMemory() throws {
    let long = String(repeating: "x", count: 100_000)
    let text =
      "{\"a\": \"\(long)\", \"b\": [\"\(long)\", [\"\(long)\"]], \"beers\": [{\"name\": \"A\"}], \"c\": {\"d\": \"\(long)\"}}"
    let input = try BufferedInput(ByteInput(Array(text.utf8)), chunkSize: 1024)
    let reader = JSONRecordReader(input, wrapper: [Array("beers".utf8)])
    #expect(try reader.next() != nil)
    #expect(try reader.next() == nil)
    #expect(input.window.size == 1024)
    #expect(try imported(text).destination.newBeers.map(\.fields.name) == ["A"])
  }

  @Test(arguments: [
    ("[{\"name\":\"A\"},\n{\"name\":\"B\"},\n", "the file ends inside an array"),
    ("[{\"name\":\"A\"},\n{\"name\":\"B\"}\n", "the file ends inside an array"),
    ("{\"checkins\": {\"items\": [{\"name\":\"A\"},\n{\"name\":\"B\"},\n", "the file ends inside an array"),
    ("{\"checkins\": {\"items\": [{\"name\":\"A\"},\n{\"name\":\"B\"}]\n", "the file ends inside an object"),
    ("[{\"name\":\"A\"},\n{\"name\":\"B\"},\n,{\"name\":\"C\"}]", "an object is expected"),
  ])
  func aFileFromWhichBeersWereCutIsReported(text: String, what: String) throws {
    let error = #expect(throws: ImportError.self) { try imported(text) }
    guard case .brokenJSON(line: 3, column: 1, what: what) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func allValuesOfARepeatedNameAreKept() throws {
    let text = #"[{"name":"A","a.b":1,"a":{"b":2},"x":1,"x":"2","brewery":"X","brewery":"Y","x":null}]"#
    let fields = try beer(text)
    #expect(fields.brewery == "X")
    #expect(
      fields.extras == [
        "a.b": .integer(1), "a.b (2)": .integer(2), "x": .integer(1), "x (2)": .text("2"),
        "brewery (2)": .text("Y"),
      ])
  }

  @Test func aBrokenListIsReportedWithItsPosition() throws {
    let error = #expect(throws: ImportError.self) {
      try imported("{\"beers\": [\n{\"name\": \"A\"},\n{\"name\" \"B\"}]}")
    }
    guard case .brokenJSON(line: 3, _, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(arguments: [
    "\"c\": \"x", "\"c\": \"x\\", "\"c\": {\"d\": \"x\n", "\"c\": [1, \"x", "\"c\": }", "\"c",
    "\"c\": {\"d\": 1",
  ])
  func errorsAroundAListAreReported(rest: String) throws {
    let text = "{\"beers\": [{\"name\": \"A\"}], " + rest
    #expect(throws: ImportError.self) { try imported(text) }
    for chunk in 1...9 {
      #expect(throws: ImportError.self) { try FileImport(ImportSource(Array(text.utf8), chunk: chunk)) }
    }
  }

  @Test func aPlainMemberAndANestedNameAreOneField() throws {
    let text = """
      [{"name": "A", "brewery": "X", "venue": {"name": "Bar"}}, {"name": "B", "brewery": {"name": "Y", "id": 7}, "venue": "Pub"}]
      """
    let fields = try imported(text).destination.newBeers.map(\.fields)
    #expect(fields.map(\.brewery) == ["X", "Y"] && fields.map(\.place) == ["Bar", "Pub"])
    #expect(fields[1].extras == ["brewery.id": .integer(7)] && fields[0].extras.isEmpty)
    let beers = try imported("[{\"beer\": {\"name\": \"C\"}}, {\"beer\": \"D\"}]").destination.newBeers
    #expect(beers.map(\.fields.name) == ["C", "D"])
  }

  @Test func aMappingOfNestedMembersCanBeSaved() throws {
    let header = Header(["name", "brewery", "brewery.name"])
    let roles = try ColumnMapping(header).roles
    #expect(roles == [.field(.name), .field(.brewery), .field(.brewery)])
    let saved = SavedMapping(name: "x", header: header, roles: roles)
    #expect(try ColumnMapping(header, saved: saved).roles == roles)
    #expect(try ColumnMapping(header, assignments: saved.assignments).roles == roles)
  }

  @Test func anObjectIsNotAName() throws {
    let rows = (0..<300).map { "{\"name\": {\"language \($0)\": \"Beer\"}, \"title\": \"Beer \($0)\"}" }
    let newBeers = try imported("[" + rows.joined(separator: ",") + "]").destination.newBeers
    #expect(newBeers[7].fields.name == nil)
    #expect(newBeers[7].fields.extras["name"] == .text("{\"language 7\": \"Beer\"}"))
  }

  @Test func anArrayOfObjectsIsRead() throws {
    let expected = [
      ["name": "Gueüze 🍺\n\"x\"", "abv": "6.5", "e": "", "t": "true"], [:],
      ["abv": "-1e3", "new.a": "[1,\"}\"]", "new.b": "\\", "list": "[ ]"],
    ]
    #expect(try records(Self.everything) == expected)
    for chunk in 1...9 { #expect(try records(Self.everything, chunk: chunk) == expected) }
  }

  @Test func objectsOnLinesAreReadAndReadingContinuesAfterABrokenOne() throws {
    let text = "{\"name\":\"A\"}\n{\"name\":\"B\", oops}\n{\"name\":\n\"C\"}\r\nnothing\n\n{\"name\":\"D\"}"
    #expect(
      try records(text) == [
        ["name": "A"], ["problem": "{\"name\":\"B\", oops}"], ["name": "C"], ["problem": "nothing"],
        ["name": "D"],
      ])
  }

  @Test(arguments: [
    ("[{\"a\":1} {\"a\":2},\n{\"a\":tru}]", 2, 9), ("[{\"a\":\"x\n\"}]", 1, 8), ("[{\"a\":1", 1, 8),
    ("[{\"a\" 1}]", 1, 7),
  ])
  func aBrokenArrayIsReportedWithItsPosition(text: String, line: Int, column: Int) {
    let error = #expect(throws: ImportError.self) { try records(text) }
    guard case .brokenJSON(let foundLine, let foundColumn, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(foundLine == line && abs(foundColumn - column) <= 1)
  }

  @Test func halvesOfSurrogatePairsAreReplaced() throws {
    #expect(
      try records(#"[{"a":"\ud800","b":"\ud800\u0041","c":"\udc00x"}]"#)
        == [["a": "\u{FFFD}", "b": "\u{FFFD}A", "c": "\u{FFFD}x"]])
  }

  @Test func aLongFileNeedsNoMoreMemory() throws {
    let objects = (0..<20_000).map { "{\"name\":\"Beer \($0)\",\"abv\":5}" }.joined(separator: ",\n")
    let input = try BufferedInput(ByteInput(Array("[\(objects)]".utf8)), chunkSize: 1024)
    let reader = JSONRecordReader(input)
    var count = 0
    while try reader.next() != nil { count += 1 }
    #expect(count == 20_000)
    #expect(input.window.size == 1024)
  }
}
