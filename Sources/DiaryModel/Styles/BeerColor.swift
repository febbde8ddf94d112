/// The color of a beer in a glass, in sRGB.
///
/// The colors are those of light behind 5 cm of beer, as deep as a glass, on its way to the eye. The spectrum is the
/// average one of A. J. deLange, "The Standard Reference Method of Beer Color Specification as the Basis for a New Method of
/// Beer Color Reporting", Journal of the American Society of Brewing Chemists 66 (2008), in which the absorbance of 1 cm of
/// beer at a wavelength of w nanometers is
///
///     SRM / 12.7 * (0.02465 * exp(-(w - 430) / 17.591) + 0.97535 * exp(-(w - 430) / 82.122))
///
/// The light is CIE's illuminant D65, and the observer CIE's of 1931, as approximated by C. Wyman, P.-P. Sloan and
/// P. Shirley, "Simple Analytic Approximations to the CIE XYZ Color Matching Functions", Journal of Computer Graphics
/// Techniques 2 (2013).
package struct BeerColor: Hashable, Sendable {
  /// The red component, 0...255.
  package let red: UInt8
  /// The green component, 0...255.
  package let green: UInt8
  /// The blue component, 0...255.
  package let blue: UInt8

  /// The colors from straw at 1 to nearly black at 40 SRM.
  private static let table: [UInt32] = [
    0xF9E8B6, 0xF4D280, 0xEEBD55, 0xE7AB31, 0xDF9A03, 0xD88B00, 0xD07D00, 0xC97100,
    0xC16600, 0xBA5C00, 0xB25300, 0xAB4A00, 0xA54300, 0x9E3C00, 0x983500, 0x922F00,
    0x8C2A00, 0x862500, 0x812000, 0x7C1B00, 0x771700, 0x721300, 0x6E1000, 0x690C00,
    0x650800, 0x610600, 0x5D0300, 0x5A0100, 0x560000, 0x530000, 0x500000, 0x4D0000,
    0x4A0000, 0x470000, 0x440000, 0x410000, 0x3F0000, 0x3C0000, 0x3A0000, 0x380000,
  ]

  /// Creates the color of a beer; colors beyond 1 to 40 SRM are those of the ends.
  package init(srm: Int) {
    let color = Self.table[min(max(srm, 1), Self.table.count) - 1]
    red = UInt8(color >> 16 & 0xFF)
    green = UInt8(color >> 8 & 0xFF)
    blue = UInt8(color & 0xFF)
  }
}

extension StyleFamily {
  /// The middle of the usual colors.
  package var middleSRM: Int { (srm.lowerBound + srm.upperBound) / 2 }
}
