import Testing

@testable import Interchange

@Suite struct ColumnKindTests {
  @Test(arguments: [
    ("checkin_id", ["1053001", "1053002"]), ("bid", ["17"]), ("beer.id", ["9"]), ("breweryID", ["a1-b2"]),
    ("label", ["https://example.org/a.jpg", "HTTP://example.org/b?c=d"]), ("checkin_url", []), ("uuid", []),
  ])
  func idsAndLinksAreReferences(_ name: String, _ values: [String]) {
    #expect(ColumnKind.isReference(name: name, values: values))
  }

  @Test(arguments: [
    ("vintage", ["2015"]), ("paid", ["3"]), ("hop", []), ("purchase_venue", []), ("Bier-ID", ["Orval"]),
    ("see", ["https://example.org/a", "at https://example.org"]), ("link", ["none"]),
  ])
  func readableTextIsNotAReference(_ name: String, _ values: [String]) {
    #expect(!ColumnKind.isReference(name: name, values: values))
  }

  @Test func aPlanSaysWhatBecomesOfEachColumn() throws {
    let text = "name,hop,beer_id,photo,Nr\nOrval,Saaz,17,https://example.org/1.jpg,1\nGose,,18,,2\n"
    var options = ImportOptions()
    options.assignments = [ColumnAssignment(column: "Nr", role: .ignored)]
    let plan = try FileImport(ImportSource(Array(text.utf8)), options).plan(for: nil)
    #expect(plan.columnKinds == [.field, .customField, .reference, .reference, .ignored])
  }
}
