import Crypto
import DiaryModel
import Foundation

/// The id of a beer that an import adds for a row although the diary has the row's beer with other values.
///
/// It is the row's own id with a suffix, which is a hash of all values, so that the id is the same in each import. The
/// order of the values is part of the hash and must never change.
struct SeparateBeerID {
  private static let texts = ["name", "brewery", "style", "notes", "place", "serving", "price", "drunk_at"]
  private static let numbers = ["abv", "ibu", "rating", "latitude", "longitude"]

  let text: String

  init(of beer: ImportedBeer) {
    var hash = SHA256()
    let record = [
      beer.customFieldsJSON, beer.createdAt?.text, beer.updatedAt?.text, beer.deletedAt?.text, beer.source,
      beer.sourceID,
    ]
    for (index, text) in zip(UInt8(0)..., Self.texts.map { beer.text($0) } + record) {
      guard let text else { continue }
      hash.update(data: [index])
      hash.update(data: Array(text.utf8))
    }
    for name in Self.numbers {
      hash.update(data: Array("\(beer.value(name)?.number ?? -1)".utf8))
    }
    for column in BeerColumn.values where !(Self.texts + Self.numbers).contains(column.name) {
      guard let value = column.json(of: beer.fields) else { continue }
      hash.update(data: Array("\(column.name)=\(value.display)".utf8))
    }
    let suffix = hash.finalize().prefix(6).map { String($0, radix: 16) }.joined()
    text = (beer.sourceID ?? beer.uuid?.uuidString ?? "") + "+" + suffix
  }
}

extension ImportedBeer {
  fileprivate func value(_ column: String) -> JSONValue? { BeerColumn.named(column)?.json(of: fields) }

  fileprivate func text(_ column: String) -> String? {
    if case .text(let text)? = value(column) { text } else { nil }
  }
}
