/// How stored pixels are transformed for display; the raw value is EXIF's orientation.
///
/// The names say what to do: mirror the stored picture left to right if the name says so, then rotate it clockwise. See
/// EXIF 2.32, tag 0x0112.
package enum ImageOrientation: Int, Sendable, CaseIterable {
  /// As stored.
  case upright = 1
  /// Mirrored left to right.
  case mirrored = 2
  /// Rotated by 180 degrees.
  case halfTurn = 3
  /// Mirrored left to right, then rotated by 180 degrees.
  case mirroredHalfTurn = 4
  /// Mirrored left to right, then rotated clockwise by 270 degrees.
  case mirroredThreeQuarterTurn = 5
  /// Rotated clockwise by 90 degrees.
  case quarterTurn = 6
  /// Mirrored left to right, then rotated clockwise by 90 degrees.
  case mirroredQuarterTurn = 7
  /// Rotated clockwise by 270 degrees.
  case threeQuarterTurn = 8
}

extension ImageOrientation {
  /// Creates an orientation that mirrors left to right if requested, then rotates clockwise.
  ///
  /// - Parameter quarterTurns: Any number of rotations by 90 degrees; negative ones are counterclockwise.
  package init(mirrored: Bool, quarterTurns: Int) {
    self =
      switch (quarterTurns & 3, mirrored) {
      case (0, false): .upright
      case (0, true): .mirrored
      case (1, false): .quarterTurn
      case (1, true): .mirroredQuarterTurn
      case (2, false): .halfTurn
      case (2, true): .mirroredHalfTurn
      case (_, false): .threeQuarterTurn
      case (_, true): .mirroredThreeQuarterTurn
      }
  }

  /// Whether the picture is mirrored left to right before it is rotated.
  package var isMirrored: Bool {
    switch self {
    case .upright, .quarterTurn, .halfTurn, .threeQuarterTurn: false
    case .mirrored, .mirroredQuarterTurn, .mirroredHalfTurn, .mirroredThreeQuarterTurn: true
    }
  }

  /// The number of clockwise rotations by 90 degrees, 0 to 3.
  package var quarterTurns: Int {
    switch self {
    case .upright, .mirrored: 0
    case .quarterTurn, .mirroredQuarterTurn: 1
    case .halfTurn, .mirroredHalfTurn: 2
    case .threeQuarterTurn, .mirroredThreeQuarterTurn: 3
    }
  }

  /// Whether width and height are swapped.
  var swapsSides: Bool { !quarterTurns.isMultiple(of: 2) }

  /// Returns the orientation that applies this one and then `next`.
  ///
  /// Moving a mirror before a rotation reverses the rotation.
  func followed(by next: ImageOrientation) -> ImageOrientation {
    ImageOrientation(
      mirrored: isMirrored != next.isMirrored,
      quarterTurns: next.quarterTurns + (next.isMirrored ? -quarterTurns : quarterTurns))
  }
}
