import DiaryModel
import Foundation
import Interchange

/// A label as a JSON object, with snake_case keys and `null` for unknown values.
struct LabelJSON {
  private let label: Label

  init(_ label: Label) { self.label = label }

  var members: JSONMembers {
    let facts = label.facts
    let identity: JSONMembers = [
      ("uuid", .text(label.uuid.text)), ("name", .init(facts.name)),
      ("brewery", .init(facts.brewery)), ("style", .init(facts.style)), ("abv", .init(facts.abv)),
    ]
    return identity + label.history.members
  }

  /// Returns the object for an array in another one.
  ///
  /// - Parameter differences: What differs between the label and a line of a menu; `nil` to leave it out.
  func value(_ differences: [LabelDifference]? = nil) -> JSONValue {
    var object = Dictionary(uniqueKeysWithValues: members.map { ($0.key, $0.value) })
    object["differences"] = differences.map(Self.texts)
    return .object(object)
  }

  /// Returns what differs as an array of texts.
  static func texts(_ differences: [LabelDifference]) -> JSONValue {
    .array(differences.map { .text($0.description) })
  }
}
