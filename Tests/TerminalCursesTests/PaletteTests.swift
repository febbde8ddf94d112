import Terminal
import Testing

@testable import TerminalCurses

@Suite struct PaletteTests {
  private let full: Style.Attributes = [.bold, .dim, .reverse, .underline]

  @Test(arguments: [0, 1, 7, 8, 15, 16, 100, 214, 255] as [UInt8])
  func everyColorIsUsedAsItIsIfAllAreAvailable(index: UInt8) {
    #expect(palette(256).index(of: .indexed(index), as: .foreground) == Int32(index))
  }

  @Test(
    arguments: [
      (3, 3), (11, 11), (214, 3), (220, 11), (196, 9), (21, 4), (46, 10), (231, 15), (244, 8), (232, 8),
      (0, 0),
    ] as [(UInt8, Int32)])
  func theNearestOfSixteenColorsIsUsed(index: UInt8, expected: Int32) {
    #expect(palette(16).index(of: .indexed(index), as: .foreground) == expected)
  }

  @Test(
    arguments: [
      (3, 3), (11, 3), (9, 1), (214, 3), (196, 1), (8, 7), (236, 7), (244, 7), (255, 7), (0, 0),
    ] as [(UInt8, Int32)])
  func brightColorsAreDarkOnesIfThereAreEight(index: UInt8, expected: Int32) {
    #expect(palette(8).index(of: .indexed(index), as: .foreground) == expected)
  }

  @Test(arguments: [8, 16])
  func noGrayTextBecomesBlack(colors: Int) {
    for grey in UInt8(232)...255 {
      #expect(palette(colors).index(of: .indexed(grey), as: .foreground) != 0)
    }
    #expect(palette(colors).index(of: .indexed(232), as: .background) == 0)
  }

  @Test(arguments: [8, 16, 256])
  func everyColorIsOneThatTheTerminalHas(colors: Int) {
    for index in UInt8(0)...255 {
      for role in [Palette.Role.foreground, .background] {
        #expect(0..<Int32(colors) ~= palette(colors).index(of: .indexed(index), as: role))
      }
    }
  }

  @Test(arguments: [(3, 3), (9, 0xFF0000), (214, 0xFFAF00), (232, 0x080808)] as [(UInt8, Int32)])
  func mixedColorsAreThoseOfThePalette(index: UInt8, expected: Int32) {
    #expect(palette(1 << 24).index(of: .indexed(index), as: .foreground) == expected)
  }

  @Test(
    arguments: [
      (0xE8A838, 1 << 24, 0xE8A838), (0x000003, 1 << 24, 8), (0xFFAF00, 256, 214), (0xFEB004, 256, 214),
      (0x4D4D4D, 256, 239), (0x000000, 256, 16), (0xFFFFFF, 256, 231), (0xFF0500, 16, 9), (0xFF0500, 8, 1),
      (0xE8A838, 0, -1),
    ] as [(UInt32, Int, Int32)])
  func aMixedColorIsTheNearestThatTheTerminalHas(color: UInt32, colors: Int, expected: Int32) {
    #expect(palette(colors).index(of: Color(color), as: .foreground) == expected)
  }

  @Test func onlyDefaultColorsAreUsedWithoutColor() {
    #expect(palette(0).index(of: .indexed(196), as: .foreground) == Palette.standard)
    #expect(palette(0).index(of: .standard, as: .background) == Palette.standard)
  }

  @Test func aTerminalWithoutDefaultColorsGetsWhiteOnBlack() {
    let palette = Palette(colors: 8, hasStandardColors: false, attributes: full)
    #expect(palette.index(of: .standard, as: .foreground) == 7)
    #expect(palette.index(of: .standard, as: .background) == 0)
  }

  @Test func attributesThatTheTerminalLacksAreLeftOut() {
    let vt100 = Palette(colors: 0, hasStandardColors: false, attributes: [.bold, .reverse, .underline])
    #expect(vt100.shown([.dim, .underline]) == .underline)
    #expect(palette(256).shown(full) == full)
  }

  @Test func boldReplacesReverseIfThereIsNone() {
    let plain = Palette(colors: 0, hasStandardColors: false, attributes: [.bold])
    #expect(plain.shown(.reverse) == .bold)
    #expect(plain.shown(.dim) == [])
  }

  private func palette(_ colors: Int) -> Palette {
    Palette(colors: colors, hasStandardColors: true, attributes: full)
  }
}
