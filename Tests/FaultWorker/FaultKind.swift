import FaultVFS

/// A way in which the disk lets the program down.
struct FaultKind {
  let name: String
  let effect: FaultEffect
  let operations: UInt32

  static let changing =
    UInt32(FAULT_WRITE) | UInt32(FAULT_SYNC) | UInt32(FAULT_TRUNCATE) | UInt32(FAULT_DELETE)
  static let everything = changing | UInt32(FAULT_OPEN) | UInt32(FAULT_SHARED_MEMORY)

  /// Those after which the program goes on.
  static let errors = [
    FaultKind(name: "error-once", effect: FAULT_EFFECT_ERROR_ONCE, operations: everything),
    FaultKind(name: "error-from-then-on", effect: FAULT_EFFECT_ERROR_FROM_THEN_ON, operations: everything),
    FaultKind(name: "full-once", effect: FAULT_EFFECT_FULL_ONCE, operations: UInt32(FAULT_WRITE)),
    FaultKind(
      name: "full-from-then-on", effect: FAULT_EFFECT_FULL_FROM_THEN_ON, operations: UInt32(FAULT_WRITE)),
    FaultKind(name: "read-once", effect: FAULT_EFFECT_ERROR_ONCE, operations: UInt32(FAULT_READ)),
    FaultKind(
      name: "read-from-then-on", effect: FAULT_EFFECT_ERROR_FROM_THEN_ON, operations: UInt32(FAULT_READ)),
  ]

  /// Those after which there is no program.
  static let endings = [
    FaultKind(name: "kill", effect: FAULT_EFFECT_KILL, operations: everything),
    FaultKind(name: "power-cut", effect: FAULT_EFFECT_POWER_CUT, operations: everything),
  ]
}

/// Which operations are made to go wrong.
struct PlaceChoice {
  /// The name of the only kind that is wanted.
  var kind: String?
  /// The only place that is wanted.
  var place: Int?
  /// How many places of each kind are wanted, spread over all; `nil` for all, until a run is through.
  var sample: Int?

  func includes(_ kind: FaultKind) -> Bool { self.kind == nil || self.kind == kind.name }

  /// - Parameters:
  ///   - count: How many operations an undisturbed run has.
  ///   - tries: Tries a place and says whether something went wrong there.
  func forEachPlace(of count: Int, _ tries: (Int) throws -> Bool) rethrows {
    if let place {
      _ = try tries(place)
    } else if let sample {
      for number in 0..<min(sample, count) { _ = try tries(1 + (2 * number + 1) * count / (2 * sample)) }
    } else {
      var place = 1
      while try tries(place) { place += 1 }
    }
  }
}
