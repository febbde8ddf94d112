import DiaryCLI
import DiaryModel
import DiaryProcess
import DiaryStore
import Foundation
import TestSupport

@testable import Sync

/// A home folder and a diary of its own, in which commands run in this process, without a terminal.
final class Workplace {
  struct Result {
    var status: Int32
    var output: String
    var errors: String
    /// The diaries that were opened on the screen.
    var screens: [ScreenRequest]

    var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  private let folder: TemporaryFolder
  private var runCount = 0
  /// More variables, besides those for folders.
  var variables = ["DO_NOT_TRACK": "1", "LANG": "C.UTF-8"]
  let store: String

  /// - Parameter names: Those of the beers in the diary, from 1; there is no diary if there are none.
  convenience init(beers names: String...) throws { try self.init(names.map { BeerFields(name: $0) }) }

  /// - Parameter beers: The beers in the diary, from 1; there is no diary if there are none.
  init(_ beers: [BeerFields]) throws {
    folder = try TemporaryFolder()
    store = folder.file("data/beerdiary/diary.sqlite")
    if beers.isEmpty { return }
    let diary = try diary(for: .writing)
    for fields in beers { _ = try diary.add(NewBeer(fields: fields)) }
  }

  func file(_ name: String) -> String { folder.file(name) }

  /// Writes a text file and returns its path.
  func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
    return file(name)
  }

  /// Opens the diary, to see what a command did to it.
  func diary(for mode: DiaryOpenMode = .reading) throws -> Diary { try Diary.open(at: store, for: mode) }

  /// The files of the diary, byte for byte.
  func diaryFiles() throws -> [String: Data] { try folder.contents(of: "data/beerdiary") }

  /// The names of the beers, by their ids.
  func names() throws -> [Int64: String] {
    var names: [Int64: String] = [:]
    try diary().forEachListItem { names[$0.id] = $0.name }
    return names
  }

  /// Runs a command to its end.
  ///
  /// - Parameters:
  ///   - input: What standard input holds; read line by line, it is what a person answers.
  ///   - isTerminal: Whether the streams are treated as a terminal.
  func run(_ arguments: String..., input: String = "", isTerminal: Bool = false) throws -> Result {
    try run(arguments, input: input, isTerminal: isTerminal)
  }

  /// Runs a command to its end.
  ///
  /// - Parameters:
  ///   - isTerminal: Whether the streams are treated as a terminal.
  ///   - isInputTerminal: Whether standard input is; `nil` if it is as the other streams.
  ///   - beforeAnswer: Called before each answer, while a question waits.
  func run(
    _ arguments: [String], input: String = "", isTerminal: Bool = false, isInputTerminal: Bool? = nil,
    beforeAnswer: @escaping () -> Void = {}
  ) throws -> Result {
    runCount += 1
    let names = ["input", "output", "errors"].map { "\($0)-\(runCount)" }
    let paths = try names.enumerated().map { try write($0 == 0 ? input : "", to: $1) }
    let descriptors = paths.map { open($0, O_RDWR | O_APPEND | O_CLOEXEC) }
    defer { for descriptor in descriptors { close(descriptor) } }
    let environment = environment
    let output = Console(.data, .init(descriptors[1], isTerminal: isTerminal, environment: environment))
    let errors = Console(.messages, .init(descriptors[2], isTerminal: isTerminal, environment: environment))
    var answers = input.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
    var screens: [ScreenRequest] = []
    let context = CommandContext(
      output: output, errors: errors,
      input: ConsoleInput(descriptor: descriptors[0], isTerminal: isInputTerminal ?? isTerminal) {
        beforeAnswer()
        return answers.popFirst()
      },
      environment: environment, telemetry: RunTelemetry(environment, errors: errors),
      defaultKeys: { $0 == "undo" ? ["u"] : nil },
      passphraseCost: .minimal,
      openScreen: { screens.append($0) })
    let ending = CommandRun(arguments, in: context).run()
    let texts = try paths.map { try String(contentsOfFile: $0, encoding: .utf8) }
    return Result(status: ending.status, output: texts[1], errors: texts[2], screens: screens)
  }

  private var environment: Environment {
    let folders = ["DATA", "STATE", "CONFIG", "CACHE"].map { name in
      ("XDG_\(name)_HOME", file(name.lowercased()))
    }
    return Environment(variables.merging(folders) { $1 }.merging(["HOME": folder.path]) { $1 })
  }
}

extension CommandRun.Ending {
  /// As a shell reports it.
  fileprivate var status: Int32 {
    switch self {
    case .status(let status): status
    case .signal(let signal): 128 + signal.number
    }
  }
}

extension WrappedKey.Cost {
  /// Makes passphrases fast to check.
  fileprivate static let minimal = Self(exponent: 4, blockSize: 8, parallelism: 1)
}
