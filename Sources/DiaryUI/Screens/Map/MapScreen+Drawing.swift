import DiaryStore
import DiaryText
import Terminal
import WorldMap

extension MapScreen {
  func draw(in context: ScreenContext, into canvas: inout Canvas) {
    let theme = context.theme
    let groups = visibleGroups(context)
    let position =
      groups.isEmpty
      ? "" : "\(NumberText.count(scroll.cursor + 1)) of \(NumberText.count(groups.count))"
    ScreenFrame(
      title: title(context), status: StyledLine(status(nextTo: position, context), theme.secondary),
      position: position
    ).draw(context, into: &canvas)
    guard let positions, !positions.groups.isEmpty else { return drawMessage(context, into: &canvas) }
    let layout = MapLayout(context)
    if !context.appearance.usesWords {
      drawLines(layout, context, into: &canvas)
      drawDots(groups, layout, context, into: &canvas)
    }
    drawList(groups, layout, context, into: &canvas)
    // Screen readers read the line of the cursor: in the list, it would begin with a part of the map.
    if !groups.isEmpty { canvas.cursor = Point(column: 0, row: context.layout.statusRow) }
  }

  /// The title: how many of which beers are on a map, and if there is room, how many are not.
  private func title(_ context: ScreenContext) -> StyledLine {
    let theme = context.theme
    let missing = positions?.unpositionedCount ?? 0
    let isEmpty = positions?.beerCount == 0 && missing > 0
    let count = positions.map { "   " + NumberText.count(isEmpty ? missing : $0.beerCount, "beer") } ?? ""
    let narrowing = query.narrowing(context, namesTrash: true)
    let details =
      isEmpty
      ? ", none with a position"
      : missing > 0 ? ", \(NumberText.count(missing)) more without a position" : ""
    let titles = [details, ""].map { details -> StyledLine in
      [
        .init("Map", theme.title), .init(count + details, theme.secondary), .init(narrowing, theme.accent),
      ]
    }
    return titles.first { $0.columns <= context.layout.contentWidth } ?? titles[1]
  }

  /// What is under the cursor: `De Klomp: 12 beers   52.0901, 5.1200`, without the position if it has no room.
  private func status(nextTo position: String, _ context: ScreenContext) -> String {
    guard let group = selectedGroup(context) else { return "" }
    let latitude = NumberText.fixed(group.latitude, decimals: 4)
    let longitude = NumberText.fixed(group.longitude, decimals: 4)
    let count = ": \(NumberText.count(group.beerCount, "beer"))"
    let status = context.statusLabel(group.label, before: count, nextTo: position) + count
    // On every line, a screen reader would read the position as well.
    if context.appearance.usesWords { return status }
    let coordinates = "   \(latitude), \(longitude)"
    let room = context.layout.contentWidth - position.columns - 2
    return status.columns + coordinates.columns <= room ? status + coordinates : status
  }

  /// Draws the coasts and borders: in Braille, or in ASCII with one dot for each character.
  private func drawLines(_ layout: MapLayout, _ context: ScreenContext, into canvas: inout Canvas) {
    let isPlain = context.glyphs.isASCII
    let dots = MapDots(
      .shipped, view, columns: layout.mapSize.width, rows: layout.mapSize.height, dotsAcross: isPlain ? 1 : 2,
      dotsDown: isPlain ? 1 : 4)
    for row in 0..<layout.mapSize.height {
      let text = (0..<layout.mapSize.width).map { column in
        let bits = dots.bits(column: column, row: row)
        return bits == 0 ? " " : isPlain ? "." : Self.braille(bits)
      }.joined()
      canvas.put(
        text, at: Point(column: layout.mapOrigin.column, row: layout.mapOrigin.row + row),
        style: context.theme.secondary, maxWidth: layout.mapSize.width)
    }
  }

  /// Returns the Braille pattern for dots row by row, from the lowest bit.
  private static func braille(_ bits: UInt8) -> String {
    // Unicode counts the upper six dots column by column.
    let order: [UInt32] = [0, 3, 1, 4, 2, 5, 6, 7]
    let pattern = order.enumerated().reduce(0x2800 as UInt32) { pattern, entry in
      bits & (1 << UInt8(entry.offset)) == 0 ? pattern : pattern | 1 << entry.element
    }
    return Unicode.Scalar(pattern).map { String(Character($0)) } ?? " "
  }

  /// Draws the venues, the larger the more beers are at the same character.
  private func drawDots(
    _ groups: [DiaryPositions.Group], _ layout: MapLayout, _ context: ScreenContext, into canvas: inout Canvas
  ) {
    var counts: [Point: Int] = [:]
    for group in groups {
      if let point = point(of: group, layout) { counts[point, default: 0] += group.beerCount }
    }
    let scale = CountScale(maxCount: counts.values.max() ?? 0, context.glyphs.squares)
    let selected = selectedGroup(context).flatMap { point(of: $0, layout) }
    for (point, count) in counts {
      canvas.put(String(scale.glyph(count)), at: point, style: context.theme.accent)
    }
    if let selected, let count = counts[selected] {
      // The bar covers a part of the map, but not another dot.
      let left = Point(column: selected.column - 1, row: selected.row)
      let hasRoom = counts[left] == nil
      if hasRoom {
        RowCursor.draw(row: left.row, column: left.column, width: 1, context.appearance, into: &canvas)
      }
      let style = hasRoom ? context.theme.selected(context.theme.accent) : context.theme.reversed(.plain)
      canvas.put(String(scale.glyph(count)), at: selected, style: style)
    }
  }

  private func point(of group: DiaryPositions.Group, _ layout: MapLayout) -> Point? {
    view.cell(of: group.position, columns: layout.mapSize.width, rows: layout.mapSize.height).map {
      Point(column: layout.mapOrigin.column + $0.column, row: layout.mapOrigin.row + $0.row)
    }
  }

  /// Draws the venues on the map with their numbers of beers.
  private func drawList(
    _ groups: [DiaryPositions.Group], _ layout: MapLayout, _ context: ScreenContext, into canvas: inout Canvas
  ) {
    let theme = context.theme
    let origin = layout.listOrigin
    let width = layout.listSize.width
    let rows = origin.row..<origin.row + layout.listSize.height
    if groups.isEmpty, let row = rows.first {
      canvas.put(
        "No venues here.", at: Point(column: origin.column + 1, row: row), style: theme.secondary,
        maxWidth: width)
    }
    for (row, index) in zip(rows, scroll.top..<max(scroll.top, groups.count)) {
      let isSelected = index == scroll.cursor
      if isSelected {
        RowCursor.draw(row: row, column: origin.column, width: width, context.appearance, into: &canvas)
      }
      let count = NumberText.count(groups[index].beerCount)
      let label = groups[index].label.fitted(
        to: max(1, width - count.columns - 1), ellipsis: String(context.glyphs.ellipsis))
      let line: StyledLine = [.init(label + " ", theme.plain), .init(count, theme.secondary)]
      canvas.put(
        isSelected ? theme.selected(line) : line, at: Point(column: origin.column + 1, row: row),
        maxWidth: width)
    }
  }

  private func drawMessage(_ context: ScreenContext, into canvas: inout Canvas) {
    let theme = context.theme
    let lines: [StyledLine] =
      if let failure {
        [StyledLine("The positions cannot be read: " + ErrorText.reason(failure) + ".", theme.problem)]
      } else if let positions {
        positions.unpositionedCount == 0
          ? [StyledLine(query.hasAllBeers ? "No beers yet." : "No beers match.", theme.secondary)]
          : [
            StyledLine("None of these beers has a position.", theme.name),
            StyledLine(
              "Enter one in the form of a beer, or import check-ins that have positions.", theme.secondary),
          ]
      } else {
        [StyledLine("\(Spinner.text(context)) Reading the positions", theme.secondary)]
      }
    BodyMessage(lines: lines).draw(context, into: &canvas)
  }
}
