import DiaryStore
import Interchange
import Terminal

/// How a file was understood: its columns, its first beers, and what cannot be read.
struct ImportPage {
  private static let beersShown = 5
  private static let widestName = 24
  private static let fieldColumns = 10

  let preview: ImportPreview
  let appearance: Appearance
  let width: Int

  var lines: [StyledLine] {
    let rest = [.blank] + beers + Self.rejections(preview.counts, appearance.theme)
    return heading + columns + rest.flatMap { $0.wrapped(to: width) }
  }

  /// The line of the first column, from 0.
  var firstColumn: Int { heading.count + 1 }

  private var heading: [StyledLine] {
    let theme = appearance.theme
    let expected =
      preview.hasName ? ImportText.expected(preview.counts) : "No column is the beer's name yet."
    let readings = preview.readings.map { StyledLine($0, theme.secondary) }
    return
      ([StyledLine(preview.format, theme.secondary)] + readings
      + [StyledLine(expected, theme.name), .blank])
      .flatMap { $0.wrapped(to: width) }
  }

  /// Why rows were left out.
  static func rejections(_ counts: ImportNumbers, _ theme: Theme) -> [StyledLine] {
    guard !counts.rejections.isEmpty else { return [] }
    let more = counts.rejected - counts.rejections.count
    return [.blank, StyledLine("Left out", theme.title)]
      + counts.rejections.map { StyledLine($0, theme.problem) }
      + (more > 0
        ? [StyledLine("and \(NumberText.count(more, "more row")) like these", theme.secondary)] : [])
  }

  private var columns: [StyledLine] {
    let theme = appearance.theme
    let names = (preview.columns.map(\.name.columns) + ["Column".columns]).max() ?? 0
    let nameColumns = min(names, Self.widestName, max(8, width / 3))
    let ellipsis = String(appearance.glyphs.ellipsis)
    func line(_ name: String, _ becomes: String, _ sample: String, _ styles: [Style]) -> StyledLine {
      let used = nameColumns + Self.fieldColumns + 4
      return [
        .init(name.fitted(to: nameColumns, ellipsis: ellipsis) + "  ", styles[0]),
        .init(becomes.fitted(to: Self.fieldColumns) + "  ", styles[1]),
        .init(sample.truncated(to: max(0, width - used), ellipsis: ellipsis), styles[2]),
      ]
    }
    let heading = line("Column", "becomes", "for example", [theme.title, theme.title, theme.title])
    return [heading]
      + preview.columns.map { column in
        line(
          column.name, column.role.name, column.sample,
          [theme.plain, column.role == .extra ? theme.secondary : theme.accent, theme.secondary])
      }
  }

  private var beers: [StyledLine] {
    let theme = appearance.theme
    guard !preview.beers.isEmpty else { return [] }
    let separator = " \(appearance.glyphs.separator) "
    return [StyledLine("The first beers", theme.title)]
      + preview.beers.prefix(Self.beersShown).map { fields in
        let name = BeerText.readable(fields.name) ?? BeerText.missingName
        let rest = [
          fields.brewery, fields.style, BeerText.abv(fields.abv),
          BeerText.stars(fields.rating, glyphs: appearance.glyphs),
          fields.drunkAt.map(appearance.dates.short),
        ].compactMap { BeerText.readable($0) }
        return [
          .init(name, theme.name), .init(rest.map { separator + $0 }.joined(), theme.secondary),
        ]
      }
  }
}
