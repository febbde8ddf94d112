#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Converts sRGB to linear light and back (IEC 61966-2-1).
///
/// Only linear light can be averaged: a black and white checkerboard is as bright as sRGB 188, not 128.
enum LinearLight {
  /// The linear light, 0 to 1, of each sRGB value.
  static let ofValue: [Float] = (0...255).map { light(ofSRGB: Float($0) / 255) }

  private static let steps = 8191
  private static let lightnesses: [Float] = (0...steps).map { lightness(Float($0) / Float(steps)) }
  private static let values: [UInt8] = lightnesses.map { UInt8(($0 * 255).rounded()) }

  /// Returns the sRGB value, 0 to 255, of linear light, which is clamped to 0 to 1.
  static func value(of light: Float) -> UInt8 { values[step(light)] }

  /// Returns the perceived brightness of linear light, 0 to 1: its sRGB value as a fraction.
  static func lightness(of light: Float) -> Float { lightnesses[step(light)] }

  private static func step(_ light: Float) -> Int { Int(min(1, max(0, light)) * Float(steps) + 0.5) }

  private static func light(ofSRGB value: Float) -> Float {
    value <= 0.04045 ? value / 12.92 : powf((value + 0.055) / 1.055, 2.4)
  }

  private static func lightness(_ light: Float) -> Float {
    light <= 0.003_130_8 ? light * 12.92 : 1.055 * powf(light, 1 / 2.4) - 0.055
  }
}

/// A picture in linear light.
struct LightGrid {
  let size: PixelSize
  /// Red, green and blue of each pixel, 0 to 1.
  let values: [Float]

  /// The picture in sRGB.
  var pixels: PixelGrid { PixelGrid(size: size, bytes: values.map(LinearLight.value)) }

  /// The perceived brightness of each pixel, 0 to 1.
  var lightness: [Float] {
    stride(from: 0, to: values.count, by: 3).map {
      LinearLight.lightness(of: 0.2126 * values[$0] + 0.7152 * values[$0 + 1] + 0.0722 * values[$0 + 2])
    }
  }
}
