import ArgumentParser
import DiaryProcess
import DiaryStore
import Foundation
import Interchange
import Settings
import Terminal

/// An output path from the command line.
///
/// All commands that write a file use it. The path is checked before the diary is opened.
struct OutputPath {
  let path: String
  private let option: String?
  private let context: CommandContext
  private let protected: ProtectedFiles

  /// Creates the output path of a command; it is checked later.
  ///
  /// - Parameters:
  ///   - option: The option that names the path; `nil` if it is an argument.
  ///   - input: A file that the command reads, or `-` for standard input.
  init(
    _ path: String, of option: String? = nil, _ options: StoreOptions, input: String? = nil,
    in context: CommandContext
  ) {
    self.path = path
    self.option = option
    self.context = context
    protected = ProtectedFiles(options, input: input, in: context)
  }

  /// Returns the destination for text.
  ///
  /// - Parameter replaces: Whether an existing file is replaced without asking.
  /// - Throws: If nothing may be written there; `ExitStatus.done` if the user keeps the existing file.
  func destination(replaces: Bool) throws -> OutputDestination {
    let destination = try checked()
    guard case .existingFile(let file) = destination, !replaces else { return destination }
    let state = Self.isWriteProtected(file) ? "already exists and is write-protected" : "already exists"
    let isConfirmed = try context.confirms(
      isConfirmed: false,
      orThrow: refusal("it \(state)", "Replace it with --force, or name another file"),
      declined: "Nothing was written."
    ) { "\(path) \(state). Replace it?" }
    if !isConfirmed { throw ExitStatus.done }
    return destination
  }

  /// Returns whether a file is write-protected, even if the superuser could write to it.
  private static func isWriteProtected(_ file: String) -> Bool {
    var status = stat()
    return access(file, W_OK) != 0 || stat(file, &status) == 0 && status.st_mode & 0o222 == 0
  }

  /// Returns the absolute path of a new database; throws if anything exists there.
  func newFile() throws -> String {
    switch try checked(replaces: false) {
    case .newFile(let file): return URL(fileURLWithPath: file).path
    case .existingFile:
      throw failure("\(path) already exists, and a backup never replaces a file. Name another file")
    case .standardOutput: throw failure("A backup cannot go to standard output. Name a file")
    case .descriptor, .stream:
      throw failure("A backup cannot go to \(path), which is not a regular file. Name a file")
    }
  }

  /// Returns the path as that of a folder to which files are added.
  func folder() throws -> String {
    do throws(ExportError) {
      try OutputDestination.checkFolder(path, protecting: protected)
    } catch {
      throw refusal(error.reason, "Name another folder")
    }
    return path
  }

  private func checked(replaces: Bool = true) throws -> OutputDestination {
    do throws(ExportError) {
      return try OutputDestination(path, protecting: protected, replaces: replaces)
    } catch {
      throw refusal(error.reason)
    }
  }

  private func refusal(_ reason: String, _ advice: String = "Name another file") -> CommandFailure {
    failure("\(path == "-" ? "Standard output" : path) cannot be written: \(reason). \(advice)")
  }

  /// Returns the failure for a path that cannot be written to.
  ///
  /// - Parameter sentence: Ends with the advice to name another file, without a full stop.
  private func failure(_ sentence: String) -> CommandFailure {
    let withOption = option.map { " with \($0)" } ?? ""
    return CommandFailure(sentence: "\(sentence)\(withOption).", status: .cannotCreate)
  }
}

/// The option for all commands that may replace a file.
struct ReplacingOptions: ParsableArguments {
  @Flag(name: .long, help: "Replace an existing output file without asking.")
  var force = false
}

extension ProtectedFiles {
  /// Creates the set of files that no command writes to: the program's own, and the command's input.
  fileprivate init(_ options: StoreOptions, input: String?, in context: CommandContext) {
    let stores = [context.path(options), StoreOptions.path(named: nil, context.environment)]
    self.init(stores: stores, settingsFiles: SettingsFile.names, in: context.folders)
    guard let input else { return }
    let reason = "it is the input file"
    if input == "-" { add(descriptor: context.input.descriptor, reason) } else { add(file: input, reason) }
  }
}

extension OutputDestination {
  /// Opens the destination; control characters for a terminal are removed.
  func open(in context: CommandContext) throws(ExportError) -> any OutputSink {
    let sink: any OutputSink =
      self == .standardOutput ? ConsoleSink(context.output) : try OutputFile(self)
    return sink.isTerminal ? TerminalSink(sink) : sink
  }
}

/// Standard output as a sink.
private final class ConsoleSink: OutputSink {
  private let console: Console

  init(_ console: Console) { self.console = console }

  var isTerminal: Bool { console.isTerminal }

  func write(_ bytes: [UInt8]) {
    console.write(raw: bytes)
    console.flush()
  }

  func finish() {}

  func discard() {}
}

/// Removes control characters that a terminal would interpret.
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
