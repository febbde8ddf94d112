import DiaryModel
import Foundation

// The form in which the log stores changes of labels; see ``DiaryChange/stored``.

extension LabelChange {
  /// The members of the change as an object of the log, in an order that does not depend on hashes.
  var storedMembers: [String: JSONValue?] {
    [
      "what": .text(kind.stored), "name": name.map { .text($0) },
      "other_name": otherName.map { .text($0) },
      "beers": .array(storedBeers),
      "keys": .array(
        keys.sorted { $0.key.text < $1.key.text }.map { key, change in
          change.stored(["key": .text(key.text)]) { $0.map { .text($0.text) } }
        }),
      "facts": .array(
        facts.sorted { $0.key.text < $1.key.text }.map { label, change in
          change.stored(["label": .text(label.text)]) { $0?.stored }
        }),
      "pairs": .array(
        pairs.sorted { ($0.key.first.text, $0.key.second.text) < ($1.key.first.text, $1.key.second.text) }
          .map { pair, change in
            change.stored(["first": .text(pair.first.text), "second": .text(pair.second.text)]) {
              .boolean($0)
            }
          }),
      "products": .array(
        products.sorted { $0.key.text < $1.key.text }.map { label, change in
          change.stored(["label": .text(label.text)]) { $0.map { .text($0.text) } }
        }),
    ]
  }

  /// Beers whose label changed in the same way, together.
  private var storedBeers: [JSONValue] {
    let groups = Dictionary(grouping: beers.keys.sorted()) { beers[$0] }
    return groups.compactMap { change, beers in change.map { (change: $0, beers: beers) } }
      .sorted { $0.beers[0] < $1.beers[0] }
      .map { change, beers in change.stored(["beers": .text(beers.ranges)]) { $0.stored } }
  }

  /// Reads an object of the log.
  init(_ stored: StoredObject) throws {
    self.init(
      try Kind(stored: stored.text("what")), name: try stored.optionalText("name"),
      otherName: try stored.optionalText("other_name"))
    for group in try stored.objects("beers") {
      let transition = Transition(
        before: try AssignedLabel(group.object("before")), after: try AssignedLabel(group.object("after")))
      for beer in try group.ids("beers") { beers[beer] = transition }
    }
    for object in try stored.objects("keys") {
      let key = LabelKey(text: try object.text("key"))
      keys[key] = .init(before: try object.optionalUUID("before"), after: try object.optionalUUID("after"))
    }
    for object in try stored.objects("facts") {
      let label = try object.uuid("label")
      let before = try object.optionalObject("before").map { try LabelFacts($0) }
      let after = try object.optionalObject("after").map { try LabelFacts($0) }
      facts[label] = .init(before: before, after: after)
    }
    for object in try stored.objects("pairs") {
      let pair = LabelPair(try object.uuid("first"), try object.uuid("second"))
      pairs[pair] = .init(before: try object.flag("before"), after: try object.flag("after"))
    }
    for object in try stored.objects("products") {
      let label = try object.uuid("label")
      let before = try object.optionalText("before").map(LabelKey.init(text:))
      let after = try object.optionalText("after").map(LabelKey.init(text:))
      products[label] = .init(before: before, after: after)
    }
  }
}

extension LabelChange.Kind {
  fileprivate var stored: String {
    switch self {
    case .merged: "merged"
    case .split: "split"
    case .keptApart: "kept_apart"
    case .edited: "edited"
    }
  }

  fileprivate init(stored: String) throws {
    switch stored {
    case "merged": self = .merged
    case "split": self = .split
    case "kept_apart": self = .keptApart
    case "edited": self = .edited
    default: throw UnreadableChange()
    }
  }
}

extension LabelChange.Transition {
  /// Returns an object with other members and both values.
  fileprivate func stored(_ members: [String: JSONValue?], _ value: (Value) -> JSONValue?) -> JSONValue {
    JSONValue(stored: members.merging(["before": value(before), "after": value(after)]) { $1 })
  }
}

extension LabelChange.AssignedLabel {
  /// The label as an object of the log.
  var stored: JSONValue { .object(["label": .text(label.text), "chosen": .boolean(isChosen)]) }

  /// Reads an object of the log.
  init(_ stored: StoredObject) throws {
    self.init(label: try stored.uuid("label"), isChosen: try stored.flag("chosen"))
  }
}

extension LabelFacts {
  fileprivate var stored: JSONValue {
    JSONValue(stored: [
      "name": name.map { .text($0) }, "brewery": brewery.map { .text($0) },
      "style": style.map { .text($0) },
      "abv": abv.map { .number($0) },
    ])
  }

  fileprivate init(_ stored: StoredObject) throws {
    self.init(
      name: try stored.optionalText("name"), brewery: try stored.optionalText("brewery"),
      style: try stored.optionalText("style"), abv: stored.members["abv"]?.number)
  }
}

extension StoredObject {
  fileprivate func optionalUUID(_ name: String) throws -> UUID? {
    try members[name] == nil ? nil : uuid(name)
  }
}
