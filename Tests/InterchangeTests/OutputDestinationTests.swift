import Foundation
import SQLiteKit
import TestSupport
import Testing

@testable import Interchange

/// Which paths may be written to, and how.
@Suite struct OutputDestinationTests {
  private let folder: TemporaryFolder
  private var protected = ProtectedFiles()

  init() throws {
    folder = try TemporaryFolder()
    for name in ["diary.sqlite", "diary.sqlite-wal"] {
      protected.add(file: folder.file(name), "it is the diary itself")
    }
    protected.add(folder: folder.file("own"), "its folder is protected")
    try folder.write("the diary", to: "diary.sqlite")
    try FileManager.default.createDirectory(atPath: folder.file("own"), withIntermediateDirectories: false)
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: folder.file(name), encoding: .utf8)
  }

  private func destination(_ name: String) throws -> OutputDestination {
    try OutputDestination(
      name.hasPrefix("/") ? name : "\(folder.path)/\(name)", protecting: protected)
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: folder.file(name), withDestinationPath: target)
  }

  /// Everything that must not be written to: a name, and what is made for it.
  private static let refused: [(name: String, make: @Sendable (OutputDestinationTests) throws -> Void)] = [
    ("diary.sqlite", { _ in }), ("diary.sqlite-wal", { _ in }), ("DIARY.sqlite-WAL", { _ in }),
    ("own/../diary.sqlite", { _ in }), ("own/new", { _ in }), ("own/../own/new", { _ in }),
    ("link", { try $0.link("link", to: "diary.sqlite") }),
    ("link", { try $0.link("link", to: $0.folder.file("diary.sqlite-wal")) }),
    ("folder/diary.sqlite", { try $0.link("folder", to: ".") }),
    ("into/new", { try $0.link("into", to: "own") }),
    ("hard", { #expect(Foundation.link($0.folder.file("diary.sqlite"), $0.folder.file("hard")) == 0) }),
    ("circle", { try $0.link("circle", to: "circle") }), ("none/new", { _ in }), ("own", { _ in }),
    ("new/", { _ in }), ("/dev/fd/987", { _ in }),
    ("other.sqlite", { try $0.folder.write("SQLite format 3\0 and more", to: "other.sqlite") }),
  ]

  @Test(arguments: refused.indices) func aDestinationThatMustNotBeWrittenToIsRefused(_ index: Int) throws {
    let (name, make) = Self.refused[index]
    try make(self)
    #expect(throws: ExportError.self, "\(name)") { try destination(name) }
    #expect(try text("diary.sqlite") == "the diary")
  }

  @Test func photosAreNotAddedToWhatIsProtected() throws {
    try link("into", to: "own")
    for name in ["-", "diary.sqlite", "diary.sqlite-wal/", "own", "own/new", "into", "into/new/newer"] {
      let path = name == "-" ? name : "\(folder.path)/\(name)"
      #expect(throws: ExportError.self, "\(name)") {
        try OutputDestination.checkFolder(path, protecting: protected)
      }
    }
    for name in ["", "new", "new/newer/"] {
      try OutputDestination.checkFolder("\(folder.path)/\(name)", protecting: protected)
    }
  }

  @Test func anOpenFileIsProtectedByWhatItIs() throws {
    let descriptor = open(folder.file("diary.sqlite"), O_WRONLY | O_APPEND | O_CLOEXEC)
    defer { close(descriptor) }
    #expect(throws: ExportError.self) { try destination("/dev/fd/\(descriptor)") }
    var input = ProtectedFiles()
    input.add(descriptor: descriptor, "it is the input file")
    #expect(throws: ExportError.self) {
      try OutputDestination(folder.file("diary.sqlite"), protecting: input)
    }
  }

  @Test func aDestinationIsANewFileAnExistingFileOrAStream() throws {
    try folder.write("text", to: "there")
    try link("link", to: "there")
    try link("dangling", to: "later")
    #expect(mkfifo(folder.file("fifo"), 0o600) == 0)

    #expect(try destination("new") == .newFile(path: folder.file("new")))
    #expect(try destination("there") == .existingFile(path: folder.file("there")))
    #expect(try destination("link") == .existingFile(path: folder.file("there")))
    #expect(try destination("dangling") == .newFile(path: folder.file("later")))
    #expect(try destination("fifo") == .stream(path: folder.file("fifo")))
    #expect(try destination("/dev/null") == .stream(path: "/dev/null"))
    #expect(try OutputDestination("-", protecting: protected) == .standardOutput)
    #expect(try destination("/dev/stdout") == .standardOutput)
  }

  /// On a machine without the links in `/dev`, `/dev/stdout` would become a file there.
  @Test func theNamesOfTheStandardStreamsNeedNoLinks() {
    #expect(LinkedPath.descriptor("/dev/stdout") == STDOUT_FILENO)
    #expect(LinkedPath.descriptor("/dev/stderr") == STDERR_FILENO)
    #expect(LinkedPath.descriptor("/dev/fd/7") == 7)
    #expect(LinkedPath.descriptor("/dev/stdout2") == nil)
  }

  /// A program was killed when the file had its name and not yet lost the one that it had before.
  @Test func theSecondNameThatAKilledProgramLeftIsRemoved() throws {
    try folder.write("text", to: "there")
    let unfinishedFile = try leftFolder() + "/draft"
    #expect(Foundation.link(folder.file("there"), unfinishedFile) == 0)

    #expect(try destination("there") == .existingFile(path: folder.file("there")))
    #expect(!FileManager.default.fileExists(atPath: unfinishedFile))
    #expect(try text("there") == "text")
  }

  private func leftFolder() throws -> String {
    let left = try ScratchFolder(in: folder.path, for: .staging)
    left.keep()
    return left.path
  }

  @Test func aFileHasItsNameOnlyWhenItIsWhole() throws {
    let output = try OutputFile(destination("new"))
    try output.write(Array("one".utf8))
    #expect(!FileManager.default.fileExists(atPath: folder.file("new")))
    try output.finish()
    #expect(try text("new") == "one")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
        "diary.sqlite", "new", "own",
      ])
  }

  @Test func aReplacedFileKeepsItsPermissionsAndALinkStaysOne() throws {
    try folder.write("old", to: "there")
    chmod(folder.file("there"), 0o640)
    try link("link", to: "there")

    let output = try OutputFile(destination("link"))
    try output.write(Array("new".utf8))
    #expect(try text("there") == "old")
    try output.finish()

    #expect(try text("there") == "new")
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("there"))
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("link")) == "there")
  }

  @Test func unfinishedOutputChangesNothing() throws {
    try folder.write("old", to: "there")
    try OutputFile(destination("there")).write([1])
    try OutputFile(destination("new")).write([1])
    #expect(try text("there") == "old")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 3)
  }

  @Test func aFileThatAppearedIsNotReplaced() throws {
    let output = try OutputFile(destination("new"))
    try folder.write("of another program", to: "new")
    let error = #expect(throws: ExportError.self) { try output.finish() }
    #expect(error?.sentence == "new cannot be written: another program has just created it.")
    #expect(try text("new") == "of another program")
  }

  @Test func anOpenFileIsNotReplacedButAppendedTo() throws {
    try folder.write("before ", to: "there")
    let descriptor = open(folder.file("there"), O_WRONLY | O_APPEND | O_CLOEXEC)
    defer { close(descriptor) }
    let output = try OutputFile(destination("/dev/fd/\(descriptor)"))
    try output.write(Array("after".utf8))
    try output.finish()
    #expect(try text("there") == "before after")
  }
}
