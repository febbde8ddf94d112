import Foundation
import Testing

@testable import DiaryModel

/// The colors of beers, computed from their spectrum again.
@Suite struct BeerColorTests {
  @Test(arguments: 1...40) func theTableHasTheColorsOfTheSpectrum(_ srm: Int) {
    let color = BeerColor(srm: srm)
    let expected = Self.color(srm: Double(srm), depth: 5)
    for (value, exact) in zip([color.red, color.green, color.blue], expected) {
      #expect(abs(Double(value) - exact) <= 1, "\(srm) SRM")
    }
  }

  @Test func colorsBeyondTheTableAreThoseOfItsEnds() {
    #expect(BeerColor(srm: 0) == BeerColor(srm: 1))
    #expect(BeerColor(srm: -3) == BeerColor(srm: 1))
    #expect(BeerColor(srm: 80) == BeerColor(srm: 40))
  }

  @Test func darkerBeersHaveDarkerColors() {
    for srm in 1..<40 {
      let pale = BeerColor(srm: srm)
      let dark = BeerColor(srm: srm + 1)
      #expect(pale.red > dark.red && pale.green >= dark.green && pale.blue >= dark.blue, "\(srm) SRM")
    }
  }

  @Test func theMiddleOfAFamilyIsBetweenItsEnds() {
    for family in StyleFamily.all { #expect(family.srm.contains(family.middleSRM), "\(family.name)") }
  }

  // MARK: - Spectrum

  /// Returns red, green and blue of sRGB, from 0 to 255.
  ///
  /// - Parameter depth: The depth of the beer in centimeters.
  private static func color(srm: Double, depth: Double) -> [Double] {
    var color = [0.0, 0, 0]
    var white = [0.0, 0, 0]
    for (index, power) in daylight.enumerated() {
      let wavelength = Double(380 + 10 * index)
      let absorbance =
        srm / 12.7
        * (0.02465 * exp(-(wavelength - 430) / 17.591) + 0.97535 * exp(-(wavelength - 430) / 82.122))
      let passed = power * pow(10, -absorbance * depth)
      for (part, response) in observer(wavelength).enumerated() {
        color[part] += passed * response
        white[part] += power * response
      }
    }
    let tristimulus = zip(zip(color, white), [0.95047, 1, 1.08883]).map { $0.0 / $0.1 * $1 }
    let x = tristimulus[0]
    let y = tristimulus[1]
    let z = tristimulus[2]
    let linear = [
      3.2406 * x - 1.5372 * y - 0.4986 * z, -0.9689 * x + 1.8758 * y + 0.0415 * z,
      0.0557 * x - 0.2040 * y + 1.0570 * z,
    ]
    return linear.map { part in
      let part = min(1, max(0, part))
      return 255 * (part <= 0.0031308 ? 12.92 * part : 1.055 * pow(part, 1 / 2.4) - 0.055)
    }
  }

  /// Returns the responses of CIE's observer of 1931, as Wyman, Sloan and Shirley approximate them.
  private static func observer(_ wavelength: Double) -> [Double] {
    func lobe(_ height: Double, _ center: Double, _ left: Double, _ right: Double) -> Double {
      let distance = (wavelength - center) / (wavelength < center ? left : right)
      return height * exp(-0.5 * distance * distance)
    }
    return [
      lobe(1.056, 599.8, 37.9, 31.0) + lobe(0.362, 442.0, 16.0, 26.7) + lobe(-0.065, 501.1, 20.4, 26.2),
      lobe(0.821, 568.8, 46.9, 40.5) + lobe(0.286, 530.9, 16.3, 31.1),
      lobe(1.217, 437.0, 11.8, 36.0) + lobe(0.681, 459.0, 26.0, 13.8),
    ]
  }

  /// CIE's illuminant D65, every 10 nm from 380 nm.
  private static let daylight = [
    49.9755, 54.6482, 82.7549, 91.486, 93.4318, 86.6823, 104.865, 117.008, 117.812, 114.861, 115.923, 108.811,
    109.354, 107.802, 104.79, 107.689, 104.405, 104.046, 100.0, 96.3342, 95.788, 88.6856, 90.0062, 89.5991,
    87.6987, 83.2886, 83.6992, 80.0268, 80.2146, 82.2778, 78.2842, 69.7213, 71.6091, 74.349, 61.604, 69.8856,
    75.087, 63.5927, 46.4182, 66.8054, 63.3828,
  ]
}
