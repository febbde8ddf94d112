/// The column names of a file, each unique.
package struct Header: Hashable, Sendable {
  /// As in the file, without blanks around them; a column without a name is `column 7`, a second `notes` is `notes (2)`.
  package let names: [String]
  /// The names before they were made unique, in UTF-8.
  let texts: [[UInt8]]
  /// The names as they are compared; see `key(_:)`.
  let keys: [String]

  init(_ record: FileRecord) {
    self.init((0..<record.fieldCount).map { record.value(at: $0) ?? "" })
  }

  package init(_ texts: [String]) {
    var taken: Set<String> = []
    var names: [String] = []
    for (index, text) in texts.enumerated() {
      let wanted = text.isEmpty ? "column \(index + 1)" : text
      names.append(Self.free(wanted, taken: &taken))
    }
    self.texts = texts.map { Array($0.utf8) }
    self.names = names
    keys = names.map(Self.key)
  }

  /// The column with a name: the very name, or else the same letters.
  package func column(named name: String) -> Int? {
    if let column = names.firstIndex(of: name) { return column }
    let key = Self.key(name)
    return key.isEmpty ? nil : keys.firstIndex(of: key)
  }

  /// A name reduced to what tells columns apart: its letters and digits in lower case.
  ///
  /// Case, blanks, underscores, hyphens and punctuation do not count, so `Beer_Name`, `beer name` and `BeerName` are
  /// the same, as are `ABV (%)` and `abv`.
  static func key(_ name: String) -> String {
    let key = name.lowercased().unicodeScalars.filter {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
    }
    return String(String.UnicodeScalarView(key))
  }

  private static func free(_ wanted: String, taken: inout Set<String>) -> String {
    var name = wanted
    var number = 2
    while !taken.insert(name).inserted {
      name = "\(wanted) (\(number))"
      number += 1
    }
    return name
  }
}
