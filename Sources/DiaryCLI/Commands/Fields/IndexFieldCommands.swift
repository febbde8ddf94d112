import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText

struct IndexFieldCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "index", abstract: "Index a custom field to filter and sort by it faster.",
    discussion: """
      Useful in a large diary for a field that you use often. An index takes some space, and a little time with each \
      change. If beers spell the name of the field differently, all get the same spelling: the one that you type, if a \
      beer has it.

      EXAMPLE:
        beerdiary fields index hop
      """)

  static let json: JSONType = .object("field_index")

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  @Argument(help: "The name of the field.", completion: .customFields)
  var name: String

  func run(in context: CommandContext) throws {
    try context.withDiary(options, .changing) { diary in
      let field = try CustomFieldReference(name, for: .indexing).resolve(in: diary)
      let made = try diary.indexCustomField(field)
      context.report(output, index: true, of: made?.name ?? field) {
        guard let made else { return "“\(field)” already has an index." }
        let spelling =
          made.respelled > 0 ? " Changed its spelling in \(NumberText.count(made.respelled, "beer"))." : ""
        return "Indexed “\(field)”.\(spelling)"
      }
    }
  }
}

struct UnindexFieldCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "unindex", abstract: "Remove the index of a field, and keep its values.",
    discussion: """
      EXAMPLE:
        beerdiary fields unindex hop
      """)

  static let json: JSONType = .object("field_index")

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  @Argument(help: "The name of the field.", completion: .customFields)
  var name: String

  func run(in context: CommandContext) throws {
    try context.withDiary(options, .changing) { diary in
      let removed = try diary.unindexCustomField(name)
      context.report(output, index: false, of: removed ?? name) {
        removed.map { "Removed the index of “\($0)”." } ?? "“\(name)” has no index."
      }
    }
  }
}

extension CommandContext {
  /// Prints what was done to a field's index, or as JSON whether the field has one.
  fileprivate func report(
    _ options: OutputOptions, index isIndexed: Bool, of field: String, _ sentence: () -> String
  ) {
    reportDone(options, json: JSONText.of([("name", .text(field)), ("indexed", .boolean(isIndexed))])) {
      $0.line(sentence())
    }
  }
}
