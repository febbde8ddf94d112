import DiaryStore
import Foundation
import Terminal

/// What the word before the cursor of a filter can become: names of fields, or values of one.
enum FilterCompletion {
  /// `nil` where nothing begins like that.
  static func of(_ input: TextInput, _ vocabulary: FilterVocabulary?) -> WordCompletion? {
    let typed = String(input.text.prefix(input.cursor))
    let start = startOfTerm(typed)
    var term = String(typed[start...])
    var lead = String(typed[..<start])
    if term.first == "-" { lead.append(term.removeFirst()) }
    guard let colon = term.firstIndex(of: ":") else {
      return WordCompletion(input, before: lead, candidates: names(beginning: term, vocabulary))
    }
    let field = term[..<colon].lowercased()
    let value = String(term[term.index(after: colon)...])
    return WordCompletion(
      input, before: lead + term[...colon], candidates: values(of: field, beginning: value, vocabulary))
  }

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
    return (own + custom).filter { WordCompletion.begins($0, with: beginning) }
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
    return WordCompletion.matches(for: plain, among: values)
  }
}
