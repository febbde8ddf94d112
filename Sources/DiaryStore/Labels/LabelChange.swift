import DiaryModel
import Foundation

/// A change of labels that the user made, as the values before and after it, so that it can be undone and redone.
package struct LabelChange: Hashable, Sendable {
  /// What the user did.
  package enum Kind: Hashable, Sendable {
    /// Labels became one.
    case merged
    /// A beer got a label of its own.
    case split
    /// Two labels are permanently kept apart.
    case keptApart
    /// The facts of a label were set.
    case edited
  }

  /// A value before and after the change.
  package struct Transition<Value: Hashable & Sendable>: Hashable, Sendable {
    let before: Value
    let after: Value

    var reversed: Transition { Transition(before: after, after: before) }
  }

  /// The label of a beer.
  package struct AssignedLabel: Hashable, Sendable {
    let label: UUID
    /// Whether the user chose the label, so that it stays when the beer's name changes.
    let isChosen: Bool
  }

  /// What the user did, also after it was undone.
  package let kind: Kind
  /// The name of the label that the change is about, for messages; `nil` if it has none.
  package let name: String?
  /// The name of the other label of a pair that is kept apart, for messages; `nil` if it has none.
  package let otherName: String?
  /// The labels of beers.
  var beers: [Int64: Transition<AssignedLabel>] = [:]
  /// The labels to which keys lead; `nil` for none.
  var keys: [LabelKey: Transition<UUID?>] = [:]
  /// The facts that the user set for labels; `nil` for none.
  var facts: [UUID: Transition<LabelFacts?>] = [:]
  /// Whether the labels of a pair are kept apart.
  var pairs: [LabelPair: Transition<Bool>] = [:]
  /// The products of labels; `nil` for none.
  var products: [UUID: Transition<LabelKey?>] = [:]

  init(_ kind: Kind, name: String?, otherName: String? = nil) {
    self.kind = kind
    self.name = name
    self.otherName = otherName
  }

  /// Returns a label as the subject of a sentence.
  static func title(named name: String?) -> String { name.map { "The label “\($0)”" } ?? "The label" }

  /// The change that undoes this one.
  var reversed: LabelChange {
    var change = LabelChange(kind, name: name, otherName: otherName)
    change.beers = beers.mapValues(\.reversed)
    change.keys = keys.mapValues(\.reversed)
    change.facts = facts.mapValues(\.reversed)
    change.pairs = pairs.mapValues(\.reversed)
    change.products = products.mapValues(\.reversed)
    return change
  }

  /// The ids of the beers that have another label.
  package var changedBeers: [Int64] { Array(beers.keys) }
}

/// Two labels, whose order does not matter.
struct LabelPair: Hashable, Sendable {
  let first: UUID
  let second: UUID

  init(_ a: UUID, _ b: UUID) {
    // The order in which SQLite compares blobs.
    let isAscending = withUnsafeBytes(of: a.uuid) { a in
      withUnsafeBytes(of: b.uuid) { b in a.lexicographicallyPrecedes(b) }
    }
    (first, second) = isAscending ? (a, b) : (b, a)
  }
}
