package import DiaryModel
import DiaryStore
import Foundation
package import Interchange
import Terminal

/// A year in review as a web page in one file.
///
/// It loads nothing and has no scripts. All text of the diary is escaped, and positions are not part of it.
package struct YearPage: Hashable, Sendable {
  /// The lowercase endings of file names by which a web page is recognized, the usual one first.
  package static let fileExtensions = ["html", "htm"]

  /// The most cells of a month's bar.
  private static let maxCells = 60
  /// The sides of a cell and the gap between two, in units of the picture.
  private static let cellWidth = 11
  private static let cellHeight = 16
  private static let gap = 2
  /// Where the bars begin, after the names of the months.
  private static let barStart = 40

  private let text: YearText
  private let filter: BeerFilter
  private let photos: [Int64: [UInt8]]

  /// Creates the page.
  ///
  /// - Parameters:
  ///   - filter: Which beers are counted.
  ///   - photos: JPEGs of the best beers by the ids of the beers; none by default.
  package init(_ text: YearText, of filter: BeerFilter, photos: [Int64: [UInt8]] = [:]) {
    self.text = text
    self.filter = filter
    self.photos = photos
  }

  /// Such as `2024 in beer`.
  package var title: String { "\(text.year) in beer" }

  /// The name of a file for the page, such as `beer-2024.html`.
  package var fileName: String { "beer-\(text.year).\(Self.fileExtensions[0])" }

  /// Returns the sentence that says what was written, and where.
  package func writtenSentence(file: String) -> String { "Wrote \(title) to \(file)." }

  /// Writes the page to an output and finishes the output.
  package func write(to output: some OutputSink) throws(ExportError) {
    try output.write(Array(html.utf8))
    try output.finish()
  }

  private var html: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>\(Self.escaped(title))</title>
    <style>
    \(Self.styles)
    </style>
    </head>
    <body>
    <main>
    <header>
    <h1>\(text.year)</h1>
    <p>\(Self.escaped(text.heading("A year in beer", of: filter)))</p>
    </header>
    \(figures)
    \(months)
    \(best)
    \(firsts)
    \(breakAndNote)
    <footer>Made with Beer Diary</footer>
    </main>
    </body>
    </html>

    """
  }

  private static let styles = """
    :root { color-scheme: light dark; --page: #fdf8ee; --card: #fffdf8; --ink: #2b1d0e; --dim: #6e5a46;
      --accent: #8a5a00; --line: #e6d8bd; --edge: #00000033 }
    @media (prefers-color-scheme: dark) { :root { --page: #17120c; --card: #211a12; --ink: #f3e5c8;
      --dim: #b49c80; --accent: #e8a838; --line: #3a3024; --edge: #ffffff40 } }
    * { box-sizing: border-box }
    body { margin: 0; background: var(--page); color: var(--ink); font: 17px/1.5 Georgia, "Times New Roman", serif }
    main { max-width: 54rem; margin: 0 auto; padding: 2rem 1.25rem 3rem }
    h1 { margin: 0; font-size: clamp(4.5rem, 20vw, 9rem); line-height: 1; letter-spacing: -.03em; color: var(--accent) }
    header p { margin: .25rem 0 2rem; color: var(--dim); font-style: italic }
    h2 { margin: 2.5rem 0 .75rem; font-size: 1.35rem; border-bottom: 1px solid var(--line); padding-bottom: .25rem }
    .figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(7.5rem, 1fr)); gap: .75rem; margin: 0 }
    .figures div, .beer { background: var(--card); border: 1px solid var(--line); border-radius: .6rem }
    .figures div { display: flex; flex-direction: column; padding: .7rem .9rem }
    .figures dd { order: -1; margin: 0; font-size: 1.9rem; line-height: 1.15 }
    .figures dt, .dim, footer { color: var(--dim); font-size: .9rem }
    .figures b { color: var(--accent); font-weight: normal }
    svg { display: block; width: 100%; height: auto }
    svg text { fill: var(--dim); font: 13px Georgia, serif }
    svg rect { stroke: var(--edge); stroke-width: .75 }
    .best { display: grid; grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr)); gap: .75rem; padding: 0; margin: 0;
      list-style: none }
    .beer { overflow: hidden; break-inside: avoid }
    .beer img, .glass { display: block; width: 100%; height: 9rem; object-fit: cover }
    .glass { height: .6rem }
    .beer div.words { padding: .6rem .9rem .8rem; overflow-wrap: anywhere }
    .stars { color: var(--accent); letter-spacing: .05em }
    blockquote { margin: .5rem 0 0; padding-left: 1rem; border-left: .25rem solid var(--accent); font-style: italic;
      overflow-wrap: anywhere }
    footer { margin-top: 3rem; text-align: center }
    @media print { :root { --page: #fff; --card: #fff; --ink: #000; --dim: #444; --accent: #6b4500; --line: #bbb;
      --edge: #00000066 } main { padding: 0; max-width: none } h2 { break-after: avoid }
      svg rect, .glass { print-color-adjust: exact; -webkit-print-color-adjust: exact } }
    """

  // MARK: - Parts

  private var figures: String {
    let items = text.figures.map { figure in
      let change = figure.change.map { " <b>\($0)</b>" } ?? ""
      return "<div><dt>\(figure.name)\(change)</dt><dd>\(figure.value)</dd></div>"
    }
    return "<dl class=\"figures\">\n\(items.joined(separator: "\n"))\n</dl>"
  }

  /// A bar for each month, of cells in the colors of the beers.
  private var months: String {
    let beersPerCell = text.beersPerCell(cells: Self.maxCells)
    let pitch = Self.cellWidth + Self.gap
    let rowHeight = Self.cellHeight + 6
    let cells = (text.maxMonthCount + beersPerCell - 1) / beersPerCell
    let width = Self.barStart + max(30, cells) * pitch + 60
    var rows: [String] = []
    for (index, month) in text.review.months.enumerated() {
      let y = index * rowHeight
      rows.append("<text x=\"0\" y=\"\(y + 13)\">\(text.monthName(index))</text>")
      let colors = text.cells(ofMonth: index, beersPerCell: beersPerCell)
      for (column, srm) in colors.enumerated() {
        rows.append(
          "<rect x=\"\(Self.barStart + column * pitch)\" y=\"\(y)\" width=\"\(Self.cellWidth)\" "
            + "height=\"\(Self.cellHeight)\" rx=\"2\" fill=\"\(Self.color(srm))\"/>")
      }
      let end = Self.barStart + colors.count * pitch + 6
      rows.append("<text x=\"\(end)\" y=\"\(y + 13)\">\(NumberText.count(month.colors.count))</text>")
    }
    let scale =
      beersPerCell == 1 ? "Each cell is a beer" : "Each cell is \(NumberText.count(beersPerCell)) beers"
    return """
      <section>
      <h2>Month by month</h2>
      <svg viewBox="0 0 \(width) \(12 * rowHeight)" role="img" aria-label="Beers of each month">
      \(rows.joined(separator: "\n"))
      </svg>
      <p class="dim">\(scale), in the usual color of its style.</p>
      </section>
      """
  }

  private var best: String {
    if text.review.best.isEmpty { return "" }
    let items = text.review.best.map { beer in
      """
      <li class="beer">
      \(picture(of: beer))
      <div class="words"><span class="stars" title="\(BeerText.rating(beer.rating))">\
      \(BeerText.stars(beer.rating, glyphs: .unicode))</span><br><strong>\(Self.name(of: beer))</strong>\
      \(Self.line(beer.brewery))\(Self.line(beer.style))\(Self.line(text.date(of: beer)))</div>
      </li>
      """
    }
    return """
      <section>
      <h2>Best</h2>
      <ol class="best">
      \(items.joined(separator: "\n"))
      </ol>
      </section>
      """
  }

  /// The photo, or a stripe in the color of the beer.
  private func picture(of beer: BeerListItem) -> String {
    guard let jpeg = photos[beer.id] else {
      let srm = beer.style.flatMap { StyleFamily.of(style: $0)?.middleSRM } ?? 0
      return "<div class=\"glass\" style=\"background: \(Self.color(UInt8(clamping: srm)))\"></div>"
    }
    let data = Data(jpeg).base64EncodedString()
    return "<img alt=\"\(Self.name(of: beer))\" src=\"data:image/jpeg;base64,\(data)\">"
  }

  private var firsts: String {
    if text.novelties.isEmpty { return "" }
    let lines = text.novelties.map { novelty in
      let names = novelty.names.map(Self.escaped).joined(separator: ", ")
      return "<p><strong>\(novelty.title)</strong>\(names.isEmpty ? "" : "<br>\(names)")</p>"
    }
    return "<section>\n<h2>New to you</h2>\n\(lines.joined(separator: "\n"))\n</section>"
  }

  private var breakAndNote: String {
    var parts: [String] = []
    if let length = text.breakLength, let days = text.breakDays {
      parts.append("<section>\n<h2>Longest break</h2>\n<p>\(length), \(days)</p>\n</section>")
    }
    if let note = text.review.longestNote, let sentence = text.noteSentence {
      parts.append(
        """
        <section>
        <h2>Longest note</h2>
        <p>\(Self.name(of: note.beer)) <span class="dim">\(Self.escaped(text.date(of: note.beer)))</span></p>
        <blockquote>\(Self.escaped(sentence))</blockquote>
        </section>
        """)
    }
    return parts.joined(separator: "\n")
  }

  // MARK: - Texts and colors

  private static func name(of beer: BeerListItem) -> String {
    escaped(BeerText.readable(beer.name) ?? BeerText.missingName)
  }

  private static func line(_ text: String?) -> String {
    BeerText.readable(text).map { "<br><span class=\"dim\">\(escaped($0))</span>" } ?? ""
  }

  /// The color of a beer; a neutral one if it is not known.
  private static func color(_ srm: UInt8) -> String {
    guard srm > 0 else { return "#9a9188" }
    let color = BeerColor(srm: Int(srm))
    return "#"
      + [color.red, color.green, color.blue].map { component in
        (component < 16 ? "0" : "") + String(component, radix: 16)
      }.joined()
  }

  /// Returns text without control characters, in which nothing is markup.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text.safeForTerminal {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.append(character)
      }
    }
    return escaped
  }
}
