import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import Foundation
import Terminal

/// The list as text, a beer a line, in columns that line up.
struct PlainList {
  private static let separator = "  "

  private let dates = DateText(timeZone: .current)
  private let widths: Widths

  /// - Parameter width: The terminal's columns; `nil` where the text goes elsewhere, and nothing is cut.
  init(width: Int?) { widths = Widths(width) }

  func line(_ row: BeerListItem) -> String {
    let cells = [
      cell(String(row.id), widths.id, .trailing),
      cell(row.drunkAt.map(dates.short) ?? "", widths.date, .trailing),
      cell(BeerText.readable(row.name) ?? BeerText.missingName, widths.name),
      cell(row.brewery ?? "", widths.brewery),
      cell(row.style ?? "", widths.style),
      cell(BeerText.abv(row.abv), widths.abv, .trailing),
      cell(BeerText.rating(row.rating), widths.rating),
      widths.showsThumbnail ? thumbnail(row) : nil,
    ]
    return cells.compactMap { $0 }.joined(separator: Self.separator).trimmedEnd
  }

  /// `nil` where the terminal has no room for the column.
  private func cell(_ text: String, _ columns: Int, _ alignment: TextAlignment = .leading) -> String? {
    guard columns > 0 else { return nil }
    let safe = text.safeForTerminal
    // Where nothing is cut, a long text pushes the rest aside.
    return widths.cuts || safe.columns <= columns ? safe.fitted(to: columns, alignment: alignment) : safe
  }

  private func thumbnail(_ row: BeerListItem) -> String {
    guard let metadata = row.thumbnail else { return "" }
    return metadata.short + (row.photoCount > 1 ? " +\(row.photoCount - 1)" : "")
  }
}

extension PlainList {
  /// The columns of each part of a line; 0 for one that there is no room for.
  private struct Widths {
    let id = 6
    let date = 11
    let abv = 6
    let rating = 4
    var name = 32
    var brewery = 24
    var style = 18
    var showsThumbnail = true
    let cuts: Bool

    init(_ width: Int?) {
      cuts = width != nil
      guard let width else { return }
      let thumbnail = 28
      showsThumbnail = width >= 130
      let room = width - (id + date + abv + rating) - 12 - (showsThumbnail ? thumbnail : 0)
      style = room >= 36 ? room * 25 / 100 : 0
      brewery = room >= 20 ? room * 30 / 100 : 0
      name = max(6, room - style - brewery - (style > 0 ? 2 : 0))
    }
  }
}

/// One beer as text, every field on a line of its own.
struct PlainBeer {
  private let detail: BeerDetail
  private let dates = DateText(timeZone: .current)

  init(_ detail: BeerDetail) { self.detail = detail }

  func write(to console: Console) {
    let fields = detail.beer.fields
    console.line(BeerText.readable(fields.name) ?? BeerText.missingName)
    let brewery = BeerText.readable(fields.brewery).map { (name: "Brewery", value: $0) }
    let rating = fields.rating.map { (name: "Rating", value: BeerText.rating($0)) }
    let number = (name: "Number", value: String(detail.beer.id))
    write([number, brewery, rating].compactMap { $0 } + BeerText.facts(fields, dates: dates), to: console)
    if let notes = BeerText.readable(fields.notes) {
      console.line()
      for line in notes.safeLines { console.line("  " + line) }
    }
    if !detail.photos.isEmpty { console.line() }
    let text = PlainPhoto()
    for photo in detail.photos { console.line("  " + text.line(photo)) }
  }

  private func write(_ pairs: [(name: String, value: String)], to console: Console) {
    let column = pairs.map(\.name.columns).max() ?? 0
    for (name, value) in pairs {
      for (index, line) in value.safeLines.enumerated() {
        console.line("  " + (index == 0 ? name : "").fitted(to: column) + "  " + line)
      }
    }
  }
}

extension String {
  var trimmedEnd: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
