/// How stored pixels are turned to be looked at; the raw value is EXIF's orientation.
///
/// Named after what to do with the stored picture: mirror it left to right where the name says so, then
/// turn it clockwise. See EXIF 2.32, tag 0x0112.
package enum ImageOrientation: Int, Sendable, CaseIterable {
  case upright = 1
  case mirrored = 2
  case halfTurn = 3
  case mirroredHalfTurn = 4
  case mirroredThreeQuarterTurn = 5
  case quarterTurn = 6
  case mirroredQuarterTurn = 7
  case threeQuarterTurn = 8
}

extension ImageOrientation {
  /// The orientation that mirrors left to right, if asked to, and then turns clockwise by `quarterTurns` of 90 degrees.
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

  /// Whether the picture is mirrored left to right, before it is turned.
  package var isMirrored: Bool {
    switch self {
    case .upright, .quarterTurn, .halfTurn, .threeQuarterTurn: false
    case .mirrored, .mirroredQuarterTurn, .mirroredHalfTurn, .mirroredThreeQuarterTurn: true
    }
  }

  /// By how many times 90 degrees the picture is turned clockwise, 0 to 3.
  package var quarterTurns: Int {
    switch self {
    case .upright, .mirrored: 0
    case .quarterTurn, .mirroredQuarterTurn: 1
    case .halfTurn, .mirroredHalfTurn: 2
    case .threeQuarterTurn, .mirroredThreeQuarterTurn: 3
    }
  }

  /// Whether width and height change places.
  package var swapsSides: Bool { !quarterTurns.isMultiple(of: 2) }

  /// The orientation that does what this one does and then what `next` does.
  ///
  /// A mirror put before a turn instead of after it reverses that turn.
  func followed(by next: ImageOrientation) -> ImageOrientation {
    ImageOrientation(
      mirrored: isMirrored != next.isMirrored,
      quarterTurns: next.quarterTurns + (next.isMirrored ? -quarterTurns : quarterTurns))
  }
}
