import Foundation
import Testing

@testable import DiaryModel

/// The volume of a serving, in liters.
@Suite struct ServingVolumeTests {
  @Test(arguments: [
    ("33 cl", 0.33), ("bottle, 33 cl", 0.33), ("bottle,33CL", 0.33), ("330ml can", 0.33), ("0,5 l", 0.5),
    ("0.5L", 0.5), (".5 l", 0.5), ("Maß, 1 Liter", 1), ("bottle, 37.5 cl", 0.375), ("12 oz", 0.3549),
    ("12-oz can", 0.3549), ("12 fl. oz", 0.3549), ("draught, 16 oz", 0.4732), ("pint", 0.5683),
    ("cask, pint", 0.5683), ("2 pints", 1.1365), ("keg, half pint", 0.2841), ("half a pint", 0.2841),
    ("½ pint", 0.2841), ("1/2 l", 0.5), ("us pint", 0.4732), ("16 oz pint", 0.4732), ("pint (568 ml)", 0.568),
    ("33 cl (11.2 oz)", 0.33), ("flight, 4 x 15 cl", 0.6), ("4x15cl", 0.6), ("2 × 0,2 l", 0.4),
  ])
  func aVolumeIsReadFromText(_ text: String, _ liters: Double) throws {
    let volume = try #require(ServingVolume.liters(text))
    #expect(abs(volume - liters) < 0.0001, "\(text): \(volume)")
  }

  @Test(arguments: [
    "", "330", "can", "Draft", "jam jar", "keg in a bathtub", "l", "pints", "10-12 oz", "25 cl, 33 cl",
    "0,33 l or 0,5 l", "pint and a half", "1½ pints", "1 1/2 l", "1/8 l", "keg, 20 l", "1,000 ml",
    "1.000,5 l", "0 cl", "x 33 cl", "clean glass 5",
  ])
  func aVolumeThatIsNotCertainIsUnknown(_ text: String) { #expect(ServingVolume.liters(text) == nil) }

  /// Of the sample, only these servings have no volume.
  @Test func nearlyAllVolumesOfTheSampleAreRead() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
      path: "../../Resources/sample/beers.csv"
    ).standardized
    let text = try String(contentsOf: file, encoding: .utf8)
    let servings = text.matches(of: /"((?:bottle|can|cask|draught|flight|keg), [^"]*)"/).map { String($0.1) }

    #expect(servings.count > 50)
    #expect(servings.filter { ServingVolume.liters($0) == nil } == [])
  }
}
