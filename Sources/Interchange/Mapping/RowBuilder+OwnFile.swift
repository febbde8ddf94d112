import DiaryStore
import Foundation

// Fields of this program's own export.
extension RowBuilder {
  mutating func setUUID(from column: Int, of record: FileRecord, in rows: inout ImportRows) {
    guard let text = record.value(at: column) else { return }
    if let uuid = UUID(uuidString: text) {
      rows.setUUID(uuid)
    } else {
      problems.append(RowProblem(reason: .value(.notAUUID), column: column))
    }
  }

  /// Dates of an export stay as they are, to the letter.
  mutating func setOwnDate(
    _ text: ImportRows.Text, from column: Int, of record: FileRecord, in rows: inout ImportRows
  ) {
    guard let value = record.value(at: column) else { return }
    if DiaryDate(value) != nil {
      rows.set(text, to: value)
    } else {
      problems.append(RowProblem(reason: .value(.notADate), column: column))
    }
  }

  mutating func setOwnExtras(from column: Int, of record: FileRecord, in rows: inout ImportRows) {
    guard let text = record.value(at: column) else { return }
    if let extras = try? Extras(json: text) {
      if !extras.isEmpty { rows.set(.extras, to: extras.json) }
    } else {
      problems.append(RowProblem(reason: .value(.notJSON), column: column))
    }
  }
}
