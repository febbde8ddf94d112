import DiaryStore
import DiaryUI
import Foundation
import Terminal

/// The list as text, a beer a line, in columns that line up.
struct PlainList {
  private static let separator = "  "

  private let dates = DateText(timeZone: .current)
  /// The terminal's columns; `nil` where the text goes elsewhere, and nothing is cut.
  private let width: Int?

  init(width: Int?) { self.width = width }

  func line(_ row: BeerRow) -> String {
    let name = BeerText.readable(row.name) ?? BeerText.missingName
    let columns: [(text: String, width: Int, alignment: TextAlignment)] = [
      (String(row.id), 6, .trailing),
      (row.drunkAt.map(dates.short) ?? "", 11, .trailing),
      (name, 32, .leading),
      (row.brewery ?? "", 24, .leading),
      (row.style ?? "", 18, .leading),
      (BeerText.abv(row.abv), 6, .trailing),
      (BeerText.rating(row.rating), 4, .leading),
      (thumbnail(row), 0, .leading),
    ]
    let cells = columns.map { cell($0.text, $0.width, $0.alignment) }
    let line = cells.joined(separator: Self.separator).trimmedEnd
    return width.map { line.truncated(to: $0) } ?? line
  }

  /// A terminal's columns line up by cutting; elsewhere a long text pushes the rest aside instead.
  private func cell(_ text: String, _ columns: Int, _ alignment: TextAlignment) -> String {
    let safe = text.safeForTerminal
    guard columns > 0, width != nil || safe.columns <= columns else { return safe }
    return safe.fitted(to: columns, alignment: alignment)
  }

  private func thumbnail(_ row: BeerRow) -> String {
    guard let facts = row.thumbnail else { return "" }
    return facts.short + (row.photoCount > 1 ? " +\(row.photoCount - 1)" : "")
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
    let pairs = [brewery, rating].compactMap { $0 } + BeerText.facts(fields, dates: dates)
    let column = min(16, pairs.map(\.name.columns).max() ?? 0)
    for (name, value) in pairs {
      for (index, line) in value.safeLines.enumerated() {
        console.line("  " + (index == 0 ? name : "").fitted(to: column) + "  " + line)
      }
    }
    for line in (fields.notes ?? "").safeLines where fields.notes != nil { console.line("  " + line) }
    for photo in detail.photos {
      console.line(
        ["  photo \(photo.order + 1)", photo.facts.long, photo.caption].compactMap { $0 }.joined(
          separator: "  "))
    }
  }
}

extension String {
  fileprivate var trimmedEnd: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
