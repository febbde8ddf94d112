import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import Terminal

extension CustomField {
  /// As one line of a list.
  func line(nameColumns: Int) -> String {
    let name = name.safeForTerminal.fitted(to: nameColumns)
    let index = isIndexed ? ", indexed" : ""
    return "\(name)  \(kind.rawValue.fitted(to: 7))  \(NumberText.count(beerCount, "beer"))\(index)"
  }

  var json: [String: JSONValue] {
    let counts = Dictionary(
      uniqueKeysWithValues: kinds.map { ($0.key.rawValue, JSONValue.integer(Int64($0.value))) })
    return [
      "name": .text(name), "type": .text(kind.rawValue), "beers": .integer(Int64(beerCount)),
      "types": .object(counts), "indexed": .boolean(isIndexed),
    ]
  }
}

/// Says what was done to a field: in a sentence, or in JSON.
struct FieldConfirmation {
  let json: Bool

  func tell(field: String, isIndexed: Bool, _ sentence: String) {
    let console = Console.standardOutput
    if json {
      console.write(JSONText.of([("name", .text(field)), ("indexed", .boolean(isIndexed))]))
    } else {
      console.line(sentence)
    }
    console.flush()
  }
}
