/// The filter language by example, for the help on the screen and of the commands.
package enum FilterHelp {
  /// Examples and their meaning, each short enough for one line of a command's help; an empty example continues.
  package static let examples: [(filter: String, meaning: String)] = [
    ("stout", "Words in any text field, or their beginnings"),
    ("\"de molen\"", "These words in this order"),
    ("style:stout", "Words in one field: name, brewery, style, notes, place,"),
    ("", "serving, price, or a custom field"),
    ("style=Stout", "The whole text of a field"),
    ("rating>=4", "Numbers: rating, abv, ibu; with = < <= > >="),
    ("rating:3..4, abv:9..", "A range"),
    ("year:2019", "Also date>=2019-06, after:2019, before:2020-03-01,"),
    ("", "month:june, date:today, date>=yesterday"),
    ("date>=-30d", "30 days ago or later; also -2w, -6m, -1y"),
    ("times>=3, again:yes", "Beers you had three times or more; not the first time"),
    ("first:2024, last<-1y", "First had in 2024; last had more than a year ago"),
    ("has:photo, no:rating", "With or without a photo, a rating, or any field"),
    ("in:trash", "Beers in the trash"),
    ("-style:stout, !sour", "Not this; also not sour, style!=Stout"),
    ("sour year:2019", "Both; also sour and year:2019"),
    ("sour or gose", "One of them"),
    ("(ipa or sour) abv<5", "A group; also not (ipa or sour)"),
    ("\"hop variety\":citra", "A custom field of any name, also with spaces"),
    ("\"or\", name:\"a (b)\"", "Quoted text is never an operator"),
  ]

  /// The examples with their whole meaning, for pages without a limit to the length of lines.
  package static var joined: [(filter: String, meaning: String)] {
    examples.reduce(into: []) { joined, example in
      if example.filter.isEmpty, let last = joined.popLast() {
        joined.append((last.filter, last.meaning + " " + example.meaning))
      } else {
        joined.append(example)
      }
    }
  }

  /// The examples as a table, each line indented by two blanks.
  package static var table: String {
    let column = (examples.map(\.filter.count).max() ?? 0) + 2
    return examples.map { filter, meaning in
      "  " + filter + String(repeating: " ", count: column - filter.count) + meaning
    }.joined(separator: "\n")
  }
}
