import DiaryStore
import Foundation
package import SQLiteKit
import Sync
import SyncStores

/// Why a diary could not be synchronized, or its synchronization not be started or stopped.
package enum SyncFailure: DiaryError {
  /// The diary's own file, or the folder of keys, cannot be used.
  case store(StoreError)
  /// The diary is not synchronized.
  case notSynchronized
  /// The diary is synchronized already, with the location.
  case alreadySynchronized(location: String)
  /// The keys of this device are missing, because the diary was copied or restored.
  case missingKeys(location: String)
  /// The file of the keys of this device is damaged.
  case unreadableKeys(path: String)
  /// The folder does not exist.
  case noFolder(path: String)
  /// The path is not a folder.
  case notAFolder(path: String)
  /// The location has no diary.
  case noDiary(location: String)
  /// The location has a diary already.
  case diaryExists(location: String)
  /// The folder for the store contains the diary itself.
  case folderOfDiary(path: String)
  /// The location has another diary than the one that this diary was synchronized with.
  case otherDiary(location: String)
  /// The location has a diary, but lacks a file without which a device cannot join.
  case missingObject(String, location: String)
  /// A file of the location without which a device cannot join is damaged.
  case damagedObject(String, location: String)
  /// The passphrase is wrong, or this file of the location is damaged: one with a key, or `diary`.
  case wrongPassphraseOrDamagedObject(String, location: String)
  /// The passphrase does not decrypt the diary's key.
  case wrongPassphrase
  /// The passphrase is empty.
  case emptyPassphrase
  /// A newer version of the program has written to the location.
  case newerFormat(location: String)
  /// These files of the location cannot be read, because of this `errno`, although others can be.
  case unreadableFiles([String], location: String, code: Int32)
  /// This folder of the location, or a file in it, cannot be written, because of this `errno`.
  case unwritable(path: String, code: Int32)
  /// A system call failed with this `errno` for a file of the location.
  case system(path: String, code: Int32)
  /// The location cannot be used for another reason, which is a sentence.
  case location(String, reason: String)
  /// Another process synchronizes the diary.
  case busy
  /// The diary would lack images without its store, because they could not be fetched.
  ///
  /// The reason is a sentence; `nil` if the store does not have them.
  case missingImages(count: Int, reason: String?)
}

extension SyncFailure {
  /// Converts any error that does not name the location.
  package init(mapping error: any Error, path: String) {
    self.init(mapping: error, path: path, location: "The store of the diary")
  }

  /// Converts any error.
  ///
  /// - Parameters:
  ///   - path: The diary's file.
  ///   - location: Where the diary is stored for other devices.
  init(mapping error: any Error, path: String, location: String) {
    switch error {
    case let error as SyncFailure: self = error
    case let error as StoreError: self = .store(error)
    case let error as any DiaryError: self = .store(StoreError(mapping: error, path: path))
    case is CancellationError, ProgramError.cancelled: self = .store(.cancelled)
    case let error as SyncError: self.init(error, location)
    case let error as StoreLocationError: self = .location(location, reason: error.sentence)
    default: self = .location(location, reason: "\(error)")
    }
  }

  private init(_ error: SyncError, _ location: String) {
    self =
      switch error {
      case .wrongPassphrase: .wrongPassphrase
      case .wrongPassphraseOrDamagedObject(let name):
        .wrongPassphraseOrDamagedObject(name, location: location)
      case .missingObject(let name): .missingObject(name, location: location)
      case .damagedObject(let name): .damagedObject(name, location: location)
      case .emptyPassphrase: .emptyPassphrase
      case .noDiary: .noDiary(location: location)
      case .diaryExists: .diaryExists(location: location)
      case .otherDiary: .otherDiary(location: location)
      case .unsupportedVersion: .newerFormat(location: location)
      case .system(let code, let path): .system(path: path, code: code)
      case .unwritable(let code, let path): .unwritable(path: path, code: code)
      case .unreadable(let codes):
        .unreadableFiles(
          codes.keys.sorted(), location: location, code: codes.min { $0.key < $1.key }?.value ?? EIO)
      default: .location(location, reason: error.description)
      }
  }

  /// The error of the diary's own file or the folder of keys, or a cancellation; `nil` for any other failure.
  package var storeError: StoreError? { if case .store(let error) = self { error } else { nil } }

  /// What happened and what to do, for the user.
  package var sentence: String {
    switch self {
    case .store(let error): error.sentence
    case .notSynchronized:
      """
      This diary is not synchronized. Start with `beerdiary sync init FOLDER`, or join a diary of another device with \
      `beerdiary sync join FOLDER`.
      """
    case .alreadySynchronized(let location):
      """
      This diary is already synchronized with \(location). Continue with `beerdiary sync now`, or stop with \
      `beerdiary sync leave` to use another store.
      """
    case .missingKeys(let location):
      """
      The keys of this device are missing, as after the diary was copied or restored. Continue as a new device with \
      \(SuggestedCommand.text(["sync", "join", location], store: nil)). No change is lost.
      """
    case .unreadableKeys(let path):
      """
      \(path) is damaged, so this diary cannot be synchronized. Move the file away, and continue as a new device with \
      `beerdiary sync join`.
      """
    case .noFolder(let path):
      "\(path) does not exist. Connect the disk if it is on one, or check the path."
    case .notAFolder(let path): "\(path) is not a folder. Name a folder."
    case .noDiary(let location):
      """
      There is no diary in \(location). Check the location, wait until its files have arrived, or start a new one with \
      `beerdiary sync init`.
      """
    case .diaryExists(let location):
      "\(location) already has a diary. Join it with \(SuggestedCommand.text(["sync", "join", location], store: nil))."
    case .folderOfDiary(let path):
      "\(path) contains this diary itself, which programs that copy the folder would damage. Name another folder."
    case .otherDiary(let location):
      """
      \(location) has another diary. Nothing was sent. Check the location. To merge both diaries, stop with \
      `beerdiary sync leave` first.
      """
    case .missingObject(let name, let location):
      """
      \(location) lacks “\(name)”. Wait until all of its files have arrived. If it is lost, use `beerdiary sync repair` \
      on a device that has the diary.
      """
    case .damagedObject(let name, let location):
      "The file “\(name)” in \(location) is damaged. Use `beerdiary sync repair` on a device that has the diary."
    case .wrongPassphraseOrDamagedObject(let name, let location):
      """
      The passphrase is wrong, or “\(name)” in \(location) is damaged. If you are sure of the passphrase, use \
      `beerdiary sync repair` on a device that has the diary.
      """
    case .wrongPassphrase: "The passphrase is wrong. Nothing was changed."
    case .emptyPassphrase: "The passphrase is empty. Choose one that is hard to guess."
    case .newerFormat(let location):
      "\(location) was written by a newer version of Beer Diary. Update Beer Diary on this device."
    case .unreadableFiles(let names, let location, let code):
      Self.sentence(unreadableFiles: names, in: location, code)
    case .unwritable(let path, let code): Self.sentence(unwritable: path, code)
    case .system(let path, let code): Self.sentence(path, code)
    case .location(_, let reason): reason
    case .busy: "Another program is synchronizing this diary. Try again when it has finished."
    case .missingImages(let count, let reason):
      """
      \(count == 1 ? "1 image is" : "\(count) images are") not on this device, and would be missing. \
      \(reason ?? "The store does not have \(count == 1 ? "it" : "them").") To stop without \
      \(count == 1 ? "it" : "them"), use `beerdiary sync leave --without-images`.
      """
    }
  }

  private static func sentence(unreadableFiles names: [String], in location: String, _ code: Int32) -> String
  {
    let reason = String(cString: strerror(code))
    let shown = names.prefix(3).map { "“\($0)”" }.joined(separator: ", ")
    let files =
      switch names.count {
      case 1: "The file \(shown)"
      case ...3: "The files \(shown)"
      default: "The files \(shown) and \(names.count - 3) more"
      }
    let advice =
      [EACCES, EPERM].contains(code)
      ? "Change \(names.count == 1 ? "its" : "their") permissions."
      : """
      Check the disk, then use `beerdiary sync repair` on each device, on this one last. If that does not help, move \
      \(names.count == 1 ? "it" : "them") out of the store and do it again.
      """
    return """
      \(files) in \(location) cannot be read (\(reason)), so the synchronization is not complete. \(advice)
      """
  }

  private static func sentence(unwritable path: String, _ code: Int32) -> String {
    let reason = String(cString: strerror(code))
    let advice =
      switch code {
      case ENOSPC, EDQUOT: "Free some space and synchronize again."
      case EACCES, EPERM, EROFS: "Change its permissions, or use another location."
      default: "Try again later."
      }
    return "\(path) cannot be written (\(reason)), so the synchronization is not complete. \(advice)"
  }

  private static func sentence(_ path: String, _ code: Int32) -> String {
    let reason = String(cString: strerror(code))
    return switch code {
    case ENOSPC, EDQUOT: sentence(unwritable: path, code)
    case EACCES, EPERM, EROFS:
      """
      You have no permission to use \(path) (\(reason)), so the synchronization is not complete. Change its \
      permissions, or use another location.
      """
    default: "\(path) cannot be used (\(reason)), so the synchronization is not complete. Try again later."
    }
  }
}
