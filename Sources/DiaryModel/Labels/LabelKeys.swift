package import Foundation

/// The keys by which a beer finds its label.
///
/// They are made when they are asked for: most beers of an import repeat, and comparing the names as they are written
/// finds the label of the last beer with the same ones sooner.
package struct LabelKeys: Hashable, Sendable {
  /// The product in the beer's source; `nil` if the source gives none.
  package let product: LabelKey?
  private let name: String?
  private let brewery: String?
  /// The beer; `nil` if it has a product or a name, which other beers may have as well.
  private let beer: UUID?

  /// The custom fields that have a product's id in its source, by source.
  private static let productFields = ["untappd": "bid"]

  /// Creates the keys of a beer.
  ///
  /// - Parameters:
  ///   - source: The kind of source that the beer was imported from, such as `untappd`; `nil` if it was added here.
  ///   - customFields: The custom fields as a JSON object; `nil` for none.
  package init(uuid: UUID, name: String?, brewery: String?, source: String?, customFields: String?) {
    self.name = name
    self.brewery = brewery
    product = source.flatMap { source in customFields.flatMap { Self.product(in: $0, of: source) } }
    beer = product == nil && !LabelKey.isName(name) ? uuid : nil
  }

  /// The keys, the most certain one first; at least one.
  package var all: [LabelKey] {
    if let beer { return [LabelKey(beer: beer)] }
    return [product, LabelKey(name: name, brewery: brewery)].compactMap { $0 }
  }

  private static func product(in customFields: String, of source: String) -> LabelKey? {
    guard let field = productFields[source] else { return nil }
    let id =
      switch JSONMember(field, in: customFields) {
      case .missing: nil as String?
      case .digits(let digits): digits
      // Parsing takes longer than everything else that is done for a label.
      case .other: Extras(keeping: customFields)[field]?.display
      }
    guard let id, !id.isEmpty else { return nil }
    return LabelKey(source: source, product: id)
  }
}

/// A member of a JSON object, found without parsing the object.
private enum JSONMember {
  case missing
  /// A whole number, or text of digits, in an object without other objects.
  case digits(String)
  /// Anything else; the object has to be parsed.
  case other

  init(_ name: String, in json: String) {
    self =
      json.utf8.withContiguousStorageIfAvailable { Self.find(Array("\"\(name)\":".utf8), in: $0) } ?? .other
  }

  private static func find(_ key: [UInt8], in json: UnsafeBufferPointer<UInt8>) -> JSONMember {
    let last = json.count - key.count
    guard
      let start = json.indices.first(where: {
        $0 <= last && json[$0] == key[0] && json[$0...].starts(with: key)
      })
    else { return .missing }
    // In an object without others, only a member can have these characters: within text, a quotation mark is escaped.
    if json.dropFirst().contains(UInt8(ascii: "{")) { return .other }
    let value = json[(start + key.count)...]
    let digits = value.drop { $0 == UInt8(ascii: "\"") }.prefix {
      (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0
    }
    let end = value[digits.endIndex...].first
    let ends: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "\"")]
    guard !digits.isEmpty, let end, ends.contains(end) else { return .other }
    return .digits(String(decoding: digits, as: UTF8.self))
  }
}
