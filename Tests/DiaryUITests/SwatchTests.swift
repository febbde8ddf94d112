import DiaryModel
import Settings
import Terminal
import Testing

@testable import DiaryUI

/// The colors of beers on the screen.
@Suite struct SwatchTests {
  private static func theme(_ background: Theme.BackgroundColor, _ depth: Theme.ColorDepth) -> Theme {
    var theme = Theme(on: background)
    theme.depth = depth
    return theme
  }

  @Test(arguments: Theme.BackgroundColor.allCases, Theme.ColorDepth.allCases)
  func everyFamilyCanBeToldFromTheBackground(
    _ background: Theme.BackgroundColor, _ depth: Theme.ColorDepth
  ) throws {
    let theme = Self.theme(background, depth)
    for family in StyleFamily.all {
      let swatch = try #require(theme.swatch(of: family)).foreground
      for color in Contrast.backgrounds(background, depth) {
        #expect(try Contrast.between(swatch, color) >= 3, "\(family.name): \(swatch) on \(color)")
      }
      // With named colors, that line is in reverse video without colors.
      if depth == .named { continue }
      let selected = try #require(theme.swatch(of: family, isSelected: true)).foreground
      #expect(try Contrast.between(selected, theme.color(.selection)) >= 3, "\(family.name): \(selected)")
    }
  }

  @Test(arguments: Theme.BackgroundColor.allCases, Theme.ColorDepth.allCases)
  func swatchesGoFromStrawToBlack(_ background: Theme.BackgroundColor, _ depth: Theme.ColorDepth) throws {
    let theme = Self.theme(background, depth)
    for isSelected in depth == .named ? [false] : [false, true] {
      let colors = try (1...40).map { srm in
        try #require(theme.swatch(srm: srm, isSelected: isSelected)).foreground
      }
      let luminances = try colors.map { try #require($0.luminance) }
      for (paler, darker) in zip(luminances, luminances.dropFirst()) {
        // Neighbors of mixed colors differ by less than what rounding does.
        #expect(darker <= paler + 0.002, "\(isSelected ? "selected" : "")")
      }
      // A pilsner, an amber ale and a stout; with more colors, a pale ale and a brown ale as well.
      let examples = depth == .named ? [4, 13, 32] : [4, 7, 13, 20, 35]
      let shown = examples.map { colors[$0 - 1] }
      #expect(Set(shown).count == examples.count)
      for (paler, darker) in zip(examples, examples.dropFirst()) {
        #expect(luminances[darker - 1] < luminances[paler - 1])
      }
    }
  }

  @Test(arguments: 30...40, [false, true])
  func theDarkestBeersAreBrownishGrayOnADarkBackground(_ srm: Int, _ isSelected: Bool) throws {
    let color = try #require(
      Self.theme(.dark, .mixed).swatch(srm: srm, isSelected: isSelected)?.foreground.components)
    #expect(color.red > color.green && color.green > color.blue)
    #expect(color.red - color.blue <= color.red * 2 / 7)
  }

  @Test(arguments: Theme.BackgroundColor.allCases, Theme.ColorDepth.allCases)
  func aGlassHasTheColorOfTheSquare(_ background: Theme.BackgroundColor, _ depth: Theme.ColorDepth) throws {
    let appearance = Appearance(theme: Self.theme(background, depth))
    for style in ["Pilsner", "Amber Ale", "Imperial Stout"] {
      let square = appearance.swatch(ofStyle: style)
      let glass = BeerGlass(style: style, appearance: appearance).large(columns: 40, rows: 16)
      #expect(glass.flatMap(\.spans).contains { $0.text.hasPrefix(square.text) && $0.style == square.style })
    }
  }

  @Test(arguments: [
    .indexed(236), .indexed(3), .indexed(130), .indexed(230), Color(0x000000), Color(0x7A5230),
    Color(0x8B7D6B),
    Color(0xC68E17), Color(0xFFFFFF),
  ])
  func everySwatchIsVisibleOnABackgroundOfTheUsersOwn(_ selection: Color) throws {
    for depth in [Theme.ColorDepth.palette, .mixed] {
      var theme = Self.theme(.dark, depth)
      theme.ownTones[.selection] = selection
      for family in StyleFamily.all {
        let swatch = try #require(theme.swatch(of: family, isSelected: true)).foreground
        #expect(try Contrast.between(swatch, selection) >= BeerSwatch.minContrast, "\(family.name)")
        if case .rgb = swatch { #expect(depth == .mixed) }
      }
    }
  }

  @Test(arguments: [UInt8(235), 236, 237, 238, 239])
  func noSwatchIsPinkOnAGrayOfTheUsersOwn(_ selection: UInt8) throws {
    var theme = Self.theme(.dark, .palette)
    theme.ownTones[.selection] = .indexed(selection)
    for family in StyleFamily.all {
      let color = try #require(theme.swatch(of: family, isSelected: true)?.foreground.components)
      #expect(color.red == color.blue || color.green - color.blue >= 20, "\(family.name)")
    }
  }

  @Test func aBackgroundThatEightColorsDoNotHaveIsNotUsed() {
    var theme = Self.theme(.dark, .named)
    theme.ownTones[.selection] = .indexed(237)
    #expect(theme.selected(.plain) == Self.theme(.dark, .named).selected(.plain))
    theme.ownTones[.selection] = .indexed(4)
    #expect(theme.selected(.plain).background == .indexed(4))
  }

  @Test(arguments: Theme.BackgroundColor.allCases, [Theme.ColorDepth.palette, .mixed])
  func theLineUnderTheCursorDoesNotChangeItsSwatch(
    _ background: Theme.BackgroundColor, _ depth: Theme.ColorDepth
  ) {
    let theme = Self.theme(background, depth)
    for family in StyleFamily.all {
      let swatch = Appearance(theme: theme).swatch(of: family, isSelected: true).style
      #expect(swatch.foreground == theme.swatch(of: family, isSelected: true)?.foreground)
      #expect(swatch.background == theme.color(.selection))
    }
  }

  @Test func aBeerHasTheColorOfItsFamily() throws {
    var interface = HeadlessInterface(diary: FakeDiary([Self.beer(1, "Stout"), Self.beer(2, "Pilsner")]))
    #expect(try Self.swatch(in: interface, ofName: "Beer 2") == Self.color(of: "Pilsner"))
    interface.type("j")
    #expect(try Self.swatch(in: interface, ofName: "Beer 1") == Self.color(of: "Stout"))

    interface.type("kv")
    #expect(try Self.swatch(in: interface, ofName: "Pilsner") == Self.color(of: "Pilsner"))
  }

  @Test func namesStayAlignedIfAStyleHasNoFamily() throws {
    let interface = HeadlessInterface(diary: FakeDiary([Self.beer(1, "Stout"), Self.beer(2, "Grand Cru")]))
    let before = interface.lines.compactMap { line in
      line.firstRange(of: /Beer \d/).map { line[..<$0.lowerBound] }
    }
    #expect(before.count == 2 && Set(before.map(\.count)).count == 1)
    #expect(before.count { $0.hasSuffix("■ ") } == 1)
  }

  @Test func thereAreNoSwatchesWithoutColors() {
    let interface = HeadlessInterface(
      diary: FakeDiary([Self.beer(1, "Stout")]), appearance: Appearance(theme: Theme(usesColor: false)))
    #expect(interface.screen.contains("Beer 1") && !interface.screen.contains("■"))
  }

  @Test func aBlankHasTheColorInASCII() throws {
    let interface = HeadlessInterface(
      diary: FakeDiary([Self.beer(1, "Pilsner"), Self.beer(2, "Stout")]),
      appearance: Appearance(glyphs: .ascii))
    let cell = try #require(Self.cell(in: interface, beforeName: "Beer 2"))
    #expect(cell.character == " ")
    #expect(cell.style.background == Self.color(of: "Stout"))
  }

  @Test(arguments: [
    ("Pilsner", Style(foreground: .indexed(11), attributes: .bold)),
    ("Amber Ale", Style(foreground: .indexed(3))),
    ("Stout", Style(foreground: .indexed(1))),
  ])
  func withFewColorsABeerHasTheNearestColor(_ style: String, _ expected: Style) throws {
    let family = try #require(StyleFamily.of(style: style))
    #expect(Self.theme(.dark, .named).swatch(of: family) == expected)
  }

  @Test func barsOfStylesHaveTheColorsOfTheirBeers() throws {
    var interface = HeadlessInterface(
      Size(width: 140, height: 80), diary: FakeDiary(SampleBeers.all))
    interface.type("S")
    let canvas = interface.state.draw()
    let stout = Self.color(of: "Imperial Stout")
    #expect(stout != nil && canvas.cells.contains { $0.character == "█" && $0.style.foreground == stout })
  }

  // MARK: - Support

  private static func beer(_ id: Int64, _ style: String) -> BeerDetail {
    SampleBeers.beer(id, name: "Beer \(id)", style: style)
  }

  private static func color(of style: String) -> Color? {
    StyleFamily.of(style: style).map { BeerSwatch.color(srm: $0.middleSRM, on: .dark, .palette) }
  }

  /// Returns the color of the swatch before a name or a style.
  private static func swatch(in interface: HeadlessInterface, ofName name: String) throws -> Color? {
    let cell = try #require(Self.cell(in: interface, beforeName: name))
    #expect(cell.character == "■")
    return cell.style.foreground
  }

  private static func cell(in interface: HeadlessInterface, beforeName name: String) -> Cell? {
    let canvas = interface.state.draw()
    for (row, line) in interface.lines.enumerated() {
      guard let found = line.firstRange(of: name) else { continue }
      let column = line.distance(from: line.startIndex, to: found.lowerBound) - 2
      return canvas[Point(column: column, row: row)]
    }
    return nil
  }
}
