import DiaryCLI
import DiaryModel

/// The JSON Schema of what commands print.
///
/// It has a definition for each object, and one for what each command prints, such as `output-photo-list`. Objects may
/// have further keys, because later versions of the program add some.
///
/// Source: https://json-schema.org/draft/2020-12
enum JSONSchema {
  static let fileName = "beerdiary.schema.json"

  static var text: String {
    var json = JSONWriter(indentation: 2)
    json.object { json in
      json.member("$schema", .text("https://json-schema.org/draft/2020-12/schema"))
      json.member("$id", .text("urn:beerdiary:json:\(JSONOutput.version)"))
      json.member("title", .text("What the commands of Beer Diary print with --json"))
      json.key("$defs")
      json.object { json in
        for object in JSONObject.all {
          json.key(object.name)
          write(object, to: &json)
        }
        for output in JSONOutput.all { json.member(name(of: output), JSONValue(members(output.type))) }
      }
    }
    return json.text + "\n"
  }

  private static func name(of output: JSONOutput) -> String {
    let words = output.command.split { $0 == " " || $0 == "-" }
    return (["output"] + words).joined(separator: "-")
  }

  private static func write(_ object: JSONObject, to json: inout JSONWriter) {
    json.object { json in
      json.member("description", .text(object.summary))
      json.member("type", .text("object"))
      json.key("properties")
      json.object { json in
        for key in object.keys {
          json.key(key.name)
          let type = key.isNullable ? nullable(members(key.type)) : members(key.type)
          json.object { json in
            json.member("description", .text(description(of: key)))
            json.write(type)
          }
        }
      }
      json.member("required", .array(object.keys.filter { !$0.isOptional }.map { .text($0.name) }))
    }
  }

  private static func description(of key: JSONKey) -> String {
    guard case .number(let unit?) = key.type else { return key.meaning }
    return "\(key.meaning), \(unit)"
  }

  private static func members(_ type: JSONType) -> JSONMembers {
    switch type {
    case .text, .date: [("type", .text("string"))]
    case .choice(let choices): [("enum", .array(choices.map(JSONValue.text)))]
    case .boolean: [("type", .text("boolean"))]
    case .integer: [("type", .text("integer"))]
    case .number: [("type", .text("number"))]
    case .array(let element): [("type", .text("array")), ("items", JSONValue(members(element)))]
    case .map(let value): [("type", .text("object")), ("additionalProperties", JSONValue(members(value)))]
    case .object(let name): [("$ref", .text("#/$defs/\(name)"))]
    case .either(let types): [("anyOf", .array(types.map { JSONValue(members($0)) }))]
    case .any: []
    }
  }

  /// Returns the schema of a value that may also be `null`.
  private static func nullable(_ members: JSONMembers) -> JSONMembers {
    guard let first = members.first else { return [] }
    guard first.key == "type" else {
      return [("anyOf", .array([JSONValue(members), .object(["type": .text("null")])]))]
    }
    var nullable = members
    nullable[0].value = .array([first.value, .text("null")])
    return nullable
  }
}
