import Crypto
import Foundation

extension Synchronizer {
  /// Puts images of the diary that are not in the store; with `isRepair`, also those that are damaged there.
  func putImages(of diary: some SynchronizableDiary, isRepair: Bool) throws {
    let digests = try diary.imageDigests
    guard !digests.isEmpty, rules.contains(.putsImages) else { return }
    let present = try Set(exchange.list(ObjectName.photo).map(\.name))
    for digest in digests.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      let name = envelope.photoName(of: digest)
      let isPresent = present.contains(name)
      // A damaged image would keep devices with an intact one from putting that under the same name.
      guard isRepair || !isPresent, let image = try diary.image(digest),
        Data(SHA256.hash(data: image)) == digest
      else { continue }
      if isPresent {
        let object = try exchange.read([name])[name]
        if let object, (try? envelope.open(object, name: name, kind: .photo)) == image { continue }
      }
      try exchange.write([(name, envelope.seal(image, name: name, kind: .photo))])
    }
  }

  /// Gets the images that this device does not have.
  func getImages<Diary: SynchronizableDiary>(for diary: inout Diary, report: inout SyncReport) throws {
    let digests = try diary.missingImageDigests.sorted { $0.lexicographicallyPrecedes($1) }
    for digest in digests {
      let name = envelope.photoName(of: digest)
      guard let object = try exchange.read([name])[name] else {
        report.missingImages += 1
        continue
      }
      guard let image = try? envelope.open(object, name: name, kind: .photo),
        Data(SHA256.hash(data: image)) == digest
      else {
        report.damaged.insert(name)
        continue
      }
      try diary.insertImage(image, digest: digest)
    }
  }
}
