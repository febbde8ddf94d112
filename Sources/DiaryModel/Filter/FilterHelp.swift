/// The filter language by example, for the help on the screen and of the commands.
package enum FilterHelp {
  /// Examples and their meaning.
  package static var examples: [(filter: String, meaning: String)] {
    [
      ("stout", "Words in any text field, or their beginnings"),
      ("\"de molen\"", "These words in this order"),
      ("style:stout", "Words in one field: \(textFields), or a custom field"),
      ("style=Stout", "The whole text of a field"),
      ("rating>=4", "Numbers: \(numberFields); with = < <= > >="),
      ("rating:3..4, abv:9..", "A range with both ends, or from a value on"),
      (
        "year:2019",
        "Also date>=2019-06, after:2019, before:2020-03-01, month:june, date:today, date>=yesterday"
      ),
      ("date>=-30d", "30 days ago or later; also -2w, -6m, -1y"),
      ("times>=3, again:yes", "Beers you had three times or more; not the first time"),
      ("mean_rating>=4", "The mean of all times; in lists of labels, also rating"),
      ("first:2024, last<-1y", "First had in 2024; last had more than a year ago"),
      ("has:photo, no:rating", "With or without a photo, a rating, or any field"),
      ("position:52.09,5.12", "At a position; its decimals say how exactly"),
      ("id:12, id:3,7,9..12", "Beers by their ids; also id>=100"),
      ("in:trash", "Beers in the trash"),
      ("-style:stout, !sour", "Not this; also not sour, style!=Stout"),
      ("sour year:2019", "Both; also sour and year:2019"),
      ("sour or gose", "One of them"),
      ("(ipa or sour) abv<5", "A group; also not (ipa or sour)"),
      ("\"hop variety\":citra", "A custom field of any name, also with spaces"),
      ("\"or\", name:\"a (b)\"", "Quoted text is never an operator"),
    ]
  }

  private static var textFields: String { list(BeerFilter.TextField.all.map(\.rawValue)) }
  private static var numberFields: String { list(BeerFilter.NumberField.all.map(\.rawValue)) }

  private static func list(_ fields: [String]) -> String {
    fields.map { FilterKeyword.writtenName(of: $0, customFields: []) }.joined(separator: ", ")
  }

  /// The width to which meanings are wrapped, with which a line of a command's help fits on 80 columns.
  private static let maxMeaningWidth = 57

  /// The examples with their meanings wrapped; a line that continues a meaning has an empty filter.
  package static var lines: [(filter: String, meaning: String)] {
    examples.flatMap { example in
      wrapped(example.meaning).enumerated().map { index, line in
        (filter: index == 0 ? example.filter : "", meaning: line)
      }
    }
  }

  private static func wrapped(_ text: String) -> [String] {
    text.split(separator: " ").reduce(into: [String]()) { lines, word in
      if let last = lines.last, last.count + 1 + word.count <= maxMeaningWidth {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
  }

  /// The examples as a table, each line indented by two blanks.
  package static var table: String {
    let lines = Self.lines
    let column = (lines.map(\.filter.count).max() ?? 0) + 2
    return lines.map { filter, meaning in
      "  " + filter + String(repeating: " ", count: column - filter.count) + meaning
    }.joined(separator: "\n")
  }
}
