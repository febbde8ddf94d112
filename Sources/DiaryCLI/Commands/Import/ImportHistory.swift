import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import Foundation
import Interchange
import Telemetry
import Terminal

/// Shows the imports of a diary, and undoes them.
struct ImportHistory {
  let json: Bool

  private static let dates = DateText(timeZone: .current)

  func list(_ options: StoreOptions) throws {
    let opened = try OpenedDiary(options, .reading)
    defer { opened.recorder.flush() }
    let imports = try opened.diary.imports()
    let console = Console.standardOutput
    if json {
      console.write(JSONText.of(.array(imports.map { value($0) })))
    } else {
      if imports.isEmpty { console.line("No import can be undone.") }
      for line in lines(imports) { console.line(line) }
    }
    console.flush()
  }

  /// Says what `undo` would do.
  ///
  /// - Parameter batch: The newest if `nil`.
  func planUndo(_ batch: Int64?, _ options: StoreOptions) throws {
    let opened = try OpenedDiary(options, .reading)
    defer { opened.recorder.flush() }
    let (record, undo) = try opened.diary.planUndo(ofImport: batch)
    let console = Console.standardOutput
    if json {
      console.write(
        JSONText.of(
          .object(
            members(undo).merging(members(record)) { $1 }.merging(["dry_run": .boolean(true)]) { $1 })))
    } else {
      console.line("Import \(title(record)) would be undone: \(outcome(undo)).")
    }
    console.flush()
  }

  /// Asks first where somebody is there to answer, unless that is agreed already.
  ///
  /// - Parameter batch: The newest where `nil`.
  func undo(_ batch: Int64?, _ options: StoreOptions, isAgreed: Bool) throws {
    let opened = try OpenedDiary(options, .changing)
    defer { opened.recorder.flush() }
    var batch = batch
    if !isAgreed, Confirmation.isPossible {
      let (record, undo) = try opened.diary.planUndo(ofImport: batch)
      guard Confirmation.ask("Undo import \(title(record))? \(outcome(undo)).") else {
        return Console.standardError.line("Nothing was undone.")
      }
      batch = record.id
    }
    let progress = ProgressLine()
    defer { progress.end() }
    progress.show("Undoing the import")
    let undo = try opened.diary.undoImport(batch)
    progress.end()
    let console = Console.standardOutput
    if json {
      console.write(JSONText.of(.object(members(undo))))
    } else {
      console.line("Import \(undo.batch) was undone: \(outcome(undo)).")
    }
    console.flush()
  }

  /// Number, date, file and beers in columns.
  private func lines(_ imports: [ImportRecord]) -> [String] {
    let cells = imports.map { ["\($0.id)", date($0), file($0), beers($0)] }
    let widths = (0..<3).map { column in cells.map { $0[column].columns }.max() ?? 0 }
    return cells.map { row in
      let padded = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.columns) }
      return (padded + [row[3]]).joined(separator: "  ")
    }
  }

  private func beers(_ record: ImportRecord) -> String {
    let isOther = record.changedCount + record.photoCount > 0
    var parts: [String] = []
    if record.addedCount > 0 || !isOther { parts.append(NumberText.count(record.addedCount, "beer")) }
    if record.changedCount > 0 {
      let count =
        parts.isEmpty
        ? NumberText.count(record.changedCount, "beer") : NumberText.count(record.changedCount)
      parts.append(count + " changed")
    }
    if record.photoCount > 0 {
      parts.append("\(NumberText.count(record.photoCount, "photo")) added to beers of the diary")
    }
    return parts.joined(separator: ", ")
  }

  private func file(_ record: ImportRecord) -> String { (record.file ?? record.source).safeForTerminal }

  private func date(_ record: ImportRecord) -> String {
    DiaryDate(record.startedAt).map(Self.dates.shortWithTime) ?? record.startedAt
  }

  private func title(_ record: ImportRecord) -> String { "\(record.id) (\(file(record)), \(date(record)))" }

  private func members(_ undo: ImportUndo) -> [String: JSONValue] {
    [
      "batch": .integer(undo.batch), "removed": .integer(Int64(undo.removed)),
      "restored": .integer(Int64(undo.restored)), "kept": .integer(Int64(undo.kept)),
      "removed_photos": .integer(Int64(undo.photos)),
    ]
  }

  private func value(_ record: ImportRecord) -> JSONValue { .object(members(record)) }

  private func members(_ record: ImportRecord) -> [String: JSONValue] {
    [
      "batch": .integer(record.id), "source": .text(record.source), "file": .init(record.file),
      "started_at": .text(record.startedAt), "added": .integer(Int64(record.addedCount)),
      "changed": .integer(Int64(record.changedCount)), "photos": .integer(Int64(record.photoCount)),
    ]
  }

  /// What becomes of the beers, or became of them.
  private func outcome(_ undo: ImportUndo) -> String {
    var moved: [String] = []
    if undo.removed > 0 || undo.photos + undo.restored + undo.kept == 0 {
      moved.append(NumberText.count(undo.removed, "beer"))
    }
    if undo.photos > 0 { moved.append(NumberText.count(undo.photos, "photo")) }
    var parts = moved.isEmpty ? [] : [moved.joined(separator: " and ") + " moved to the trash"]
    if undo.restored > 0 {
      let count = parts.isEmpty ? NumberText.count(undo.restored, "beer") : NumberText.count(undo.restored)
      parts.append(count + " as before the import")
    }
    if undo.kept > 0 {
      let reason = undo.kept == 1 ? "it was" : "they were"
      let count = parts.isEmpty ? NumberText.count(undo.kept, "beer") : NumberText.count(undo.kept)
      parts.append("\(count) kept because \(reason) changed since")
    }
    return parts.joined(separator: ", ")
  }
}
