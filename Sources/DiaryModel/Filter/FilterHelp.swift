/// The filter language by example, for the help on the screen and of the commands.
package enum FilterHelp {
  /// Examples and their meaning, each short enough for one line of a command's help; an empty example continues.
  package static let examples: [(filter: String, meaning: String)] = [
    ("stout", "Words of any text; beginnings do, in any case"),
    ("\"de molen\"", "These words together"),
    ("style:stout", "Words of one field: name, brewery, style, notes, place,"),
    ("", "serving, price, or a field of your own"),
    ("style=Stout", "The whole of one field"),
    ("rating>=4", "Numbers: rating, abv, ibu; with = < <= > >="),
    ("rating:3..4, abv:9..", "A range"),
    ("year:2019", "Also date>=2019-06, after:2019, before:2020-03-01,"),
    ("", "month:june, date:today, date>=yesterday"),
    ("date>=-30d", "Days (d), weeks (w), months (m) or years (y) ago"),
    ("has:photo, no:rating", "What a beer has or lacks; any field"),
    ("in:trash", "What is in the trash"),
    ("-style:stout, !sour", "Not this; also not sour, style!=Stout"),
    ("sour year:2019", "Both; also sour and year:2019"),
    ("sour or gose", "One of them"),
    ("(ipa or sour) abv<5", "A group; also not (ipa or sour)"),
    ("\"hop variety\":citra", "A field whose name has blanks, or is one of the above"),
    ("\"or\", name:\"a (b)\"", "Quoted text is only text"),
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
