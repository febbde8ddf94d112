import Foundation
import Pictures
import Testing

/// Pictures as bytes for terminals.
@Suite struct GraphicsTests {
  private static let red = RGBColor(red: 255, green: 0, blue: 0)
  private static let blue = RGBColor(red: 0, green: 0, blue: 255)

  private func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "^")
  }

  // MARK: - Kitty's protocol

  @Test func aSmallPictureIsOneCommand() {
    let pixels = PixelGrid(width: 2, height: 1) { x, _ in x == 0 ? Self.red : Self.blue }
    #expect(
      text(KittyGraphics.transmission(of: pixels, id: 7).flatMap { $0 })
        == "^_Ga=t,f=24,s=2,v=1,i=7,q=2,m=0;/wAAAAD/^\\")
  }

  @Test func aLargePictureIsSeveralCommands() throws {
    let pixels = PixelGrid(width: 64, height: 60) { x, y in
      RGBColor(red: UInt8(x), green: UInt8(y), blue: UInt8((x * y) % 256))
    }
    let commands = text(KittyGraphics.transmission(of: pixels, id: 7).flatMap { $0 }).split(separator: "^\\")
    let parts = commands.map { $0.split(separator: ";") }
    #expect(
      parts.map { String($0[0]) } == ["^_Ga=t,f=24,s=64,v=60,i=7,q=2,m=1", "^_Gm=1", "^_Gm=1", "^_Gm=0"])
    #expect(parts.allSatisfy { $0[1].utf8.count <= 4096 })
    let data = try #require(Data(base64Encoded: parts.map { String($0[1]) }.joined()))
    #expect([UInt8](data) == pixels.bytes)
  }

  // MARK: - Sixels

  @Test func stripsAreThePictureFromTheTop() {
    let pixels = PixelGrid(width: 2, height: 5) { _, y in RGBColor(gray: UInt8(y)) }
    let strips = pixels.strips(height: 2)
    #expect(strips.map(\.size.height) == [2, 2, 1])
    #expect(strips.flatMap(\.bytes) == pixels.bytes)
  }

  @Test func eachColorOfABandIsDrawnFromTheLeft() {
    let pixels = PixelGrid(width: 6, height: 7) { x, _ in x < 5 ? Self.red : Self.blue }
    let sixels = text(SixelEncoder(colors: 8).encode(pixels))
    let palette =
      "#0;2;0;0;0#1;2;0;0;100#2;2;0;100;0#3;2;0;100;100#4;2;100;0;0#5;2;100;0;100#6;2;100;100;0#7;2;100;100;100"
    #expect(sixels == "^P0;1;0q\"1;1;6;7" + palette + "#1!5?~$#4!5~$-#1!5?@$#4!5@$^\\")
  }

  @Test(arguments: [(2, 8), (16, 8), (27, 27), (64, 64), (256, 216), (1024, 216)])
  func thereAreAsManyColorsAsTheTerminalHas(colors: Int, used: Int) {
    let pixels = PixelGrid(width: 1, height: 1) { _, _ in Self.red }
    let sixels = text(SixelEncoder(colors: colors).encode(pixels))
    #expect(sixels.split(separator: "#").filter { $0.contains(";2;") }.count == used)
  }

  /// Decodes sixels of the form that the encoder writes, and compares the mean colors.
  @Test func shadesAreMixedFromAvailableColors() throws {
    let gray = PixelGrid(width: 16, height: 12) { _, _ in RGBColor(red: 200, green: 100, blue: 40) }
    for colors in [8, 216] {
      let mean = try meanColor(text(SixelEncoder(colors: colors).encode(gray)), pixels: 16 * 12)
      for (value, wanted) in zip(mean, [200.0, 100, 40]) {
        #expect(abs(value - wanted) < 10, "\(colors) colors")
      }
    }
  }

  private func meanColor(_ sixels: String, pixels: Int) throws -> [Double] {
    var palette: [Int: [Double]] = [:]
    var sums = [0.0, 0, 0]
    let body = try #require(sixels.firstIndex(of: "#"))
    for part in sixels[body...].dropLast(2).split(whereSeparator: { "#$-".contains($0) }) {
      let numbers = part.split(separator: ";").compactMap { Int($0) }
      if numbers.count == 5 {
        palette[numbers[0]] = numbers[2...].map { Double($0) * 2.55 }
        continue
      }
      let digits = part.prefix { $0.isNumber }
      let color = try #require(palette[Int(digits) ?? -1])
      var count = 0
      var run = 0
      var isRun = false
      for character in part.dropFirst(digits.count) {
        if character == "!" {
          isRun = true
        } else if isRun, let digit = character.wholeNumberValue {
          run = run * 10 + digit
        } else {
          let bits = (Int(character.asciiValue ?? 63) - 63).nonzeroBitCount
          count += bits * (isRun ? run : 1)
          isRun = false
          run = 0
        }
      }
      for index in 0..<3 { sums[index] += color[index] * Double(count) }
    }
    return sums.map { $0 / Double(pixels) }
  }

  // MARK: - Boxes

  @Test func aPictureIsDrawnInWholeCellsWithABackground() {
    let frame = CellFrame(columns: 10, rows: 10, cell: PixelSize(width: 10, height: 20))
    let drawn = frame.draw(PixelGrid(width: 50, height: 33) { _, _ in Self.red }, on: Self.blue)
    #expect(drawn.size == PixelSize(width: 100, height: 80))
    #expect(drawn[50, 40] == Self.red && drawn[50, 0] == Self.blue && drawn[50, 79] == Self.blue)
  }

  @Test func aPictureThatFillsItsBoxLosesItsSides() {
    let frame = CellFrame(columns: 4, rows: 2, cell: PixelSize(width: 10, height: 20), isFilled: true)
    let picture = PixelGrid(width: 120, height: 40) { x, _ in 40..<80 ~= x ? Self.red : Self.blue }
    let drawn = frame.draw(picture, on: Self.blue)
    #expect(drawn.size == PixelSize(width: 40, height: 40))
    #expect(drawn[1, 20] == Self.red && drawn[38, 20] == Self.red)
  }

  @Test func aPartHasAtLeastOnePixel() {
    let picture = PixelGrid(width: 10, height: 10) { x, y in RGBColor(red: UInt8(x), green: UInt8(y), blue: 0)
    }
    let part = picture.part(x: 0.5, y: 0.2, width: 0.25, height: 0.5)
    #expect(part.size == PixelSize(width: 3, height: 5) && part[0, 0] == RGBColor(red: 5, green: 2, blue: 0))
    #expect(picture.part(x: 1, y: 1, width: 0, height: 0).size == PixelSize(width: 1, height: 1))
    #expect(picture.part(x: -1, y: -1, width: 9, height: 9).size == picture.size)
  }
}
