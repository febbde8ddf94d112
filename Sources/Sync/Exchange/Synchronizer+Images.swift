import Crypto
import Foundation

extension Synchronizer {
  /// Puts images of the diary that are not in the store, or are incomplete there; with `isRepair`, also those that are
  /// damaged.
  func putImages(of diary: some SynchronizableDiary, isRepair: Bool, report: inout SyncReport) throws {
    let sizes = try diary.imageSizes
    guard !sizes.isEmpty, rules.contains(.putsImages) else { return }
    let present = try self.sizes(ObjectName.photo)
    func isComplete(_ name: String, _ count: Int) -> Bool {
      present[name] == envelope.objectSize(ofContent: count, kind: .photo)
    }
    let missing = sizes.filter { digest, size in
      size > 0 && (isRepair || !isComplete(envelope.photoName(of: digest), size))
    }.keys.sorted { $0.lexicographicallyPrecedes($1) }
    for group in groups(missing, sizes: { sizes[$0] ?? 0 }) {
      var objects: [(name: String, bytes: Data)] = []
      for digest in group {
        let name = envelope.photoName(of: digest)
        // Not read, because it would need as much memory each time.
        guard sizes[digest] ?? 0 <= Limits.object else {
          report.tooLarge.insert(name)
          continue
        }
        // A damaged image would keep devices with an intact one from putting that under the same name.
        guard let image = try diary.image(digest), Data(SHA256.hash(data: image)) == digest else { continue }
        if !isRepair, isComplete(name, image.count) { continue }
        if isRepair, present[name] != nil {
          // One that cannot be read is put again as well.
          let object = try exchange.read([name]).contents[name]
          if let object, (try? envelope.open(object, name: name, kind: .photo)) == image { continue }
        }
        do {
          objects.append((name, try envelope.seal(image, name: name, kind: .photo)))
        } catch SyncError.tooLarge {
          report.tooLarge.insert(name)
        }
      }
      if objects.isEmpty { continue }
      try exchange.write(objects)
      report.storedImages += objects.count
      report.replacedImages += objects.count { present[$0.name] != nil }
    }
  }

  /// Gets the images that this device does not have, and exchanges nothing else.
  ///
  /// - Returns: The images that were received, those that are not in the store, and those that are damaged or cannot be
  ///   read there.
  /// - Throws: ``SyncError/missingDiary``, ``SyncError/otherDiary``, errors of the store and the diary.
  @discardableResult
  package func fetchImages<Diary: SynchronizableDiary>(of diary: inout Diary) throws -> SyncReport {
    _ = try StoreSetup.requireDiary(in: exchange, envelope: envelope)
    var report = SyncReport()
    try getImages(for: &diary, report: &report)
    return report
  }

  /// Gets the images that this device does not have.
  func getImages<Diary: SynchronizableDiary>(for diary: inout Diary, report: inout SyncReport) throws {
    var digests = try diary.missingImageDigests
    if digests.isEmpty { return }
    try digests.subtract(copyOwnImages(digests, in: &diary))
    if digests.isEmpty { return }
    let present = try sizes(ObjectName.photo)
    let names = Dictionary(digests.map { (envelope.photoName(of: $0), $0) }) { first, _ in first }
    report.missingImages += names.count
    let errors = try forEachGroup(names.keys.sorted(), sizes: present) { objects in
      report.missingImages -= objects.count
      // Together, because each transaction waits for the disk.
      var images: [(digest: Data, bytes: Data)] = []
      for (name, object) in objects {
        if let digest = names[name], let image = try? envelope.open(object, name: name, kind: .photo),
          Data(SHA256.hash(data: image)) == digest
        {
          images.append((digest, image))
        } else {
          report.damaged.insert(name)
        }
      }
      try diary.insertImages(images)
      report.receivedImages += images.count
    }
    report.unreadable.merge(errors) { $1 }
  }

  /// Gives photos the images that other photos of this device have got since.
  ///
  /// - Returns: The SHA-256 of these images. Damaged ones are not among them, so they are fetched.
  private func copyOwnImages<Diary: SynchronizableDiary>(_ digests: Set<Data>, in diary: inout Diary) throws
    -> Set<Data>
  {
    let sizes = try diary.imageSizes
    var copied: Set<Data> = []
    for digest in digests where sizes[digest] ?? 0 > 0 {
      guard let image = try diary.image(digest), Data(SHA256.hash(data: image)) == digest else { continue }
      try diary.insertImages([(digest, image)])
      copied.insert(digest)
    }
    return copied
  }
}
