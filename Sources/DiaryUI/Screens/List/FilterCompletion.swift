import DiaryStore
import Foundation
import Terminal

/// What the word before the cursor can become: names of fields, or values of one.
struct FilterCompletion: Hashable, Sendable {
  /// What comes before the part that is completed.
  private let before: String
  private let after: String
  private let candidates: [String]
  private var index = -1

  /// `nil` where nothing begins like that.
  init?(_ input: TextInput, _ vocabulary: FilterVocabulary?) {
    let text = input.text
    let typed = String(text.prefix(input.cursor))
    after = String(text.dropFirst(input.cursor))
    let start = Self.startOfTerm(typed)
    var term = String(typed[start...])
    var lead = String(typed[..<start])
    if term.first == "-" { lead.append(term.removeFirst()) }
    if let colon = term.firstIndex(of: ":") {
      let field = term[..<colon].lowercased()
      before = lead + term[...colon]
      candidates = Self.values(of: field, beginning: String(term[term.index(after: colon)...]), vocabulary)
    } else {
      before = lead
      candidates = Self.names(beginning: term, vocabulary)
    }
    if candidates.isEmpty { return nil }
  }

  /// The input with the next candidate, or the one before, in place.
  mutating func next(by step: Int = 1) -> TextInput {
    index =
      index < 0 && step < 0 ? candidates.count - 1 : (index + step + candidates.count) % candidates.count
    var input = TextInput(before + candidates[index])
    for character in after { input.insert(character) }
    for _ in after { _ = input.press(.init(.left)) }
    return input
  }

  /// `2 of 7`, where there is a choice.
  var position: String { candidates.count > 1 ? "\(index + 1) of \(candidates.count)" : "" }

  /// Behind the last blank that is in no quotation marks.
  private static func startOfTerm(_ text: String) -> String.Index {
    var start = text.startIndex
    var isQuoted = false
    for index in text.indices {
      if text[index] == "\"" { isQuoted.toggle() }
      if text[index].isWhitespace, !isQuoted { start = text.index(after: index) }
    }
    return start
  }

  private static func names(beginning: String, _ vocabulary: FilterVocabulary?) -> [String] {
    let own = FilterNames.fields.map { numbers.contains($0) ? $0 : $0 + ":" }
    let custom = (vocabulary?.customFields ?? []).map { FilterText.name($0) + ":" }
    return (own + custom).filter { begins($0, with: beginning) }
  }

  /// Fields that are mostly compared: what comes next is for the user to choose.
  private static let numbers = Set(BeerFilter.NumberField.allCases.map(\.rawValue) + ["date"])

  private static func values(of field: String, beginning: String, _ vocabulary: FilterVocabulary?) -> [String]
  {
    let plain = beginning.replacing("\"", with: "")
    let values: [String] =
      switch field {
      case "has", "no": FilterNames.subjects + (vocabulary?.customFields ?? []).map(FilterText.name)
      case "in": ["trash"]
      default: (vocabulary?.values[field] ?? []).map(FilterText.value)
      }
    let starting = values.filter { begins($0.replacing("\"", with: ""), with: plain) }
    // A brewery is found by any of its words.
    let inside = values.filter { value in
      !starting.contains(value) && value.split(separator: " ").contains { begins(String($0), with: plain) }
    }
    return starting + inside
  }

  private static func begins(_ text: String, with start: String) -> Bool {
    start.isEmpty
      || text.range(of: start, options: [.anchored, .caseInsensitive, .diacriticInsensitive]) != nil
  }
}
