package import DiaryModel
import Foundation
import GRDB
import SQLiteKit

/// Whether the diary has the beer that a line names, such as a line of a menu.
package struct MenuAnswer: Hashable, Sendable {
  /// What the diary knows about the line.
  package enum Kind: Hashable, Sendable {
    /// The line names no beer: it is empty, a heading, a price or a kind of beer.
    case noBeer
    /// No label is close to it.
    case new
    /// The labels that it names, the most frequent one first; at least one.
    case had([Label])
    /// The nearest labels, the nearest first; each may be it, or another beer.
    case unsure([Candidate])

    /// The labels that the line names or may name, the nearest first.
    package var labels: [Label] {
      switch self {
      case .noBeer, .new: []
      case .had(let labels): labels
      case .unsure(let candidates): candidates.map(\.label)
      }
    }
  }

  /// A label that a line may name.
  package struct Candidate: Hashable, Sendable {
    /// The label.
    package let label: Label
    /// What differs; the line's words come first.
    package let differences: [LabelDifference]
  }

  /// The line as it was given.
  package let line: String
  /// What the diary knows about it.
  package var kind: Kind
}

/// Looks for the beers of a menu in the diary.
struct MenuReader: DiaryComponent {
  let database: DiaryDatabase

  func answers(to lines: [String]) throws(StoreError) -> [MenuAnswer] {
    try read { db in
      zip(lines, try kinds(of: lines, db)).map { MenuAnswer(line: $0, kind: $1) }
    }
  }

  private func kinds(of lines: [String], _ db: Database) throws -> [MenuAnswer.Kind] {
    let labels = Labels(db)
    let exact = try lines.map { try labels.labels(named: $0, brewery: nil) }
    var kinds = exact.map { MenuAnswer.Kind.had($0) }
    let others = exact.indices.filter { exact[$0].isEmpty }
    if others.isEmpty { return kinds }
    var matcher = MenuMatcher(lines: others.map { lines[$0] })
    // The matcher gets the positions of the names instead of labels, because looking up the label of every name takes
    // longer than comparing them all.
    var keys: [String] = []
    let names = try String.fetchCursor(
      db, sql: "SELECT key FROM label_key WHERE key >= ? AND key < ?",
      arguments: [LabelKey.nameTextRange.lowerBound, LabelKey.nameTextRange.upperBound])
    while let key = try names.next() {
      matcher.consider(label: Int64(keys.count), key: key)
      keys.append(key)
    }
    for (position, match) in matcher.matches().enumerated() {
      let index = others[position]
      // A name that many beers have is not compared: `Kellerbier 0,5 l 4,90`.
      if match == .new {
        let named = try labels.labels(named: matcher.name(ofLine: position), brewery: nil)
        if !named.isEmpty {
          kinds[index] = .had(named)
          continue
        }
      }
      kinds[index] = try kind(of: match, line: lines[index]) {
        try labels.label(knownBy: LabelKey(text: keys[Int($0)]))
      }
    }
    return kinds
  }

  /// Returns what a match says.
  ///
  /// - Parameter label: Returns the label at a position; `nil` if it has no beers, because their names are kept.
  private func kind(
    of match: MenuMatch, line: String, _ label: (Int64) throws -> Label?
  ) throws -> MenuAnswer.Kind {
    // A label may be known under several names.
    var seen: Set<UUID> = []
    switch match {
    case .noBeer: return .noBeer
    case .new: return .new
    case .had(let positions):
      let labels = try positions.compactMap(label).filter { seen.insert($0.uuid).inserted }
      return labels.isEmpty ? .new : .had(labels.mostFrequentFirst)
    case .unsure(let nearest):
      let candidates = try nearest.compactMap { near -> MenuAnswer.Candidate? in
        guard let label = try label(near.label), seen.insert(label.uuid).inserted else { return nil }
        return MenuAnswer.Candidate(
          label: label, differences: near.differences.map { $0.quoting(LabelFacts(name: line), label.facts) })
      }
      return candidates.isEmpty ? .new : .unsure(candidates)
    }
  }
}
