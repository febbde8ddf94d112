import DiaryModel
import DiaryText
import Foundation
import Testing

@testable import DiaryStore
@testable import DiaryUI

/// The form and the beer's page have every column of the table, and check what the table says.
@Suite struct FormColumnTests {
  private static let columns =
    BeerColumn.all.filter { $0.name != "price" && $0.name != "ibu" } + [
      BeerColumn("tint", "Tint", .text(\.price), .assignable, example: "amber"),
      BeerColumn(
        "srm", "SRM", .number(\.ibu, NumberRange(0...100, entered: 0...80, unit: "SRM")), .assignable),
    ]

  private func typed(_ text: String, into column: String) throws -> BeerFields {
    var fields = BeerFields()
    var field = FormField(.column(column), text: "")
    field.input.set(text)
    try field.apply(to: &fields, today: nil)
    return fields
  }

  @Test func theFormHasAFieldForEachColumn() throws {
    try BeerColumn.$all.withValue(Self.columns) { () throws in
      let fields = FormField.all(BeerFields(ibu: 12.5, price: "amber"), in: .gmt)
      #expect(fields.map(\.label).contains("Tint") && !fields.map(\.label).contains("Price"))
      #expect(fields.first { $0.label == "SRM" }?.input.text == "12.5")
      #expect(try typed("dark", into: "tint").price == "dark")
      #expect(try typed("40", into: "srm").ibu == 40)
    }
  }

  @Test func aNumberOutsideItsRangeIsRefused() throws {
    try BeerColumn.$all.withValue(Self.columns) { () throws in
      #expect(throws: FieldProblem(text: "0 to 80 SRM")) { try typed("81", into: "srm") }
      #expect(throws: FieldProblem(text: "0 to 80 SRM")) {
        try FieldAssignment(FieldAssignment.field(named: "srm", customFields: []), text: "81")
      }
      let tint = try FieldAssignment.field(named: "tint", customFields: [])
      #expect(try FieldAssignment(tint, text: "dark").value == .text("dark"))
    }
  }

  @Test func aTextThatIsNotANumberIsAnsweredWithTheRangeOfNumbers() {
    #expect(throws: FieldProblem(text: "a number from 0 to 5 stars")) { try typed("good", into: "rating") }
    #expect(throws: FieldProblem(text: "0 to 5 stars")) { try typed("5.2", into: "rating") }
    #expect(throws: FieldProblem(text: "a number from 0 to 100 percent")) { try typed("strong", into: "abv") }
    #expect(throws: FieldProblem(text: "0 to 100 percent")) { try typed("120", into: "abv") }
  }

  @Test func aNumberThatCouldBeAnotherIsRefused() throws {
    for text in ["4 5", "0x4", "1e0", "5%%", "nan"] {
      let problem = FieldProblem(text: "a number from 0 to 100 percent")
      #expect(throws: problem, "\(text)") { try typed(text, into: "abv") }
      #expect(throws: FieldProblem(text: "a number from 0 to 5 stars"), "\(text)") {
        try typed(text, into: "rating")
      }
      #expect(throws: problem, "\(text)") {
        try FieldAssignment(FieldAssignment.field(named: "abv", customFields: []), text: text)
      }
    }
    #expect(throws: FieldProblem(text: "a number from 0 to 10000 IBU")) { try typed("5 %", into: "ibu") }
    #expect(throws: FieldProblem(text: "1000 or 1.000")) { try typed("1,000", into: "ibu") }
    #expect(try typed("4,25", into: "rating").rating == 4.25)
    #expect(try typed("4,125", into: "rating").rating == 4.125)
  }

  @Test func theValuesOfAnAddedColumnAreCompletedInAFilter() {
    BeerColumn.$all.withValue(Self.columns) {
      #expect(FilterCompletion("tint:am").fieldToRead(FilterVocabulary()) == "tint")
      let vocabulary = FilterVocabulary(values: ["tint": ["amber", "dark"]])
      #expect(FilterCompletion("tint:am").texts(vocabulary) == ["tint:amber"])
      #expect(FilterHelp.table.contains("serving, tint, or a custom field"))
    }
  }

  @Test func aFilterIsCompletedWithTheWordsOfTheScreen() {
    var vocabulary = FilterVocabulary(values: ["place": ["Kulminator"]])
    #expect(FilterCompletion("ven").texts(vocabulary) == ["venue:"])
    #expect(FilterCompletion("has:ven").texts(vocabulary) == ["has:venue"])
    #expect(FilterCompletion("venue:ku").texts(vocabulary) == ["venue:Kulminator"])
    #expect(FilterCompletion("venue:ku").fieldToRead(vocabulary) == nil)
    // The name of the column can be typed, but is not offered.
    #expect(FilterCompletion("place:ku").texts(vocabulary) == ["place:Kulminator"])
    #expect(FilterCompletion("pla").texts(vocabulary) == [])
    #expect(FilterCompletion("no:pla").texts(vocabulary) == [])
    vocabulary.customFields = ["Venue"]
    #expect(FilterCompletion("ven").texts(vocabulary) == ["venue:"])
    #expect(FilterCompletion("venue:ku").fieldToRead(vocabulary) == "Venue")
    #expect(FilterCompletion("venue:ku").texts(vocabulary) == [])
    #expect(FilterCompletion("pla").texts(vocabulary) == ["place:"])
    #expect(FilterCompletion("no:pla").texts(vocabulary) == ["no:place"])
    #expect(FilterCompletion("no:ven").texts(vocabulary) == ["no:venue"])
  }

  @Test func thePageShowsAnAddedColumn() {
    BeerColumn.$all.withValue(Self.columns) {
      let facts = BeerText.facts(BeerFields(ibu: 12.5, price: "amber"), dates: DateText(timeZone: .gmt))
      #expect(facts.map(\.name) == ["Tint", "SRM"])
      #expect(facts.map(\.value) == ["amber", "12.5"])
    }
  }

  /// Drafts were written before the form went by the table.
  @Test(arguments: [
    ("{\"name\":{}}", FormField.Kind.name), ("{\"date\":{}}", .date), ("{\"abv\":{}}", .column("abv")),
    ("{\"position\":{}}", .position), ("{\"custom\":{\"_0\":\"hop\"}}", .custom("hop")),
    ("{\"newCustom\":{}}", .newCustom),
  ])
  func draftsOfEarlierVersionsAreRead(_ text: String, _ kind: FormField.Kind) throws {
    #expect(try JSONDecoder().decode(FormField.Kind.self, from: Data(text.utf8)) == kind)
    #expect(String(decoding: try JSONEncoder().encode(kind), as: UTF8.self) == text)
  }
}
