import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText

struct IndexFieldCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "index", abstract: "Make filters and orders of a field as fast as those of built-in ones.",
    discussion: """
      Worth it in a large diary for a field that is used often; it takes room, and a little time with each change. \
      Beers that spell the field otherwise get this spelling.

      EXAMPLE:
        beerdiary fields index hop
      """)

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  @Argument(help: "The field's name.", completion: .customFields)
  var name: String

  func run(in context: CommandContext) throws {
    try context.withDiary(options, .changing) { diary in
      let field = try CustomFieldReference(name).resolve(in: diary)
      let made = try diary.indexCustomField(field)
      context.report(output, index: true, of: made?.name ?? field) {
        guard let made else { return "“\(field)” has an index already." }
        let spelling =
          made.respelled > 0 ? " \(NumberText.count(made.respelled, "beer")) spelled it otherwise." : ""
        return "“\(field)” has an index now.\(spelling)"
      }
    }
  }
}

struct UnindexFieldCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "unindex", abstract: "Remove the index of a field; its values stay.",
    discussion: """
      EXAMPLE:
        beerdiary fields unindex hop
      """)

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  @Argument(help: "The field's name.", completion: .customFields)
  var name: String

  func run(in context: CommandContext) throws {
    try context.withDiary(options, .changing) { diary in
      let removed = try diary.unindexCustomField(name)
      context.report(output, index: false, of: removed ?? name) {
        removed.map { "“\($0)” has no index any more." } ?? "“\(name)” has no index."
      }
    }
  }
}

extension CommandContext {
  /// Prints what was done to a field's index, or as JSON whether the field has one.
  fileprivate func report(
    _ options: OutputOptions, index isIndexed: Bool, of field: String, _ sentence: () -> String
  ) {
    report(options, json: JSONText.of([("name", .text(field)), ("indexed", .boolean(isIndexed))])) {
      $0.line(sentence())
    }
  }
}
