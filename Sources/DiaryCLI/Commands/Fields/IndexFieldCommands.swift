import ArgumentParser
import DiaryStore
import DiaryText
import Telemetry

struct IndexFieldCommand: ParsableCommand {
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

  func run() throws {
    let opened = try OpenedDiary(options, .changing)
    defer { opened.recorder.flush() }
    let field = try CustomFieldReference(name).resolve(in: opened.diary)
    let made = try opened.diary.indexCustomField(field)
    let respelled = made.map { $0.respelled } ?? 0
    let spelling = respelled > 0 ? " \(NumberText.count(respelled, "beer")) spelled it otherwise." : ""
    FieldConfirmation(json: output.json).tell(
      field: made?.name ?? field, isIndexed: true,
      made == nil ? "“\(field)” has an index already." : "“\(field)” has an index now.\(spelling)")
  }
}

struct UnindexFieldCommand: ParsableCommand {
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

  func run() throws {
    let opened = try OpenedDiary(options, .changing)
    defer { opened.recorder.flush() }
    let removed = try opened.diary.unindexCustomField(name)
    FieldConfirmation(json: output.json).tell(
      field: removed ?? name, isIndexed: false,
      removed.map { "“\($0)” has no index any more." } ?? "“\(name)” has no index.")
  }
}
