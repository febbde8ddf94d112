import DiaryModel
import DiaryStore
import Foundation
import TestSupport
import Testing

@testable import Interchange

/// Files that were joined, so that they have the column names again in the middle.
@Suite struct JoinedFileTests {
  /// Imports a text and returns the rejected rows as they are in the file.
  private func rejectedRows(_ text: String, isStrict: Bool = false) throws -> [String] {
    var options = ImportOptions()
    options.isStrict = isStrict
    var rows: [String] = []
    _ = try FileImport(ImportSource(Array(text.utf8)), options).run(
      into: RecordingDestination(), keepsRaw: true,
      onRejected: { rows.append(String(decoding: $0.raw, as: UTF8.self)) })
    return rows
  }

  @Test func repeatedNamesInAnotherOrderSayWhatTheRowsAfterThemAre() throws {
    let text = """
      name,abv,style
      A,5,Stout
      abv,style,name
      6,"Porter, dark",B
      name,abv,style
      C,7,Ale

      """

    let (summary, destination) = try imported(text)

    #expect(
      destination.newBeers.map(\.fields) == [
        BeerFields(name: "A", style: "Stout", abv: 5), BeerFields(name: "B", style: "Porter, dark", abv: 6),
        BeerFields(name: "C", style: "Ale", abv: 7),
      ])
    #expect((summary.counts.rows, summary.counts.repeatedHeaders) == (3, 2))
  }

  @Test func someOfTheNamesSayWhatTheRowsAfterThemAre() throws {
    let (summary, destination) = try imported("name,abv,style\nA,5,Stout\nstyle,name\nPorter,B\nAle\n")

    #expect(
      destination.newBeers.map(\.fields) == [
        BeerFields(name: "A", style: "Stout", abv: 5), BeerFields(name: "B", style: "Porter"),
        BeerFields(style: "Ale"),
      ])
    #expect(summary.counts.shortRows.first == [5])
  }

  @Test func repeatedNamesAreNoValuesOfAColumnOfNumbers() throws {
    let extras = try imported("name,Marks\nA,9\nMarks,name\n8,B\n").destination.newBeers.map(\.fields.extras)

    #expect(extras.map { $0["Marks"] } == [.integer(9), .integer(8)])
  }

  @Test func aTableWithOtherColumnsHasToBeMoved() throws {
    let error = ImportError.anotherTable(line: 3, columns: ["ibu", "Hops"])

    #expect(throws: error) { try imported("name,abv,style\nA,5,Stout\nname,ibu,Hops,style\nB,40,Saaz,Ale\n") }
    #expect(
      error.sentence
        == "Another table begins on line 3, with columns that the table before does not have: “ibu”, “Hops”. "
        + "Move it to a file of its own, and import both.")
  }

  @Test(arguments: ["name;abv", "\"abv\"; \"name\"", "name\tabv\tHops"])
  func aTableWithAnotherDelimiterHasToBeMoved(_ names: String) {
    #expect(throws: ImportError.anotherTable(line: 3, columns: [])) {
      try imported("name,abv\nA,5\n\(names)\nB;6\n")
    }
  }

  @Test(arguments: ["name,Stout,5,6", "style,,,", "abv;5", "Stout,style,5"])
  func aRowWithAColumnNameAmongItsValuesIsABeer(_ row: String) throws {
    #expect(try imported("name,style,abv,ibu\nA,Ale,5,6\n\(row)\n").destination.newBeers.count == 2)
  }

  @Test func rejectedRowsFollowTheColumnNamesOfTheirSection() throws {
    let text = """
      name,abv,style
      A,5,Stout
      abv,name
      6,"B"x
      7,"C ""2""\",Ale
      name,abv,style
      D,"8"x,Ale

      """
    let folder = try TemporaryFolder()
    let path = folder.file("rejects.csv")
    let file = try FileImport(ImportSource(Array(text.utf8)))
    let rejects = try RejectedRows(file.analysis, to: OutputFile(.newFile(path: path)))
    var messages: [String] = []
    _ = try file.run(
      into: RecordingDestination(), keepsRaw: true,
      onRejected: { row in
        messages += row.messages
        rejects.write(row)
      })
    try rejects.finish()

    #expect(messages.count == 3)
    #expect(messages.first?.hasPrefix("line 4, column 2 “name”: ") == true)
    #expect(
      messages.dropFirst().first?.hasPrefix(
        "line 5: the row has 3 fields, but there are 2 column names; ") == true)

    let written = try String(contentsOfFile: path, encoding: .utf8)
    let headers = written.split(separator: "\n").filter { $0.contains("import_problem") }
    let first = "\"import_problem (abv-unit percent)\""
    #expect(headers == ["\(first),name,abv,style", "\(first),abv,name", "\(first),name,abv,style"])

    let corrected = written.replacing("\"B\"x", with: "B").replacing("\"\"\",Ale", with: "\"\"\"")
      .replacing("\"8\"x", with: "8")
    let (summary, destination) = try imported(corrected)
    #expect(summary.counts.rejected == 0)
    #expect(
      destination.newBeers.map(\.fields) == [
        BeerFields(name: "B", abv: 6), BeerFields(name: "C \"2\"", abv: 7),
        BeerFields(name: "D", style: "Ale", abv: 8),
      ])
  }

  @Test func messagesNameTheFieldOfASectionByItsColumnThere() throws {
    var messages: [String] = []
    let text = "name,abv,style\nA,5,Stout\nstyle,name,abv\nAle,B,strong\n"
    _ = try FileImport(ImportSource(Array(text.utf8))).run(
      into: RecordingDestination(), onRejected: { messages += $0.messages })

    #expect(messages.count == 1 && messages.first?.hasPrefix("line 4, column 3 “abv”: ") == true)
  }

  @Test func rejectedRowsKeepTheirDoubledQuotes() throws {
    let row = "\"Say \"\"hi\"\"\",strong"

    #expect(try rejectedRows("name,abv\n\(row)\n", isStrict: true) == [row])
  }

  @Test func aRowOfAFileWithoutColumnNamesIsNeverTakenForThem() throws {
    var options = ImportOptions()
    options.hasHeader = false
    options.assignments = [ColumnAssignment(column: "1", role: .field(.name))]

    let (summary, destination) = try imported("A,5\n1,2\n", onto: RecordingDestination(), options)

    #expect(destination.newBeers.map(\.fields.name) == ["A", "1"])
    #expect(summary.counts.repeatedHeaders == 0)
  }
}
