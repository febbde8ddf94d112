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
    guard let field = productFields[source], let id = Extras.value(of: field, in: customFields)?.display,
      !id.isEmpty
    else { return nil }
    return LabelKey(source: source, product: id)
  }
}
