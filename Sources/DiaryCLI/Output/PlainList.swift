import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import Foundation
import Terminal

/// The list as text, one beer per line, in aligned columns.
struct PlainList {
  /// As many as `99 photos` has.
  private static let photoColumns = 9

  private let dates: DateText
  private let table: TextTable
  private let showsPhotos: Bool
  private let showsTimes: Bool

  /// Chooses the widths of the columns so that a line fits.
  ///
  /// - Parameters:
  ///   - width: In terminal columns; `nil` without a terminal, so that nothing is cut.
  ///   - showsTimes: Whether each line says how often the label was had.
  init(width: Int?, showsTimes: Bool = false, dates: DateText) {
    self.showsTimes = showsTimes
    self.dates = dates
    let times = showsTimes ? 5 : 0
    let id = 6
    let date = 11
    let abv = 6
    let rating = 4
    var name = 32
    var brewery = 24
    var style = 18
    showsPhotos = width.map { $0 >= 130 } ?? true
    if let width {
      let room =
        width - (id + date + abv + rating) - 12 - (showsTimes ? times + 2 : 0)
        - (showsPhotos ? Self.photoColumns : 0)
      style = room >= 36 ? room * 25 / 100 : 0
      brewery = room >= 20 ? room * 30 / 100 : 0
      name = max(6, room - style - brewery - (style > 0 ? 2 : 0))
    }
    let columns: [(Int, TextAlignment)] = [
      (id, .trailing), (date, .trailing), (times, .trailing), (name, .leading), (brewery, .leading),
      (style, .leading),
      (abv, .trailing), (rating, .leading),
    ]
    table = TextTable(
      columns: columns.map { TextTable.Column(width: $0, alignment: $1, cuts: width != nil) })
  }

  /// Returns the line of a beer, or of a label with its last date and mean rating.
  func line(_ item: BeerListItem) -> String {
    let date = item.history.map(\.last) ?? item.drunkAt
    let rating = item.history.map(\.meanRating) ?? item.rating
    let times = showsTimes ? "×\(item.history?.times ?? item.times ?? 1)" : ""
    return table.line([
      String(item.id), date.map(dates.short) ?? "", times,
      BeerText.readable(item.name) ?? BeerText.missingName,
      item.brewery ?? "", item.style ?? "", BeerText.abv(item.abv), BeerText.rating(rating),
      showsPhotos && item.photoCount > 0 ? NumberText.count(item.photoCount, "photo") : "",
    ])
  }
}

/// One beer as text, one field per line.
struct PlainBeer {
  private let detail: BeerDetail
  /// Which time of its label the beer was; `nil` if it was the only one.
  private let label: String?
  private let dates: DateText

  init(_ detail: BeerDetail, label: String? = nil, dates: DateText) {
    self.detail = detail
    self.label = label
    self.dates = dates
  }

  func write(to console: Console) {
    let fields = detail.beer.fields
    console.line(BeerText.readable(fields.name) ?? BeerText.missingName)
    if let deletedAt = detail.beer.deletedAt {
      console.line("  In the trash since \(dates.shortWithTime(deletedAt)).")
    }
    let brewery = BeerText.readable(fields.brewery).map { (name: "Brewery", value: $0) }
    let rating = fields.rating.map { (name: "Rating", value: BeerText.rating($0)) }
    let id = (name: "ID", value: String(detail.beer.id))
    let label = label.map { (name: "Label", value: $0) }
    // Quotation marks as in a filter.
    let facts = BeerText.facts(fields, dates: dates) { CustomFieldName.shown($0, quoted: FilterText.quoted) }
    write([id, brewery, rating, label].compactMap { $0 } + facts, to: console)
    if let notes = BeerText.readable(fields.notes) {
      console.line()
      for line in notes.safeLines { console.line("  " + line) }
    }
    if !detail.photos.isEmpty { console.line() }
    let text = PlainPhoto(dates: dates)
    for photo in detail.photos { console.line("  " + text.line(photo)) }
  }

  private func write(_ pairs: [(name: String, value: String)], to console: Console) {
    let rows = pairs.flatMap { name, value in
      value.safeLines.enumerated().map { [$0 == 0 ? name : "", $1] }
    }
    for line in TextTable.lines(rows) { console.line("  " + line) }
  }
}

extension String {
  /// The text without spaces at its end.
  var trimmedEnd: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
