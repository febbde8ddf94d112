import DiaryStore
import DiaryUI
import Interchange
import Telemetry

/// Shows the imports of a diary, and takes them back.
struct ImportHistory {
  let json: Bool

  func list(_ options: StoreOptions) throws {
    let opened = try OpenedDiary(options, .reading)
    defer { opened.recorder.flush() }
    let imports = try opened.diary.imports()
    let console = Console.standardOutput
    if json {
      console.write(JSONText.of(.array(imports.map { value($0) })))
    } else {
      if imports.isEmpty { console.line("No import can be taken back.") }
      for record in imports { console.line(line(record)) }
    }
    console.flush()
  }

  /// Says what `undo` would take back.
  ///
  /// - Parameter batch: The newest if `nil`.
  func planUndo(_ batch: Int64?, _ options: StoreOptions) throws {
    let opened = try OpenedDiary(options, .reading)
    defer { opened.recorder.flush() }
    let imports = try opened.diary.imports()
    guard let record = imports.first(where: { batch == nil || $0.id == batch }) else {
      throw DiaryError.noSuchImport(batch)
    }
    let console = Console.standardOutput
    if json {
      console.write(JSONText.of(value(record, isDry: true)))
    } else {
      console.line("This import would be undone; beers that were changed since would stay:")
      console.line(line(record))
    }
    console.flush()
  }

  /// - Parameter batch: The newest where `nil`.
  func undo(_ batch: Int64?, _ options: StoreOptions) throws {
    let opened = try OpenedDiary(options, .changing)
    defer { opened.recorder.flush() }
    let progress = ProgressLine()
    defer { progress.end() }
    progress.show("Taking the import back")
    let undo = try opened.diary.undoImport(batch)
    progress.end()
    let console = Console.standardOutput
    if json {
      console.write(
        JSONText.of([
          ("batch", .integer(undo.batch)), ("removed", .integer(Int64(undo.removed))),
          ("restored", .integer(Int64(undo.restored))), ("kept", .integer(Int64(undo.kept))),
        ]))
    } else {
      console.line(sentence(undo))
    }
    console.flush()
  }

  private func line(_ record: ImportRecord) -> String {
    var parts = ["\(NumberText.count(record.addedCount, "beer"))"]
    if record.changedCount > 0 { parts.append("\(NumberText.count(record.changedCount)) changed") }
    let file = record.file.map { " \($0)" } ?? ""
    return "\(record.id)  \(record.startedAt)  \(record.source)\(file): \(parts.joined(separator: ", "))"
  }

  private func value(_ record: ImportRecord, isDry: Bool = false) -> JSONValue {
    let dryRun: [String: JSONValue] = isDry ? ["dry_run": .boolean(true)] : [:]
    return .object(
      [
        "batch": .integer(record.id), "source": .text(record.source), "file": .init(record.file),
        "started_at": .text(record.startedAt), "added": .integer(Int64(record.addedCount)),
        "changed": .integer(Int64(record.changedCount)),
      ].merging(dryRun) { $1 })
  }

  private func sentence(_ undo: ImportUndo) -> String {
    var parts = ["\(NumberText.count(undo.removed, "beer")) moved to the trash"]
    if undo.restored > 0 { parts.append("\(NumberText.count(undo.restored)) as before") }
    if undo.kept > 0 { parts.append("\(NumberText.count(undo.kept)) kept, as they were changed since") }
    return "Import \(undo.batch) was taken back: \(parts.joined(separator: ", "))."
  }
}
