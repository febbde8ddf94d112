import DiaryModel
import DiaryStore
import Foundation

/// The label of a beer as exports write it.
///
/// A label is an object with the `uuid` of the label and the number of `times`. If the user chose the label for the
/// beer, `chosen` is true. The first beer of a label also has what the user decided about it: the `name`, the
/// `brewery`, the `style` and the `abv` that were set, the labels that are kept `apart`, and those that were `merged`
/// into it.
///
/// A label that does not follow from the beer alone is also a custom field of the export, so that a version that knows
/// no labels keeps it and exports it again.
enum BeerLabelJSON {
  /// The name of the key, the column and the custom field.
  static let name = "label"

  /// Writes a label as a JSON object.
  static func write(_ label: ExportedBeer.Label, to json: inout JSONWriter) {
    write(label, includingTimes: true, to: &json)
  }

  /// Appends a label as a field of CSV: its UUID, or a JSON object if the user decided anything.
  static func append(toCSV label: ExportedBeer.Label, to bytes: inout [UInt8]) {
    guard label.isDecided else { return label.uuid.appendText(to: &bytes) }
    var object = object(of: label, includingTimes: true)
    object.withUTF8 { CSVWriter.append(quoted: $0, to: &bytes) }
  }

  /// Returns the custom fields of a beer as they are exported: with a label that does not follow from the beer alone.
  ///
  /// A custom field of the user that has the same name stays as it is.
  static func adding(_ label: ExportedBeer.Label?, to customFields: String) -> String {
    guard let label, label.isDecided, let start = customFields.firstIndex(of: "{"),
      let fields = try? Extras(json: customFields), fields[name] == nil
    else { return customFields }
    let member = "\"\(name)\":" + object(of: label, includingTimes: false)
    let rest = String(customFields[customFields.index(after: start)...])
    return "{" + member + (fields.isEmpty ? "" : ",") + rest
  }

  private static func object(of label: ExportedBeer.Label, includingTimes: Bool) -> String {
    var json = JSONWriter()
    write(label, includingTimes: includingTimes, to: &json)
    return json.text
  }

  private static func write(_ label: ExportedBeer.Label, includingTimes: Bool, to json: inout JSONWriter) {
    json.object { json in
      json.member("uuid", label.uuid)
      if includingTimes { json.member("times", Int64(label.times)) }
      if label.isChosen { json.member("chosen", .boolean(true)) }
      guard let decisions = label.decisions else { return }
      let facts = decisions.facts
      if let name = facts.name { json.member("name", name) }
      if let brewery = facts.brewery { json.member("brewery", brewery) }
      if let style = facts.style { json.member("style", style) }
      if let abv = facts.abv { json.member("abv", abv) }
      for (name, labels) in [("apart", decisions.apart), ("merged", decisions.merged)] where !labels.isEmpty {
        json.member(name, .array(labels.map { .text($0.text) }))
      }
    }
  }
}

extension ImportedLabel {
  /// Reads a label as exports write it: a JSON object, or a UUID alone; `nil` for anything else.
  init?(exported text: String) {
    guard text.hasPrefix("{") else {
      self.init(.text(text))
      return
    }
    guard let object = try? JSONValue(json: text) else { return nil }
    self.init(object)
  }

  /// Reads a label of JSON; `nil` for a value that is not one.
  init?(_ value: JSONValue) {
    switch value {
    case .text(let text):
      guard let uuid = UUID(uuidString: text) else { return nil }
      self.init(uuid, isChosen: uuid.isSplitOffLabel)
    case .object(let members):
      guard case .text(let text)? = members["uuid"], let uuid = UUID(uuidString: text),
        let decisions = LabelDecisions(members)
      else { return nil }
      self.init(uuid, isChosen: members["chosen"] == .boolean(true), decisions: decisions)
    default: return nil
    }
  }

  /// Whether Beer Diary made the UUID of the label, from a key or when the user split it off.
  var isMadeByBeerDiary: Bool { [5, 7].contains(uuid.uuid.6 >> 4) }
}

extension LabelDecisions {
  private struct Malformed: Error {}

  /// Reads the members of a label; `nil` if one is not what an export writes.
  fileprivate init?(_ members: [String: JSONValue]) {
    self.init()
    do {
      facts.name = try Self.text(members["name"])
      facts.brewery = try Self.text(members["brewery"])
      facts.style = try Self.text(members["style"])
      facts.abv = try Self.abv(members["abv"])
      apart = try Self.labels(members["apart"])
      merged = try Self.labels(members["merged"])
    } catch {
      return nil
    }
  }

  private static func text(_ value: JSONValue?) throws -> String? {
    switch value {
    case nil, .null?: nil
    case .text(let text)?: text.withoutNULs
    default: throw Malformed()
    }
  }

  private static func abv(_ value: JSONValue?) throws -> Double? {
    guard let value, value != .null else { return nil }
    guard let abv = value.number else { throw Malformed() }
    try BeerColumn.named("abv")?.validate(abv)
    return abv
  }

  private static func labels(_ value: JSONValue?) throws -> [UUID] {
    guard let value, value != .null else { return [] }
    guard case .array(let values) = value else { throw Malformed() }
    return try values.map { value in
      guard case .text(let text) = value, let uuid = UUID(uuidString: text) else { throw Malformed() }
      return uuid
    }
  }
}
