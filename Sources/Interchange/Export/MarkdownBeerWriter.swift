import DiaryModel
import DiaryStore
import Foundation

/// Beers as Markdown, for reading and printing.
struct MarkdownBeerWriter: BeerWriter {
  /// The path of the photos' folder, relative to the document or absolute; `nil` if photos are left out.
  let photoFolder: String?
  /// The time zone in which instants become local times.
  var timeZone = TimeZone.autoupdatingCurrent

  var beginning: [UInt8] { Array("# Beer diary\n".utf8) }

  func append(_ beer: ExportedBeer, files: [UUID: ExportedPhoto.File], to bytes: inout [UInt8]) -> Bool {
    let name = text(beer, "name").map { escaped(oneLine($0)) }
    var lines = ["", "## " + (name ?? "A beer without a name"), ""]
    let facts = values(beer, of: Self.facts)
    let circumstances = values(beer, of: Self.circumstances) + others(beer)
    for line in [facts, circumstances] where !line.isEmpty {
      lines.append(line.joined(separator: " · ") + "  ")
    }
    if beer.value("deleted_at") != nil { lines.append("In the trash.  ") }
    if let notes = text(beer, "notes") {
      lines.append("")
      lines += notes.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
        escaped(String($0)) + "  "
      }
    }
    lines += extras(beer) + photos(beer, files)
    bytes += (lines.joined(separator: "\n") + "\n").utf8
    return true
  }

  /// The custom fields, without ids and links.
  private func extras(_ beer: ExportedBeer) -> [String] {
    guard let json = text(beer, "extras") else { return [] }
    let extras = Extras(keeping: json).map { (name: $0.key, value: $0.value.display) }
      .filter { !ColumnKind.isReference(name: $0.name, values: [$0.value]) }
    if extras.isEmpty { return [] }
    return [""]
      + extras.sorted { $0.name < $1.name }.map { "- \(escaped($0.name)): \(escaped(oneLine($0.value)))" }
  }

  private func photos(_ beer: ExportedBeer, _ files: [UUID: ExportedPhoto.File]) -> [String] {
    guard let photoFolder else { return [] }
    let pictures = beer.photos.compactMap { photo in
      files[photo.uuid].map { file in
        "![\(escaped(oneLine(photo.caption ?? "")))](<\(destination("\(photoFolder)/\(file.name)"))>)"
      }
    }
    return pictures.isEmpty ? [] : [""] + pictures
  }

  /// The columns of the first line below the name.
  private static let facts = ["brewery", "style", "abv", "ibu", "rating"]
  /// The columns of the second line, which the columns that are not listed follow.
  private static let circumstances = ["drunk_at", "place", "serving", "price"]
  /// The units that are written in another way than on the screen.
  private static let units = ["abv": "%", "rating": "of \(Int(NumberRange.rating.entered.upperBound))"]

  private func values(_ beer: ExportedBeer, of columns: [String]) -> [String] {
    columns.compactMap(BeerColumn.named).compactMap { value(beer, $0) }
  }

  /// All other fields with their names.
  private func others(_ beer: ExportedBeer) -> [String] {
    let arranged = ["name", "notes"] + Self.facts + Self.circumstances
    return BeerColumn.onScreen.filter { !arranged.contains($0.name) }.compactMap { column in
      value(beer, column).map { "\(column.label): \($0)" }
    }
  }

  /// Returns a value with its unit, and a date as local time.
  private func value(_ beer: ExportedBeer, _ column: BeerColumn) -> String? {
    switch (beer.value(column.name), column.content) {
    case (.number(let number)?, _): self.number(number, Self.units[column.name] ?? column.range?.unit)
    case (.text(let text)?, .date): date(text)
    case (.text(let text)?, _): escaped(oneLine(text))
    case (nil, _): nil
    }
  }

  private func text(_ beer: ExportedBeer, _ column: String) -> String? {
    if case .text(let text)? = beer.value(column) { text } else { nil }
  }

  private func number(_ number: Double, _ unit: String?) -> String {
    var bytes: [UInt8] = []
    JSONNumber.append(number, to: &bytes)
    return String(decoding: bytes, as: UTF8.self) + (unit.map { " " + $0 } ?? "")
  }

  /// Returns `2019-06-01 18:04`; text that is not a date stays as it is.
  private func date(_ text: String) -> String {
    let local = DiaryDate(text)?.localTime(in: timeZone).text.replacing("T", with: " ")
    return escaped(oneLine(local ?? text))
  }

  private func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  private func escaped(_ text: String) -> String { MarkdownText(text).escaped }

  /// What Markdown or a URL would take for a mark in the path of a link in angle brackets; all are ASCII.
  private static let marks = Set("%#?:&\\<>".unicodeScalars)

  /// Returns the path of a link in angle brackets.
  private func destination(_ path: String) -> String {
    path.unicodeScalars.map { scalar in
      guard Self.marks.contains(scalar) || scalar.value < 0x20 || scalar.value == 0x7F else {
        return String(scalar)
      }
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return (digits.count < 2 ? "%0" : "%") + digits
    }.joined()
  }
}
