import DiaryModel
import DiaryStore
import Foundation

// Fields of this program's own export.
extension RowBuilder {
  mutating func uuid(in column: Int, of record: FileRecord) -> UUID? {
    guard let text = record.value(at: column) else { return nil }
    return parsed(UUID(uuidString: text), orElse: .notAUUID, column)
  }

  /// Dates of an export stay as they are, to the letter.
  mutating func ownDate(in column: Int, of record: FileRecord) -> DiaryDate? {
    guard let text = record.value(at: column) else { return nil }
    return parsed(DiaryDate(text), orElse: .notADate, column)
  }

  mutating func ownExtras(in column: Int, of record: FileRecord) -> String? {
    guard let text = record.value(at: column),
      let extras = parsed(try? Extras(json: text), orElse: .notJSON, column)
    else { return nil }
    return extras.isEmpty ? nil : extras.json
  }

  private mutating func parsed<Value>(_ value: Value?, orElse problem: ValueProblem, _ column: Int) -> Value?
  {
    if value == nil { problems.append(RowProblem(reason: .value(problem), column: column)) }
    return value
  }
}
