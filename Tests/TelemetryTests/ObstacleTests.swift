import Foundation
import Glibc
import Testing

@testable import Telemetry

/// Something else is where the queue should be.
@Suite struct ObstacleTests {
  enum Kind: CaseIterable {
    case folder, pipe, socket, danglingLink, link, hardLink

    func make(at path: String) {
      switch self {
      case .folder: #expect(mkdir(path, 0o700) == 0)
      case .pipe: #expect(mkfifo(path, 0o600) == 0)
      case .socket: #expect(mknod(path, S_IFSOCK | 0o600, 0) == 0)
      case .danglingLink: #expect(symlink("gone", path) == 0)
      case .link:
        #expect(FileManager.default.createFile(atPath: path + ".own", contents: Data("mine\n".utf8)))
        #expect(symlink(path + ".own", path) == 0)
      case .hardLink:
        #expect(FileManager.default.createFile(atPath: path + ".own", contents: Data("mine\n".utf8)))
        #expect(Glibc.link(path + ".own", path) == 0)
      }
    }

    var sentencePart: String {
      switch self {
      case .folder: "is a folder, not a file"
      case .pipe: "is a named pipe, not a file"
      case .socket: "is a socket, not a file"
      case .danglingLink: "is a broken symbolic link, not a file"
      case .link: "is a symbolic link, not a file"
      case .hardLink: "is a file with another name (a hard link), not a file"
      }
    }
  }

  @Test(arguments: Kind.allCases)
  func anObstacleIsReportedAndNeitherWaitedForWrittenToNorRemoved(_ kind: Kind) throws {
    let folder = try StateFolder()
    try folder.make()
    let path = folder.telemetry.queue
    kind.make(at: path)
    let before = try FileManager.default.contentsOfDirectory(atPath: folder.telemetry.url.path())
    let own = FileManager.default.contents(atPath: path + ".own")

    for action in [
      { _ = try QueueReader(folder.telemetry).forEachSignal { _ in } },
      { _ = try QueueReader(folder.telemetry).oldest(9) },
      { _ = try QueueReader(folder.telemetry).byteCount },
      { try TelemetryControl(folder.telemetry).purge() },
    ] {
      let error = #expect(throws: TelemetryError.self) { try action() }
      #expect(error?.description.contains(path) == true)
      #expect(error?.description.contains(kind.sentencePart) == true)
    }
    TelemetryRecorder(in: folder).write(.photoMoved)

    #expect(FileManager.default.contents(atPath: path + ".own") == own)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.telemetry.url.path()) == before)
  }

  @Test(arguments: Kind.allCases)
  func anObstacleDoesNotPreventTelemetryFromBeingTurnedOff(_ kind: Kind) throws {
    let folder = try StateFolder()
    try folder.make()
    try Data().write(to: URL(filePath: folder.telemetry.identity))
    kind.make(at: folder.telemetry.queue)

    try TelemetryControl(folder.telemetry).turnOff()

    #expect(folder.telemetry.isTurnedOff)
    #expect(!folder.exists(folder.telemetry.identity))
  }

  @Test(arguments: [Kind.folder, .pipe, .socket])
  func anObstacleIsNotAnIdentityAndNotWaitedFor(_ kind: Kind) throws {
    let folder = try StateFolder()
    try folder.make()
    kind.make(at: folder.telemetry.identity)

    TelemetryRecorder(in: folder).write(.photoMoved)

    #expect(try folder.read().signals.isEmpty)
  }
}
