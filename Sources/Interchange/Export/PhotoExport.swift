import Crypto
package import DiaryModel
package import DiaryStore
import Foundation
import SQLiteKit

/// Writes photos into a folder, byte for byte as they were added and never over another file.
package struct PhotoExport {
  private let diary: Diary
  private let folder: String
  /// The names that were given in this run, in lower case, as some file systems ignore case.
  private var given: Set<String> = []

  /// Creates the folder if it does not exist.
  ///
  /// - Throws: `ExportError` if the folder cannot be created.
  package init(from diary: Diary, to folder: String) throws(ExportError) {
    self.diary = diary
    self.folder = folder
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw ExportError(path: folder, reason: "the folder cannot be created")
    }
    ScratchFolder.removeLeftovers(in: folder)
  }

  /// Writes a photo under a free name, unless the same file is there already.
  ///
  /// The file gets its name once it is complete and on the disk.
  ///
  /// - Throws: `ExportError` if a file cannot be written, `StoreError` if the diary cannot be read.
  package mutating func export(_ photo: Photo, of beer: Beer) throws -> ExportedPhoto {
    let unfinishedFile = try AtomicFile(in: folder, removesLeftovers: false)
    defer { unfinishedFile.discard() }
    var hash = SHA256()
    let isThere = try diary.readImage(ofPhoto: photo.id) { part in
      hash.update(bufferPointer: part)
      try unfinishedFile.write(part)
    }
    guard isThere else { return ExportedPhoto(photo: photo, file: nil, outcome: .missing) }
    try unfinishedFile.synchronize()
    let digest = hash.finalize().hexadecimal
    let (name, isNew) = try rename(unfinishedFile, PhotoFileName(of: photo, of: beer))
    let isAsRecorded = photo.sha256 == nil || photo.sha256 == digest
    let outcome: ExportedPhoto.Outcome = !isAsRecorded ? .changed : isNew ? .written : .alreadyThere
    return ExportedPhoto(photo: photo, file: .init(name: name, sha256: digest), outcome: outcome)
  }

  /// Gives the file the first name that is not taken.
  private mutating func rename(_ unfinishedFile: AtomicFile, _ name: PhotoFileName) throws(ExportError) -> (
    String, Bool
  ) {
    var number = 1
    while true {
      let candidate = name.text(number: number)
      if given.insert(candidate.lowercased()).inserted {
        if try unfinishedFile.rename(to: candidate) { return (candidate, true) }
        if unfinishedFile.isSame(as: candidate) { return (candidate, false) }
      }
      number += 1
    }
  }
}

/// The result of exporting a photo.
package struct ExportedPhoto: Hashable, Sendable {
  /// A file with the image of a photo.
  package struct File: Hashable, Sendable {
    /// The name of the file, without its folder.
    package let name: String
    /// The hash of the image in hexadecimal digits, which the diary may not have computed yet.
    package let sha256: String
  }

  /// The result for one photo; its raw value is printed with `--json`.
  package enum Outcome: String, Hashable, Sendable {
    /// The file was written.
    case written
    /// The folder has the same file already.
    case alreadyThere = "already_there"
    /// The diary has no image of it.
    case missing
    /// Its file is there, but the image is not the one whose SHA-256 the diary recorded.
    case changed
  }

  /// The photo in the diary.
  package let photo: Photo
  /// The file in the folder; `nil` if the diary has no image.
  package let file: File?
  /// Whether the image was written, and if not, why.
  package let outcome: Outcome
}

/// A file or folder could not be written.
package struct ExportError: Error, Hashable, Sendable {
  /// The path that the user named, or that of the folder.
  package var path: String
  /// The end of a sentence, without a full stop, such as "it is a folder".
  package let reason: String
  /// The system's error; `nil` if the program itself refused.
  package var code: Int32?

  init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  /// Creates an error with the system's message for `errno`.
  init(lastErrorAt path: String) {
    let code = errno
    self.init(path: path, reason: String(cString: strerror(code)))
    self.code = code
  }

  /// A whole sentence for the user, with advice if the disk is full.
  package var sentence: String {
    switch code {
    case ENOSPC, EDQUOT: StoreError.diskFull(path: path).sentence
    case EFBIG: "\(path) cannot grow. \(StoreError.fileSizeAdvice ?? "The disk does not allow larger files")."
    default: "\(path) cannot be written: \(reason)."
    }
  }
}
