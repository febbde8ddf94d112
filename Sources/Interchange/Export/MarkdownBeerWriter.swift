import DiaryModel
import DiaryStore
import Foundation

/// Beers as Markdown, for reading and printing.
struct MarkdownBeerWriter: BeerWriter {
  /// The path of the photos' folder in the document; `nil` if photos are left out.
  let photoFolder: String?
  /// The time zone in which instants become local times.
  var timeZone = TimeZone.autoupdatingCurrent

  var beginning: [UInt8] { Array("# Beer diary\n".utf8) }

  func append(_ beer: ExportedBeer, files: [UUID: String], to bytes: inout [UInt8]) {
    var lines = ["", "## " + (line(beer, "name") ?? "A beer without a name"), ""]
    let facts = [
      line(beer, "brewery"), line(beer, "style"), number(beer, "abv", "%"), number(beer, "ibu", "IBU"),
      number(beer, "rating", "of \(Int(NumberRange.rating.entered.upperBound))"),
    ].compactMap { $0 }
    if !facts.isEmpty { lines.append(facts.joined(separator: " · ") + "  ") }
    let circumstances = [date(beer), line(beer, "place"), line(beer, "serving"), line(beer, "price")]
    let known = circumstances.compactMap { $0 } + others(beer)
    if !known.isEmpty { lines.append(known.joined(separator: " · ") + "  ") }
    if beer.value("deleted_at") != nil { lines.append("In the trash.  ") }
    if let notes = text(beer, "notes") {
      lines.append("")
      lines += notes.split(separator: "\n", omittingEmptySubsequences: false).map {
        escaped(String($0)) + "  "
      }
    }
    lines += extras(beer) + photos(beer, files)
    bytes += (lines.joined(separator: "\n") + "\n").utf8
  }

  private func extras(_ beer: ExportedBeer) -> [String] {
    guard let json = text(beer, "extras") else { return [] }
    let extras = Extras(keeping: json)
    if extras.isEmpty { return [] }
    return [""]
      + extras.sorted { $0.key < $1.key }.map {
        "- \(escaped($0.key)): \(escaped(oneLine($0.value.display)))"
      }
  }

  private func photos(_ beer: ExportedBeer, _ files: [UUID: String]) -> [String] {
    guard let photoFolder else { return [] }
    let pictures = beer.photos.compactMap { photo in
      files[photo.uuid].map { name in
        "![\(escaped(oneLine(photo.caption ?? "")))](<\(photoFolder)/\(name)>)"
      }
    }
    return pictures.isEmpty ? [] : [""] + pictures
  }

  /// The columns that are part of the lines above.
  private static let arranged: Set = [
    "name", "brewery", "style", "abv", "ibu", "rating", "drunk_at", "place", "serving", "price", "notes",
  ]

  /// All other fields with their names.
  private func others(_ beer: ExportedBeer) -> [String] {
    BeerColumn.onScreen.filter { !Self.arranged.contains($0.name) }.compactMap { column in
      let value = number(beer, column.name, column.range?.unit ?? "") ?? line(beer, column.name)
      return value.map { "\(column.label): \($0)" }
    }
  }

  private func text(_ beer: ExportedBeer, _ column: String) -> String? {
    if case .text(let text)? = beer.value(column) { text } else { nil }
  }

  private func line(_ beer: ExportedBeer, _ column: String) -> String? {
    text(beer, column).map { escaped(oneLine($0)) }
  }

  private func number(_ beer: ExportedBeer, _ column: String, _ unit: String) -> String? {
    guard case .number(let number)? = beer.value(column) else { return nil }
    var bytes: [UInt8] = []
    NumberBytes.append(number, to: &bytes)
    return String(decoding: bytes, as: UTF8.self) + " " + unit
  }

  /// Returns `2019-06-01 18:04`; text that is not a date stays as it is.
  private func date(_ beer: ExportedBeer) -> String? {
    guard let text = text(beer, "drunk_at") else { return nil }
    let local = DiaryDate(text)?.localTime(in: timeZone).text.replacing("T", with: " ")
    return escaped(oneLine(local ?? text))
  }

  private func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// Returns the text with Markdown's special characters escaped and without control characters.
  private func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars where scalar.properties.generalCategory != .control || scalar == "\t" {
      if "\\`*_{}[]<>#+-!|&~".unicodeScalars.contains(scalar) { result.unicodeScalars.append("\\") }
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}
