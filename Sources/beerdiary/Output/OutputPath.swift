import ArgumentParser
import DiaryStore
import DiaryUI
import Foundation
import Interchange
import Terminal

/// A path that the user names to write to: the only way from there to a file, for every command.
///
/// It is checked before any work is done, and before the diary is opened.
struct OutputPath {
  let path: String
  private let option: String?
  private let protected: ProtectedFiles

  /// - Parameters:
  ///   - option: The option that names the path; `nil` if it is an argument.
  ///   - input: A file that the command reads, or `-` for standard input.
  init(_ path: String, of option: String? = nil, _ options: StoreOptions, input: String? = nil) {
    self.path = path
    self.option = option
    protected = ProtectedFiles(options, input: input)
  }

  /// Where text goes.
  ///
  /// - Parameter replaces: Whether an existing file is replaced without asking.
  /// - Throws: If nothing may be written there, or the user wants to keep what is there.
  func destination(replaces: Bool) throws -> OutputDestination {
    let destination = try checked()
    guard case .existingFile = destination, !replaces else { return destination }
    guard Confirmation.isPossible else {
      throw refusal("it exists already", "replace it with --force, or name another file")
    }
    guard Confirmation.ask("\(path) exists already. Replace it?") else {
      throw CommandFailure(
        sentence: "\(path) was left as it is, and nothing was written.", status: .cannotCreate)
    }
    return destination
  }

  /// The absolute path of a database to be made, which never takes the place of anything.
  func newFile() throws -> String {
    switch try checked() {
    case .newFile(let file): return URL(fileURLWithPath: file).path
    case .existingFile: throw refusal("it exists already and would be overwritten")
    case .standardOutput, .descriptor, .stream: throw refusal("a database needs a file of its own")
    }
  }

  /// The folder itself, to which files are added.
  func folder() throws -> String {
    do throws(ExportError) {
      try OutputDestination.checkFolder(path, protecting: protected)
    } catch {
      throw refusal(error.reason, "name another folder")
    }
    return path
  }

  private func checked() throws -> OutputDestination {
    do throws(ExportError) {
      return try OutputDestination(path, protecting: protected)
    } catch {
      throw refusal(error.reason)
    }
  }

  private func refusal(_ reason: String, _ advice: String = "name another file") -> CommandFailure {
    let place = option.map { " with \($0)" } ?? ""
    let name = path == "-" ? "Standard output" : path
    return CommandFailure(
      sentence: "\(name) cannot be written: \(reason); \(advice)\(place).", status: .cannotCreate)
  }
}

/// The option of every command that may replace a file.
struct ReplacingOptions: ParsableArguments {
  @Flag(name: .long, help: "Replace the file if it exists, without asking.")
  var force = false
}

extension ProtectedFiles {
  /// What no command writes to: diaries, settings, drafts, and what the command reads.
  fileprivate init(_ options: StoreOptions, input: String?) {
    self.init()
    let stores = [options.storePath, StoreChoice().path, UserFolders().defaultStore]
    for store in Set(stores) { add(store: store) }
    let folders = UserFolders()
    add(file: folders.configuration, "it has your settings")
    for folder in [FilePath(folders.configuration).folder, folders.state, folders.cache] {
      add(folder: folder, "its folder is for the program's own files")
    }
    guard let input else { return }
    let reason = "it is the file that is read"
    if input == "-" { add(descriptor: STDIN_FILENO, reason) } else { add(file: input, reason) }
  }

  private mutating func add(store path: String) {
    let files = Diary.files(ofStoreAt: path)
    for file in files {
      add(file: file, file == files.first ? "it is the diary itself" : "it belongs to the diary")
    }
    add(folder: Diary.imageFolder(ofStoreAt: path), "its folder has the diary's images")
  }
}

extension OutputDestination {
  /// Opens the destination; a terminal gets nothing that it would obey.
  func open() throws(ExportError) -> any OutputSink {
    let sink: any OutputSink = self == .standardOutput ? ConsoleSink() : try OutputFile(self)
    return sink.isTerminal ? TerminalSink(sink) : sink
  }
}

/// Standard output, whose reader may go away at any time.
private final class ConsoleSink: OutputSink {
  private let console = Console.standardOutput

  var isTerminal: Bool { console.isTerminal }

  func write(_ bytes: [UInt8]) {
    console.write(raw: bytes)
    console.flush()
  }

  func finish() {}

  func discard() {}
}

/// Makes data harmless for a terminal, which would obey what is in it.
private final class TerminalSink: OutputSink {
  private let sink: any OutputSink

  init(_ sink: any OutputSink) { self.sink = sink }

  var isTerminal: Bool { true }

  func write(_ bytes: [UInt8]) throws(ExportError) {
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    try sink.write(Array(lines.map { String($0).safeForTerminal }.joined(separator: "\n").utf8))
  }

  func finish() throws(ExportError) { try sink.finish() }

  func discard() { sink.discard() }
}
