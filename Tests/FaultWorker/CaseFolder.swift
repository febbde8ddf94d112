import FixtureStores
import Foundation
import TestSupport

/// The folder of one case: a store with the files next to it, and room for the case's own files.
struct CaseFolder {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: storeFolder, withIntermediateDirectories: false)
  }

  /// - Parameter other: Its store is copied as it is.
  init(copying other: CaseFolder) throws {
    folder = try TemporaryFolder()
    try FileManager.default.copyItem(atPath: other.storeFolder, toPath: storeFolder)
  }

  var path: String { folder.path }
  var store: String { storeFolder + "/diary.sqlite" }
  /// Where faults happen: the store, what is next to it, and what is built there before it becomes the store.
  var storeFolder: String { folder.file("store") }

  func run(_ body: () throws -> Verdict) throws -> ForkedCase.Ending {
    try ForkedCase(folder: path).run(body)
  }

  /// Runs what has to work for the cases to mean anything.
  func runSoundly(_ body: () throws -> Verdict) throws -> Verdict {
    switch try run(body) {
    case .verdict(let verdict) where verdict.failures.isEmpty: return verdict
    case .verdict(let verdict): throw UsageError("undisturbed: \(verdict.failures)")
    case .killed: throw UsageError("undisturbed: it was killed")
    case .broken(let what): throw UsageError("undisturbed: \(what)")
    }
  }

  /// The names and sizes of the store's files, for a message.
  var files: String {
    let names = FileManager.default.subpaths(atPath: storeFolder) ?? []
    return names.sorted().map { "\($0) \(fileSize(storeFolder + "/" + $0) ?? 0)" }.joined(separator: ", ")
  }
}
