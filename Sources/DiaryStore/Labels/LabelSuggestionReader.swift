package import DiaryModel
import Foundation
import GRDB
import SQLiteKit

/// Two labels that are probably the same.
package struct SuggestedLabels: Hashable, Sendable {
  /// One label.
  package let first: Label
  /// The other label.
  package let second: Label
  /// What differs between them.
  package let differences: [LabelDifference]
  /// How sure it is, up to 1.
  package let confidence: Double
}

/// Finds labels that are probably the same, without those that the user keeps apart.
struct LabelSuggestionReader: DiaryComponent {
  let database: DiaryDatabase

  func suggestions(isCancelled: () -> Bool) throws(StoreError) -> [SuggestedLabels] {
    try StoreError.mapErrors(at: path) {
      var labels: [(id: Int64, label: Label)] = []
      try LabelReader(database: database).forEachLabel(limit: .max) { labels.append(($0, $1)) }
      let (products, apart) = try read { (try Self.products($0), Set(try LabelRecord($0).pairsApart())) }
      let found = DuplicateLabelFinder.find(
        in: labels.compactMap { Self.candidate($0, $1, products[$0] ?? [:]) }, isCancelled: isCancelled)
      try checkCancellation(isCancelled)
      let byID = Dictionary(uniqueKeysWithValues: labels.map { ($0.id, $0.label) })
      return found.compactMap { suggestion in
        guard let first = byID[suggestion.first], let second = byID[suggestion.second],
          !apart.contains(LabelPair(first.uuid, second.uuid))
        else { return nil }
        return SuggestedLabels(
          first: first, second: second, differences: suggestion.differences, confidence: suggestion.confidence
        )
      }
    }
  }

  /// Returns what a label is compared by; `nil` if it has no name.
  private static func candidate(_ id: Int64, _ label: Label, _ products: [String: Set<String>])
    -> DuplicateLabelFinder.Candidate?
  {
    let facts = label.facts
    return facts.name.map {
      DuplicateLabelFinder.Candidate(
        id: id, name: $0, brewery: facts.brewery ?? "", style: facts.style, abv: facts.abv,
        products: products)
    }
  }

  /// Returns the ids of each label's products in each source.
  private static func products(_ db: Database) throws -> [Int64: [String: Set<String>]] {
    let isProduct = LabelKey.nonProductPrefixes.map { "k.key NOT GLOB '\($0)*'" }.joined(separator: " AND ")
    let rows = try Row.fetchCursor(
      db,
      sql: "SELECT l.id, k.key FROM label_key k JOIN label l ON l.uuid = k.label_uuid WHERE \(isProduct)")
    var products: [Int64: [String: Set<String>]] = [:]
    while let row = try rows.next() {
      let id: Int64 = try row.value(atIndex: 0)
      let text: String = try row.value(atIndex: 1)
      guard let product = LabelKey(text: text).product else { continue }
      products[id, default: [:]][String(product.source), default: []].insert(String(product.id))
    }
    return products
  }
}
