import DiaryModel
import DiaryStore
import TestSupport
import Testing

@testable import Interchange

/// What people say of columns, and keep under names.
@Suite struct SavedMappingTests {
  private static let club = SavedMapping(
    name: "club",
    assignments: [
      ColumnAssignment(column: "Bier", role: .field(.name)),
      ColumnAssignment(column: "Punkte", role: .field(.rating)),
      ColumnAssignment(column: "Nr", role: .ignored), ColumnAssignment(column: "title", role: .extra),
    ])

  private func options(_ mapping: SavedMapping?, _ assignments: String...) throws -> ImportOptions {
    var options = ImportOptions()
    options.mapping = mapping
    options.assignments = try assignments.map { try #require(ColumnAssignment($0)) }
    return options
  }

  @Test func aSavedMappingAssignsColumnsToFields() throws {
    let beer = try beer("Nr,Bier,Punkte,Hopfen,title\n7,Orval,4,Saaz,x\n", options(Self.club))
    #expect(beer.name == "Orval" && beer.rating == 4)
    #expect(beer.extras == ["Hopfen": .text("Saaz"), "title": .text("x")])
  }

  @Test func aColumnThatASavedMappingAssignsToAFieldIsRequired() throws {
    #expect(throws: ImportError.mappingDoesNotFit("club", missing: ["Punkte"], columns: ["Bier", "Nr"])) {
      try imported("Bier,Nr\nOrval,1\n", onto: RecordingDestination(), options(Self.club))
    }
    let error = ImportError.mappingDoesNotFit("club", missing: ["Punkte"], columns: ["Bier", "Nr"])
    #expect(
      error.sentence
        == "The mapping “club” does not fit this file, which has no column “Punkte” (found: Bier, Nr).")
  }

  @Test func aMappingOfAFileWithoutColumnNamesSaysHowToReadAnother() throws {
    let mapping = SavedMapping(
      name: "plain", assignments: [ColumnAssignment(column: "3", role: .field(.name))])
    func message(hasHeader: Bool?) throws -> String? {
      var options = try self.options(mapping)
      options.hasHeader = hasHeader
      let error = #expect(throws: ImportError.self) {
        try imported("Orval,4\nGose,3\n", onto: RecordingDestination(), options)
      }
      return error?.sentence
    }

    #expect(
      try message(hasHeader: nil)
        == "The mapping “plain” does not fit this file, which has no column “3” (found: Orval, 4). "
        + "If the file has no column names, use --headerless.")
    #expect(try message(hasHeader: false)?.contains("--headerless") == false)
  }

  @Test func customFieldsAreSavedAsALaterVersionMayKnowTheirNames() {
    let saved = SavedMapping(
      name: "x", header: Header(["Bier", "Hopfen"]), roles: [.field(.name), .extra])

    #expect(saved.assignments.map(\.column) == ["Bier", "Hopfen"])
    #expect(saved.assignments.map(\.role) == [.field(.name), .extra])
  }

  @Test func otherColumnsOfASavedMappingAreOptional() throws {
    #expect(try beer("Bier,Punkte\nOrval,4\n", options(Self.club)).name == "Orval")
  }

  @Test func newAssignmentsPrecedeThoseOfASavedMapping() throws {
    let beer = try beer(
      "Bier,Titel,Punkte\nOrval,Trappist,4\n", options(Self.club, "Titel=name", "Bier=brewery"))
    #expect(beer.name == "Trappist" && beer.brewery == "Orval" && beer.rating == 4)
  }

  @Test func aFieldCannotHaveTwoColumns() throws {
    #expect(throws: ImportError.sameField("name", columns: ["A", "B"])) {
      try imported("A,B\nOrval,Westmalle\n", onto: RecordingDestination(), options(nil, "A=name", "B=name"))
    }
  }

  @Test(arguments: ["date", "Drunk at", "drunk_at", "DRUNKAT"]) func aFieldIsFoundByEachOfItsNames(
    _ name: String
  ) {
    #expect(ColumnMapping.Role(named: name) == .field(.drunkAt))
  }

  @Test(arguments: ["", "  ", "%", "uuid", "aroma", "photos"]) func fieldsThatColumnsCannotHaveAreNotFound(
    _ name: String
  ) {
    #expect(ColumnMapping.Role(named: name) == nil)
  }

  @Test func aMistypedFieldIsReported() {
    #expect(
      ColumnMapping.Role.refusal(of: "brewry") == "“brewry” is not a field (did you mean “brewery”?)")
    #expect(ColumnMapping.Role.refusal(of: "xyzzy") == "“xyzzy” is not a field")
  }

  /// A mapping that was saved for a file applies to it unchanged, whatever its column names suggest.
  @Test(arguments: Seeds.range(0..<200)) func aSavedMappingAssignsTheSameRoles(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let pool = [
      "name", "beer", "title", "Bier", "style", "type", "abv", "x", "überall", "a.b=c", "notes", "date",
    ]
    let header = Header(pool.filter { _ in Bool.random(using: &random) } + ["last"])
    var prompt = MappingPrompt(header, roles: ColumnMapping.proposal(for: header))
    while let column = prompt.column {
      let words = ["", "-"] + ColumnMapping.Role.names
      let answer = column == header.names.count - 1 ? "name" : words.randomElement(using: &random) ?? ""
      // What is taken is asked for again.
      if prompt.answer(answer) != nil { _ = prompt.answer(column == header.names.count - 1 ? "" : "-") }
      if !prompt.roles.contains(.field(.name)), prompt.column == nil { break }
    }
    let mapping = try ColumnMapping(header, assignments: prompt.assignments)
    #expect(mapping.roles == prompt.roles)

    let saved = SavedMapping(name: "x", header: header, roles: mapping.roles)
    #expect(try ColumnMapping(header, saved: saved).roles == mapping.roles)
  }
}

@Suite struct MappingPromptTests {
  private let header = Header(["Bier", "brewery", "Punkte"])

  private func makePrompt() -> MappingPrompt {
    MappingPrompt(header, roles: ColumnMapping.proposal(for: header))
  }

  @Test func thePromptAsksColumnByColumn() {
    var prompt = makePrompt()
    #expect(prompt.answer("name") == nil && prompt.column == 1)
    #expect(prompt.answer(" ") == nil && prompt.answer("rating") == nil && prompt.column == nil)
    #expect(prompt.roles == [.field(.name), .field(.brewery), .field(.rating)])
    #expect(prompt.assignments.map(\.column) == ["Bier", "brewery", "Punkte"])
  }

  @Test func thePromptAsksAgainAfterAnUnknownAnswer() {
    var prompt = makePrompt()
    #expect(prompt.answer("nmae") == .unknown("“nmae” is not a field (did you mean “name”?)"))
    #expect(prompt.column == 0)
    #expect(prompt.answer("name") == nil)
    #expect(prompt.answer("name") == .taken(by: "Bier") && prompt.column == 1)
  }

  @Test func anAnswerReplacesAProposal() {
    var prompt = makePrompt()
    _ = prompt.answer("brewery")
    #expect(prompt.roles[1] == .extra)
    _ = prompt.answer("name")
    #expect(prompt.answer("ignore") == nil && prompt.column == nil)
    #expect(prompt.roles == [.field(.brewery), .field(.name), .ignored])
  }

  @Test func thePromptAsksAgainIfNoColumnIsTheName() {
    var prompt = makePrompt()
    _ = prompt.answer("-")
    _ = prompt.answer("")
    #expect(prompt.answer("") == .noName)
    #expect(prompt.column == 0)
  }

  @Test func samplesShowTheFirstDifferentValuesOfEachColumn() throws {
    let source = ImportSource(Array("a,b\n1,\n1,x\u{1B}[31m\n2,\n3,\n4,\n".utf8))
    let samples = try FileColumns(source).samples()
    #expect(samples.map(\.name) == ["a", "b"])
    #expect(samples[0].examples == ["1", "2", "3"])
    #expect(samples[1].examples.count == 1 && !samples[1].examples[0].contains("\u{1B}"))
  }

  @Test func linesOfAnExampleAreSeparatedBySlashes() throws {
    let source = ImportSource(Array("a,b\n1,\"Dark.\r\n\r\nWarm.\nAgain!\n\"\n".utf8))
    let samples = try FileColumns(source).samples()
    #expect(samples[1].examples == ["Dark. / Warm. / Again!"])
  }
}
