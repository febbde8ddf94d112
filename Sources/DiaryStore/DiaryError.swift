/// Why the diary could not do what was asked, each with one sentence that says what to do.
package enum DiaryError: Error, Hashable, Sendable {
  case notFound(path: String)
  case isFolder(path: String)
  /// It is a named pipe or the like; `what` says which.
  case notAFile(path: String, what: String)
  /// It is a symbolic link to what is not there.
  case danglingLink(path: String, target: String)
  /// The file has another name, under which SQLite would not find its -wal.
  case hardLinked(path: String)
  /// There is nothing in the file, or nothing in the database.
  case emptyFile(path: String)
  /// The file is no SQLite database.
  case notADatabase(path: String)
  /// The file is a database of another program.
  case foreign(path: String, what: String)
  case damaged(path: String, detail: String)
  /// The diary has triggers or views that are not its own, such as `trigger "on_add"`.
  case foreignSchema(path: String, objects: [String])
  /// The store was written by a newer version of this program.
  case newer(path: String, version: Int)
  case cannotCreate(path: String, reason: String)
  case permissionDenied(path: String)
  /// It was opened to be read only.
  case readOnly(path: String)
  /// It is of an earlier version of this program and was to be read only.
  case needsMigration(path: String)
  /// It is a store of Beer Diary for iOS, and was to be used as it is.
  case legacyStore(path: String)
  /// A program ended amid a transaction, which has to be rolled back before the store can be read.
  case unfinishedTransaction(path: String)
  /// Another process holds the store.
  case busy(path: String)
  case diskFull(path: String)
  /// There is too little room on the disk, told before anything was changed; both in bytes.
  case noSpace(path: String, needed: Int, free: Int)
  /// The disk did not read or write.
  case inputOutput(path: String, reason: String)
  /// The system refused something else.
  case failed(path: String, reason: String)
  /// A migration's own check found a difference and put everything back.
  case verificationFailed(path: String, differences: [String])
  /// The caller stopped the work before it was done.
  case cancelled
  /// The user stopped the migration that opening needed; the store is as it was.
  case migrationCancelled
  case noSuchBeer(String)
  case noSuchPhoto(Int64)
  /// The import is not there any more, or never was; `nil` where there is none at all.
  case noSuchImport(Int64?)
  /// What a change is to be taken back from was changed again meanwhile.
  case changedMeanwhile(what: String)
  /// The beer has the same photo already.
  case samePhoto(order: Int)
  /// A value is outside what the diary accepts.
  case invalid(field: String, reason: String)
}
