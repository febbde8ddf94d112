import DiaryModel
import DiaryProcess
import DiaryStore
import Foundation

/// The name of a field in an option, such as `rating` or `"hop variety"`.
struct PropertyName: Hashable {
  /// The name without quotes.
  let text: String
  /// Whether the name is in quotes, which make it that of a custom field.
  let isQuoted: Bool

  /// Reads a name from the beginning of a text, up to a character or the end of the text.
  ///
  /// In quotes, every character belongs to the name; two quotes are one.
  ///
  /// - Returns: `nil` if the name is empty, if its quotes are not closed, or if something follows them.
  init?(reading rest: inout Substring, upTo end: Character) {
    let quote: Character = "\""
    rest = rest.drop(while: \.isWhitespace)
    isQuoted = rest.first == quote
    var name = ""
    if isQuoted {
      rest.removeFirst()
      var isClosed = false
      while !isClosed, let character = rest.popFirst() {
        if character != quote || rest.first == quote { name.append(character) } else { isClosed = true }
        if character == quote, !isClosed { rest.removeFirst() }
      }
      rest = rest.drop(while: \.isWhitespace)
      guard isClosed, rest.first == nil || rest.first == end else { return nil }
    } else {
      while let character = rest.first, character != end { name.append(rest.removeFirst()) }
      name = name.trimmingCharacters(in: .whitespaces)
    }
    if name.isEmpty { return nil }
    text = name
  }

  /// Reads names that are separated by commas; `nil` if one is missing or its quotes are wrong.
  static func list(_ text: String) -> [PropertyName]? {
    var rest = text[...]
    var names: [PropertyName] = []
    repeat {
      guard let name = PropertyName(reading: &rest, upTo: ",") else { return nil }
      names.append(name)
    } while rest.popFirst() != nil
    return names
  }

  /// Reads a single name, which may have commas; `nil` if it is empty or its quotes are wrong.
  static func single(_ text: String) -> PropertyName? {
    var rest = text[...]
    return PropertyName(reading: &rest, upTo: "\n")
  }
}

extension [PropertyName] {
  /// Returns the properties with these names.
  ///
  /// The names of custom fields are read only if a name is not that of a built-in property.
  ///
  /// - Parameter others: What else could have been typed, to suggest it.
  /// - Throws: `CommandFailure` with the nearest name if there is no such property.
  func properties(in diary: Diary, or others: [String] = []) throws -> [BeerProperty] {
    var known: [String]?
    return try map { name in
      if !name.isQuoted, let property = BeerProperty.builtIn(named: name.text) { return property }
      let customFields: [String]
      if let known { customFields = known } else { customFields = try diary.customFieldNames() }
      known = customFields
      if let property = BeerProperty(custom: name.text, among: customFields) { return property }
      let builtIn = name.isQuoted ? [] : BeerProperty.builtIn.map(\.name) + others
      throw name.unknown(among: builtIn + customFields)
    }
  }
}

extension PropertyName {
  /// Returns the error for a name that no property has.
  fileprivate func unknown(among names: [String]) -> CommandFailure {
    let nearest = Spelling.nearest(to: text, among: names)
    let advice = nearest.map { "Did you mean “\($0)”?" } ?? "List the fields with `beerdiary fields`."
    return CommandFailure(sentence: "No beer has a field “\(text)”. \(advice)", status: .usage)
  }
}
