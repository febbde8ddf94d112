import DiaryModel
import Foundation

/// The decisions about labels that a file has and a diary lacks, without those that contradict the diary.
package struct NewLabelDecisions: Hashable, Sendable {
  /// The labels that become part of others.
  var merged: Set<UUID> = []
  /// The labels that the user chose for beers for which the diary has no chosen label.
  var split: Set<UUID> = []
  /// The labels that are kept apart.
  var apart: Set<LabelPair> = []
  /// The labels with facts that the user set, without those whose title was only kept when others became part of them.
  var edited: Set<UUID> = []

  /// Creates a value without decisions.
  package init() {}

  /// Creates a value with all decisions that come with the beers of a file, for a diary that does not exist yet.
  package init(allOf beers: [ImportedBeer]) {
    for label in beers.lazy.compactMap(\.label) {
      if label.isChosen { split.insert(label.uuid) }
      let decisions = label.decisions
      if decisions.isEmpty { continue }
      merged.formUnion(decisions.merged)
      apart.formUnion(decisions.apart.map { LabelPair(label.uuid, $0) })
      if !decisions.facts.isEmpty, !decisions.facts.belong(toMergeOf: decisions.merged) {
        edited.insert(label.uuid)
      }
    }
  }

  /// Whether there are none.
  package var isEmpty: Bool { self == NewLabelDecisions() }

  /// The number of decisions.
  package var count: Int { mergedCount + splitCount + apartCount + editedCount }
  /// The number of labels that become part of others.
  package var mergedCount: Int { merged.count }
  /// The number of labels that were split off.
  package var splitCount: Int { split.count }
  /// The number of pairs of labels that are kept apart.
  package var apartCount: Int { apart.count }
  /// The number of labels with facts that the user set.
  package var editedCount: Int { edited.count }

  /// Adds other decisions.
  package mutating func formUnion(_ other: NewLabelDecisions) {
    merged.formUnion(other.merged)
    split.formUnion(other.split)
    apart.formUnion(other.apart)
    edited.formUnion(other.edited)
  }
}

extension LabelFacts {
  /// Whether merging may have set these facts of a label, because it keeps the title of the label that stays.
  ///
  /// - Parameter merged: The labels that became part of it.
  func belong(toMergeOf merged: some Collection<UUID>) -> Bool {
    !merged.isEmpty && style == nil && abv == nil
  }
}
