import Crypto
import Foundation

/// The id of a beer that an import added for a row although the diary had the row's beer with other values.
///
/// It is the row's own id with a mark that is made of all its values, so that it is the same each time.
struct SeparateBeerID {
  let text: String

  init(ofRow row: Int, in rows: ImportRows, _ texts: ImportRows.Texts) {
    var hash = SHA256()
    for text in ImportRows.Text.allCases {
      guard let bytes = texts(text, row) else { continue }
      hash.update(data: [UInt8(text.rawValue)])
      hash.update(bufferPointer: UnsafeRawBufferPointer(bytes))
    }
    for number in ImportRows.Number.allCases {
      hash.update(data: Array("\(rows.number(number, ofRow: row) ?? -1)".utf8))
    }
    let mark = hash.finalize().prefix(6).map { String($0, radix: 16) }.joined()
    text = (rows.text(.sourceID, ofRow: row) ?? rows.uuid(ofRow: row)?.uuidString ?? "") + "+" + mark
  }
}
