import Crypto
import Foundation

@testable import Sync

/// A device with a diary in memory.
///
/// A copy of the value is a copy of its disk.
struct SimulatedDevice: SynchronizableDiary {
  private(set) var replica: Replica<MemoryStorage>
  private(set) var pending: [LocalChange] = []
  private(set) var ownSegments: [Segment] = []
  private var sent: Set<SegmentID> = []
  private(set) var putSizes: [String: Int] = [:]
  private(set) var knownSnapshots: [String: Context] = [:]
  private(set) var images: [Data: Data] = [:]

  /// How many times images were inserted.
  private(set) var imageInsertions = 0

  /// The size of each image in bytes; `nil` for the real ones.
  var imageSize: Int?

  /// The registers of other devices at each call of ``join(_:)``.
  private(set) var joined: [[Register: [Version]]] = []

  /// The milliseconds by which its clock is ahead.
  private let skew: Int64
  let world: World

  init(_ id: UInt64, skew: Int64, world: World) {
    replica = Replica(device: DeviceID(id), storage: MemoryStorage(), random: world.nonces)
    replica.rules = world.rules
    self.skew = skew
    self.world = world
  }

  // MARK: - The user

  static let beerFields = ["name", "note", "rating", "deleted_at"]
  static let photoFields = ["image", "position"]

  /// Returns the values of a register that the user sees: its versions, or what was written since the last segment.
  func visible(_ register: Register) -> [Value] {
    pending.reduce(replica.storage.versions(of: register).map(\.value)) { values, change in
      switch change {
      case .set(register.record, let written):
        written.last { $0.field == register.field }.map { [$0.value] } ?? values
      case .purge(register.record): []
      default: values
      }
    }
  }

  mutating func write(_ value: Value, to register: Register) {
    world.recordReplacement(of: visible(register))
    world.recordWrite(of: value)
    pending.append(.set(register, value))
  }

  /// Changes a field of a beer, or adds the beer with all fields if it does not exist.
  ///
  /// Does nothing if only some fields of a purged beer have arrived again, because a diary does not show such a beer.
  mutating func edit(_ beer: RecordID) {
    let registers = Self.beerFields.map { Register(beer, $0) }
    let visible = registers.filter { !self.visible($0).isEmpty }
    if visible.isEmpty {
      for register in registers { write(world.value(), to: register) }
    } else if visible.count == registers.count, let register = world.random.element(registers) {
      write(world.random.chance(0.1) ? .text("the same") : world.value(), to: register)
    }
  }

  /// Moves a photo, or adds it.
  mutating func place(_ photo: RecordID) {
    let image = Register(photo, "image")
    if visible(image).isEmpty {
      let bytes = world.random.data(20)
      let digest = Data(SHA256.hash(data: bytes))
      images[digest] = bytes
      write(.blob(digest), to: image)
    }
    var order: [(photo: UUID, position: Position?)] = photos().filter { $0.photo != photo.uuid }.map {
      ($0, $1)
    }
    order.insert((photo.uuid, nil), at: world.random.below(order.count + 1))
    for (old, position) in zip(order, Position.arranged(order.map(\.position))) where old.position != position
    {
      let register = Register(RecordID(entity: "photo", uuid: old.photo), "position")
      world.recordReplacement(of: visible(register))
      pending.append(.set(register, .blob(position.bytes)))
    }
  }

  mutating func purge(_ record: RecordID) {
    let registers = (Self.beerFields + Self.photoFields).map { Register(record, $0) }
    guard registers.contains(where: { !visible($0).isEmpty }) else { return }
    for register in registers { world.recordReplacement(of: visible(register)) }
    pending.append(.purge(record))
  }

  /// The photos in their order, without purged ones of which only the position has arrived again.
  func photos() -> [(photo: UUID, position: Position)] {
    world.photos.compactMap { photo -> (photo: UUID, position: Position)? in
      let register = Register(photo, "position")
      var shown = (try? replica.winner(of: register))??.value
      for change in pending {
        switch change {
        case .set(photo, let written):
          if let position = written.last(where: { $0.field == register.field }) { shown = position.value }
        case .purge(photo): shown = nil
        default: break
        }
      }
      guard case .blob(let bytes) = shown, !visible(Register(photo, "image")).isEmpty else { return nil }
      return Position(bytes).map { (photo.uuid, $0) }
    }.sorted { ($0.position, $0.photo.uuidString) < ($1.position, $1.photo.uuidString) }
  }

  /// All values on the disk.
  var values: Set<Value> {
    var values = Set(replica.storage.allVersions().values.joined().map(\.value))
    values.formUnion(ownSegments.flatMap(\.values))
    for case .set(_, let written) in pending { values.formUnion(written.map(\.value)) }
    return values
  }

  /// Pretends that its registers have a size in bytes.
  mutating func setSize(_ size: Int) { replica.storage.size = size }

  /// Continues as a new device; the segments of the old one are in the store.
  mutating func become(_ id: UInt64) throws {
    try replica.changeDevice(to: DeviceID(id))
    ownSegments = []
  }

  // MARK: - SynchronizableDiary

  func read<Result>(_ body: (Replica<MemoryStorage>) throws -> Result) throws -> Result {
    world.countReading()
    return try body(replica)
  }

  mutating func merge(_ body: (inout Replica<MemoryStorage>, [LocalChange], Int64) throws -> [Segment]) throws
  {
    // The user continues while the diary is synchronized.
    if world.random.chance(world.typing), let beer = world.random.element(world.beers) { edit(beer) }
    let local = pending
    pending = []
    ownSegments += try body(&replica, local, world.now + skew)
  }

  var hasUnsentImports: Bool { replica.storage.tips.isEmpty }

  mutating func join(_ body: (inout Replica<MemoryStorage>) throws -> Void) throws {
    var others = replica
    try body(&others)
    joined.append(others.storage.allVersions())
  }

  var ownSegmentIDs: [SegmentID] { ownSegments.map(\.id) }

  func ownContent(of id: SegmentID) throws -> Data? {
    try ownSegments.first { $0.id == id }.flatMap { try SegmentBatch([$0])?.encoded() }
  }

  mutating func replaceOwnSegments(by compacted: [Segment]) {
    let new = Dictionary(compacted.map { ($0.id, $0) }) { first, _ in first }
    ownSegments = ownSegments.map { new[$0.id] ?? $0 }
  }

  mutating func recordSent(_ ids: [SegmentID]) -> Int {
    sent.formUnion(ids)
    return 0
  }

  /// The name of a device does not count.
  func hasUnsentChanges(in missing: [SegmentID]) -> Bool {
    ownSegments.contains {
      (!sent.contains($0.id) || missing.contains($0.id)) && $0.changeCounts.keys.contains { $0 != "device" }
    }
  }

  mutating func setPutSize(_ size: Int?, of name: String) { putSizes[name] = size }
  mutating func setKnownSnapshot(_ tips: Context?, named name: String) { knownSnapshots[name] = tips }

  var imageDigests: Set<Data> {
    Set(
      world.photos.flatMap { visible(Register($0, "image")) }.compactMap { value -> Data? in
        if case .blob(let digest) = value { digest } else { nil }
      })
  }

  var imageSizes: [Data: Int] {
    Dictionary(imageDigests.map { ($0, imageSize ?? images[$0]?.count ?? 0) }) { first, _ in first }
  }

  var missingImageDigests: Set<Data> { imageDigests.filter { images[$0] == nil } }

  func image(_ digest: Data) -> Data? { images[digest] }
  mutating func insertImages(_ images: [(digest: Data, bytes: Data)]) {
    for (digest, bytes) in images { self.images[digest] = bytes }
    imageInsertions += 1
  }
}

extension Segment {
  var values: [Value] {
    changes.flatMap { change -> [Value] in
      if case .set(_, let values) = change { values.map(\.value) } else { [] }
    }
  }
}
