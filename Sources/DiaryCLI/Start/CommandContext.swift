package import DiaryProcess
import DiaryStore
import Foundation
import Telemetry

/// What a command has of the world around it: streams, variables, telemetry and the way to the screen.
package struct CommandContext {
  /// Opens a diary on the screen until the user leaves, and throws `EndedBySignal` if a signal ended it.
  package typealias OpenScreen = (ScreenRequest) throws -> Void

  /// Where results go; written to its end after the command, whatever happened.
  let output: Console
  /// Where messages and questions go; what was printed before them is written first.
  let errors: Console
  let input: ConsoleInput
  let environment: Environment
  let telemetry: RunTelemetry
  /// The line that says how far the work is; anything else that is written removes it.
  let progress: ProgressLine
  let openScreen: OpenScreen

  package init(
    output: Console, errors: Console, input: ConsoleInput, environment: Environment, telemetry: RunTelemetry,
    openScreen: @escaping OpenScreen
  ) {
    (self.output, self.errors, self.input) = (output, errors, input)
    (self.environment, self.telemetry, self.openScreen) = (environment, telemetry, openScreen)
    let progress = ProgressLine(errors.stream)
    self.progress = progress
    output.willWrite = { progress.end() }
    errors.willWrite = {
      output.flushUnlessPaged()
      progress.end()
    }
  }

  /// Where the user's files are.
  var folders: UserFolders { UserFolders(environment) }

  /// The output, through the pager if it is longer than the terminal.
  func output(_ options: PagerOptions) -> Console {
    if !options.noPager { output.pager = Pager(environment, output) }
    return output
  }

  /// Prints a result: as JSON if `--json` asks for that, otherwise as text.
  func report(
    _ options: OutputOptions, json: @autoclosure () throws -> String, text: (Console) throws -> Void
  ) rethrows {
    if options.json { output.write(try json()) } else { try text(output) }
  }
}

// MARK: - Stopping

extension CommandContext {
  /// Runs work that a signal stops at a clean boundary.
  ///
  /// - Parameter stopped: What is said if the work throws that it was cancelled.
  /// - Throws: What the work throws, but `EndedBySignal` if it was cancelled.
  func cancellable<Value>(
    _ stopped: @autoclosure () -> String,
    _ work: (_ isCancelled: @escaping @Sendable () -> Bool) throws -> Value
  ) throws -> Value {
    do {
      return try cancellable(work)
    } catch  where CommandFailure.isCancellation(error) {
      throw self.stopped(stopped())
    }
  }

  /// Runs work that a signal stops at a clean boundary, and that says itself if it was stopped.
  func cancellable<Value>(_ work: (_ isCancelled: @escaping @Sendable () -> Bool) throws -> Value) rethrows
    -> Value
  {
    defer { progress.end() }
    return try InterruptNotice.during { try work { InterruptNotice.isInterrupted } }
  }

  /// Says that work was stopped, and returns what ends the program as the signal would have.
  func stopped(_ sentence: String) -> EndedBySignal {
    errors.line(sentence)
    return InterruptNotice.ended
  }
}

// MARK: - Asking

extension CommandContext {
  enum Answer {
    case yes, no
    /// What the question offers besides.
    case other
  }

  /// Whether somebody is there to answer.
  var canAsk: Bool { input.isTerminal && errors.isTerminal }

  /// Asks a question that only y or yes agrees to: Enter, and anything else, changes nothing.
  func confirm(_ question: String) -> Bool { answer(to: question, other: nil) == .yes }

  /// - Parameter other: A letter that the question offers besides y and n, lower case; `nil` for none.
  func answer(to question: String, other: Character?) -> Answer {
    errors.question(question + (other.map { " [y/N/\($0)]" } ?? " [y/N]"))
    switch (input.readLine() ?? "").trimmingCharacters(in: .whitespaces).lowercased() {
    case "y", "yes": return .yes
    case let letter where letter == other.map({ String($0) }): return .other
    default: return .no
    }
  }
}
