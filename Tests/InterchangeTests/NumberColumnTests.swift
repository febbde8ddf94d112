import DiaryModel
import DiaryStore
import TestSupport
import Testing

@testable import Interchange

/// Custom fields whose values are all numbers.
@Suite struct NumberColumnTests {
  @Test(arguments: [
    "0", "7", "-7", "2015", "4.25", "-0.5", "0.001", "1.50", "-0", "0.00001", "123456789012345",
    "12345678901.2345",
  ])
  func textThatIsWrittenAsANumberIsOne(text: String) { #expect(isNumber(text)) }

  @Test(arguments: [
    "", "-", "007", "+3", "1e5", ".5", "5.", "1,5", "1.2.3", "1234567890123456", "٣",
    "0x1",
    "NaN", "1 000",
  ])
  func textThatIsNotWrittenAsANumberIsNotOne(text: String) { #expect(!isNumber(text)) }

  private func isNumber(_ text: String) -> Bool {
    Array(text.utf8).withUnsafeBufferPointer(PlainNumber.isNumber)
  }

  private static let text =
    "name;Marks;Code;Share;Mixed;Empty;Long\nA;9;007;0.5;1;;12345678901234567\nB;\"100\";008;1.25;one;;12345678901234568\nC;;009;-3;;;\n"

  @Test func columnsOfNumbersAreNumbers() throws {
    let extras = try imported(Self.text).destination.newBeers.map(\.fields.extras)
    #expect(extras.map { $0["Marks"] } == [.integer(9), .integer(100), nil])
    #expect(extras.map { $0["Share"] } == [.number(0.5), .number(1.25), .integer(-3)])
    #expect(extras.map { $0["Code"] } == [.text("007"), .text("008"), .text("009")])
    #expect(extras.map { $0["Mixed"] } == [.text("1"), .text("one"), nil])
    #expect(extras[0]["Long"] == .text("12345678901234567") && extras.allSatisfy { $0["Empty"] == nil })
  }

  @Test func pricesKeepTheirLastZeros() throws {
    let extras = try imported("name,Deposit\nA,1.50\nB,10.00\nC,2.75\n").destination.newBeers.map {
      $0.fields.extras["Deposit"]
    }
    #expect(extras == [.decimal("1.50"), .decimal("10.00"), .number(2.75)])
  }

  @Test func importedNumbersSortAsNumbersAndSurviveAnEdit() throws {
    let folder = try TemporaryFolder()
    let diary = try Diary.open(at: folder.file("diary.sqlite"))
    let text = "name,Deposit\nA,1.50\nB,10.00\nC,2.75\n"
    _ = try FileImport(ImportSource(Array(text.utf8))).run(into: diary)
    var fields = try #require(try diary.beer(2)).beer.fields
    fields.notes = "edited"
    _ = try diary.edit(2, to: fields)

    let sorted = try diary.listItems(BeerQuery(order: .custom("Deposit")), in: 0..<10).map(\.name)
    #expect(sorted == ["B", "C", "A"])
    for isIndexed in [false, true] {
      if isIndexed { _ = try diary.indexCustomField("Deposit") }
      let filter = try BeerFilter("Deposit>=1.5")
      #expect(try diary.summary(BeerQuery(filter: filter)).beerCount == 3, "\(isIndexed)")
    }
    #expect(try diary.beer(2)?.beer.fields.extras["Deposit"] == .decimal("10.00"))
    var exported: [UInt8] = []
    _ = try DiaryExport(.json).run(from: diary) { exported += $0 }
    #expect(String(decoding: exported, as: UTF8.self).contains("10.00"))
  }

  @Test func textOfJSONStaysText() throws {
    let text =
      #"[{"name": "A", "code": "7", "marks": 7, "old": 5.0}, {"name": "B", "code": "8", "marks": null, "old": 6}]"#
    let extras = try imported(text).destination.newBeers.map(\.fields.extras)
    #expect(extras[0] == ["code": .text("7"), "marks": .integer(7), "old": .decimal("5.0")])
  }

  @Test func valuesOfJSONKeepTheirTypes() throws {
    let text = """
      [{"name": "A", "toasts": {"count": 3}, "bid": 12, "sour": true, "mixed": "7", "big": 12345678901234567},
       {"name": "B", "toasts": {"count": 10}, "bid": 13, "sour": false, "mixed": 8, "big": 1e3}]
      """
    let folder = try TemporaryFolder()
    let diary = try Diary.open(at: folder.file("diary.sqlite"))
    let file = try FileImport(ImportSource(Array(text.utf8)))
    _ = try file.run(into: diary)
    #expect(try file.run(into: diary).tally.same == 2)
    var exported: [UInt8] = []
    _ = try DiaryExport(.jsonl).run(from: diary) { exported += $0 }
    let lines = String(decoding: exported, as: UTF8.self)
    for member in [
      #""toasts.count":3"#, #""bid":12"#, #""sour":true"#, #""sour":false"#, #""mixed":"7""#, #""mixed":8"#,
      #""big":12345678901234567"#, #""big":1e3"#,
    ] { #expect(lines.contains(member), "\(member)") }
    for filter in ["bid:12", "sour:yes", "toasts.count:3"] {
      #expect(try diary.summary(BeerQuery(filter: BeerFilter(filter))).beerCount == 1, "\(filter)")
    }
  }

  @Test func otherColumnsOfUntappdFilesAreNumbers() throws {
    let text = "beer_name,rating_score,checkin_id,bid,my_marks\nA,4,1,7,9\nB,3,2,8,10\nC,5,3,9,100\n"
    let extras = try imported(text).destination.newBeers.map(\.fields.extras)
    #expect(extras.map { $0["my_marks"] } == [.integer(9), .integer(10), .integer(100)])
    // Ids stay as they are.
    #expect(extras[0]["bid"] == .text("7") && extras[0]["checkin_id"] == .text("1"))
  }

  @Test func decimalCommasMakeNumbers() throws {
    let text =
      "name;Pfand;Menge;Preis je Kasten;Nr\nA;1,50;1.000;0,125;1\nB;10,25;2.500;1,500;2\nC;-3;3.000;2,250;3\n"
    let extras = try imported(text).destination.newBeers.map(\.fields.extras)
    #expect(extras.map { $0["Pfand"] } == [.decimal("1.50"), .number(10.25), .integer(-3)])
    #expect(extras.map { $0["Preis je Kasten"] } == [.number(0.125), .decimal("1.500"), .decimal("2.250")])
    // A point is not a decimal point then.
    #expect(extras.map { $0["Menge"] } == [.text("1.000"), .text("2.500"), .text("3.000")])
    #expect(extras.map { $0["Nr"] } == [.integer(1), .integer(2), .integer(3)])
  }

  @Test(arguments: [
    ("name;abv;Menge\nA;5,2;1.000\n", JSONValue.text("1.000")), ("name;Menge\nA;1,500\n", .text("1,500")),
    ("name;Menge;Note 2\nA;1,500;1.5\n", .text("1,500")), ("name;Menge\nA;1,234,567\n", .text("1,234,567")),
    ("name;Menge;Other\nA;1.000;x 1,5\n", .decimal("1.000")),
  ])
  func aThousandsSeparatorIsNeverTakenForADecimalPoint(text: String, value: JSONValue) throws {
    #expect(try beer(text).extras["Menge"] == value)
  }

  @Test func aPointIsAsAmbiguousInAFileWithDecimalCommasAsAComma() throws {
    let (summary, destination) = try imported("name;IBU\nA;35,5\nB;1.200\nC;5.2\nD;0.125\nE;1,200\n")
    #expect(destination.newBeers.map(\.fields.ibu) == [35.5, nil, 5.2, 0.125, nil])
    #expect(destination.newBeers[1].fields.extras == ["IBU": .text("1.200")])
    #expect(
      summary.counts.firstRowsWithKeptValues.flatMap(\.messages) == [
        "line 3, column 2 “IBU”: “1.200” is ambiguous; write it as 1200 or 1,2000; kept as a custom field",
        "line 6, column 2 “IBU”: “1,200” is ambiguous; write it as 1200 or 1,2000; kept as a custom field",
      ])
    // Without a decimal comma, and where a thousand is not possible, it is a decimal point.
    #expect(try beer("name;IBU\nA;1.200\n").ibu == 1.2)
    #expect(try beer("name;IBU;latitude;longitude;abv\nA;35,5;52.123;5.125;6.125\n").latitude == 52.123)
  }

  @Test func thePointOfAJSONNumberIsADecimalPoint() throws {
    let text = #"[{"name": "A", "abv": "5,2", "ibu": 1.125}, {"name": "B", "abv": "5,5", "ibu": "1.125"}]"#
    #expect(try imported(text).destination.newBeers.map(\.fields.ibu) == [1.125, nil])
  }

  @Test func decimalCommasThatWereImportedAsTextCountAsUnchanged() throws {
    let folder = try TemporaryFolder()
    let diary = try Diary.open(at: folder.file("diary.sqlite"))
    _ = try FileImport(ImportSource(Array("name;Pfand\nA;1,50\nB;many\n".utf8))).run(into: diary)
    let again = try FileImport(ImportSource(Array("name;Pfand\nA;1,50\n".utf8)))
    #expect(try again.run(into: diary).tally.same == 1)
  }

  @Test func importedNumbersAreExportedAsTheyWereWritten() throws {
    let folder = try TemporaryFolder()
    let diary = try Diary.open(at: folder.file("diary.sqlite"))
    _ = try FileImport(ImportSource(Array(Self.text.utf8))).run(into: diary)
    var exported: [UInt8] = []
    _ = try DiaryExport(.csv).run(from: diary) { exported += $0 }
    let copy = try imported(String(decoding: exported, as: UTF8.self)).destination.newBeers
    let originals = try imported(Self.text).destination.newBeers
    #expect(copy.map(\.fields.extras) == originals.map(\.fields.extras))
    #expect(String(decoding: exported, as: UTF8.self).contains(#"""Code"":""007"""#))
  }

  @Test(arguments: [DiaryFileFormat.csv, .json, .jsonl])
  func numbersOfAnySizeStayNumbersInExportsAndEdits(_ format: DiaryFileFormat) throws {
    let json = #"{"a":12345678901234567890,"b":9223372036854775808,"c":1e400,"d":-1e-400}"#
    let folder = try TemporaryFolder()
    let diary = try Diary.open(at: folder.file("diary.sqlite"))
    let copy = try Diary.open(at: folder.file("copy.sqlite"))
    _ = try diary.add(NewBeer(fields: BeerFields(name: "Orval", extras: Extras(json: json))))

    try copy.importFile(diary.exported(format))
    var fields = try #require(try copy.beer(1)).beer.fields
    #expect(fields.extras.json == json)
    fields.extras["e"] = .integer(1)
    _ = try copy.edit(1, to: fields)

    #expect(try copy.beer(1)?.beer.fields.extras.json == String(json.dropLast()) + #","e":1}"#)
    #expect(try copy.importFile(diary.exported(format)).tally.differing == 1)
    #expect(try diary.importFile(diary.exported(format)).tally.same == 1)
  }

  @Test func numbersThatWereImportedAsTextCountAsUnchanged() throws {
    let folder = try TemporaryFolder()
    let diary = try Diary.open(at: folder.file("diary.sqlite"))
    // One value that is no number makes the column text.
    _ = try FileImport(ImportSource(Array("name,Marks\nA,9\nB,12.5\nC,many\n".utf8))).run(into: diary)
    var options = ImportOptions()
    options.onDuplicate = .update
    let again = try FileImport(ImportSource(Array("name,Marks\nA,9\nB,12.5\n".utf8)), options)
    #expect(try again.plan(for: diary).tally.same == 2)
    #expect(try again.run(into: diary).tally.same == 2)
  }
}
