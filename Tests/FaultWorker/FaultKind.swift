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
  /// How many places of each kind are wanted, spread over all; `nil` for all.
  var sample: Int?

  var first: Int { place ?? 1 }

  func includes(_ kind: FaultKind) -> Bool { self.kind == nil || self.kind == kind.name }

  /// From one place to the next; `nil` where there is only one.
  func step(of count: Int) -> Int? {
    place == nil ? sample.map { max(1, count / $0) } ?? 1 : nil
  }
}
