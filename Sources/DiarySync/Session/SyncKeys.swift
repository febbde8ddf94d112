import DiaryStore
import Foundation
import SQLiteKit
import Sync
import SyncStores

/// The secrets of this device: the key of the diary, the key with which the device signs, and the location of the store,
/// which may have a password.
///
/// They are in a file with mode 0600 in the user's state folder, and never in the diary.
struct SyncKeys {
  let diary: DiaryKey
  let device: DeviceKey

  /// The diary's key as the store has it, encrypted with the passphrase; `nil` in files of earlier versions.
  var wrapped: StoredKey?

  /// As ``storeLocation()`` parses it.
  var location: String

  private static let heading = "beerdiary keys 1"

  /// The path of the file in the folder of a device.
  static func file(in folder: String) -> String { folder + "/keys" }

  init(diary: DiaryKey, device: DeviceKey, wrapped: StoredKey? = nil, location: String) {
    self.diary = diary
    self.device = device
    self.wrapped = wrapped
    self.location = location
  }

  /// Reads the file in the folder of a device; `nil` if there is none.
  ///
  /// - Throws: `StoreError`; ``SyncFailure/unreadableKeys(path:)``.
  init?(in folder: String) throws {
    let path = Self.file(in: folder)
    guard let text = try Self.text(of: path) else { return nil }
    // By scalars, and the location is all of the rest, because the path of a folder may have line breaks.
    let lines = text.unicodeScalars.split(separator: "\n", maxSplits: 3).map(Substring.init)
    guard lines.count == 4, lines[0] == Self.heading, lines[3].unicodeScalars.last == "\n",
      let diary = Self.value("diary", lines[1]).flatMap({ Data(hexadecimal: $0) })
        .flatMap({ DiaryKey(rawRepresentation: $0) }),
      let device = Self.value("device", lines[2]).flatMap({ Data(hexadecimal: $0) })
        .flatMap({ try? DeviceKey(rawRepresentation: $0) })
    else { throw SyncFailure.unreadableKeys(path: path) }
    var (wrapped, rest) = (StoredKey?.none, Substring(lines[3].unicodeScalars.dropLast()))
    if Self.value("wrapped", rest) != nil {
      let parts = rest.unicodeScalars.split(separator: "\n", maxSplits: 1).map(Substring.init)
      guard parts.count == 2, let key = Self.value("wrapped", parts[0]).flatMap(Self.wrapped) else {
        throw SyncFailure.unreadableKeys(path: path)
      }
      (wrapped, rest) = (key, parts[1])
    }
    guard let location = Self.value("location", rest) else { throw SyncFailure.unreadableKeys(path: path) }
    self.init(diary: diary, device: device, wrapped: wrapped, location: location)
  }

  /// Parses the name of an object in `keys/` and its bytes; `nil` if they are not valid.
  private static func wrapped(_ text: String) -> StoredKey? {
    let parts = text.split(separator: " ").map(String.init)
    guard parts.count == 2, parts[0].hasPrefix(ObjectName.keys), ObjectName.isValid(parts[0]),
      let bytes = Data(hexadecimal: parts[1])
    else { return nil }
    return StoredKey(name: parts[0], bytes: bytes)
  }

  /// Returns the location of the store, which is complete, so that no folder of the user is needed.
  func storeLocation() throws -> StoreLocation {
    try StoreLocation(location, currentFolder: "/", home: "/")
  }

  private static func value(_ name: String, _ line: Substring) -> String? {
    line.hasPrefix(name + " ") ? String(line.dropFirst(name.count + 1)) : nil
  }

  private static let maxSize = 65_536

  private static func text(of path: String) throws(StoreError) -> String? {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw StoreError(systemError: errno, path: path)
    }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      return String(decoding: try file.read(upToCount: maxSize) ?? Data(), as: UTF8.self)
    } catch {
      throw .inputOutput(path: path, reason: "it cannot be read")
    }
  }

  /// Writes the file, which appears complete or not at all.
  ///
  /// - Throws: `StoreError`.
  func write(in folder: String) throws(StoreError) {
    try StoreFile.makeFolder(folder)
    guard chmod(folder, 0o700) == 0 else { throw StoreError(systemError: errno, path: folder) }
    let path = Self.file(in: folder)
    let temporary = path + ".new"
    unlink(temporary)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw StoreFile.cannotCreate(path) }
    let text = """
      \(Self.heading)
      diary \(diary.rawRepresentation.hexadecimal)
      device \(device.rawRepresentation.hexadecimal)
      \(wrapped.map { "wrapped \($0.name) \($0.bytes.hexadecimal)\n" } ?? "")location \(location)

      """
    let bytes = Array(text.utf8)
    let isWritten =
      Foundation.write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
    let code = errno
    close(descriptor)
    guard isWritten, rename(temporary, path) == 0 else {
      let error = StoreError(systemError: isWritten ? errno : code, path: path)
      unlink(temporary)
      throw error
    }
    try StoreFile.synchronize(folder)
  }
}
