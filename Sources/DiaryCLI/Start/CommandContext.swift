package import DiaryProcess
import DiaryStore
import Foundation
package import Settings
package import Sync
import Telemetry

/// The environment of a command: streams, variables, telemetry and the screen.
package struct CommandContext {
  /// Opens a diary on the screen until the user leaves, and throws `EndedBySignal` if a signal ended it.
  package typealias OpenScreen = (ScreenRequest) throws -> Void

  /// The console for results, which is flushed after the command in any case.
  let output: Console
  /// The console for messages and questions; flushes `output` first.
  let errors: Console
  let input: ConsoleInput
  let environment: Environment
  let telemetry: RunTelemetry
  /// The progress line; results and messages remove it.
  let progress: ProgressLine
  let openScreen: OpenScreen
  /// Whether `--no-input` forbids questions.
  var neverAsks = false
  /// The user's settings.
  let settings: CommandSettings
  /// Returns the mistakes in the settings of keys, which only the interface knows.
  let keyMistakes: ([KeySetting]) -> [SettingsMistake]
  /// Returns the labels of the keys that an action has without settings; `nil` if there is no such action.
  let defaultKeys: (_ action: String) -> [String]?
  /// The cost of guessing a new passphrase, which tests lower.
  let passphraseCost: WrappedKey.Cost

  /// Creates the context of a run; the settings are read only when they are needed.
  ///
  /// Connects the streams: messages come after the results that were written before them, and both remove the progress
  /// line.
  package init(
    output: Console, errors: Console, input: ConsoleInput, environment: Environment, telemetry: RunTelemetry,
    keyMistakes: @escaping ([KeySetting]) -> [SettingsMistake] = { _ in [] },
    defaultKeys: @escaping (_ action: String) -> [String]? = { _ in nil },
    passphraseCost: WrappedKey.Cost = .standard,
    openScreen: @escaping OpenScreen
  ) {
    self.output = output
    self.errors = errors
    self.input = input
    self.environment = environment
    self.telemetry = telemetry
    self.openScreen = openScreen
    self.keyMistakes = keyMistakes
    self.defaultKeys = defaultKeys
    self.passphraseCost = passphraseCost
    settings = CommandSettings(UserFolders(environment), errors: errors)
    let settingsFolder = settings.folder
    let progress = ProgressLine(errors.stream) {
      SettingsFile(folder: settingsFolder).preferences.pictures == .words
    }
    self.progress = progress
    // Results on a terminal, and programs that read them, own the terminal from the first line on.
    if !output.stream.isFile { output.willWrite = { progress.pause() } }
    errors.willWrite = {
      output.flushUnlessPaged()
      progress.end()
    }
    input.willRead = { progress.pause() }
    input.didRead = { progress.resume() }
  }

  /// The folders of the user's files.
  var folders: UserFolders { UserFolders(environment) }

  /// The output, through the pager if it is longer than the terminal.
  func output(_ options: PagerOptions) -> Console {
    if !options.noPager { output.pager = Pager(environment, output) }
    return output
  }

  /// Prints a result: as JSON if `--json` asks for that, otherwise as text.
  func report(
    _ options: some PrintingOptions, json: @autoclosure () throws -> String, text: (Console) throws -> Void
  ) rethrows {
    if options.json { output.write(try json()) } else { try text(output) }
  }

  /// Prints what was done: as JSON if `--json` asks for that, otherwise as text, which `--quiet` leaves out.
  func reportDone(
    _ options: some PrintingOptions, json: @autoclosure () throws -> String, text: (Console) throws -> Void
  ) rethrows {
    if options.json { output.write(try json()) } else if !options.quiet { try text(output) }
  }

  /// Says on a terminal why there is no result; in a pipe or a file, no output says that.
  func reportEmpty(_ sentence: @autoclosure () -> String) {
    if output.isTerminal { errors.sentence(sentence()) }
  }
}

// MARK: - Canceling

extension CommandContext {
  /// Runs work that a signal cancels at a clean boundary.
  ///
  /// - Parameter sentence: The sentence to print if the work was canceled.
  /// - Throws: What the work throws, or `EndedBySignal` if it was canceled.
  func cancellable<Value>(
    _ sentence: @autoclosure () -> String,
    _ work: (_ isCancelled: @escaping @Sendable () -> Bool) throws -> Value
  ) throws -> Value {
    do {
      return try cancellable(work)
    } catch  where CommandFailure.isCancellation(error) {
      throw cancelled(sentence())
    }
  }

  /// Runs work that changes nothing if a signal cancels it, and says so.
  ///
  /// - Throws: What the work throws, or `EndedBySignal` if it was canceled.
  func allOrNothing<Value>(_ work: (_ isCancelled: @escaping @Sendable () -> Bool) throws -> Value) throws
    -> Value
  {
    try cancellable("Stopped. Nothing was changed.", work)
  }

  /// Runs work that a signal cancels at a clean boundary, and that reports itself that it was canceled.
  func cancellable<Value>(_ work: (_ isCancelled: @escaping @Sendable () -> Bool) throws -> Value) rethrows
    -> Value
  {
    defer { progress.end() }
    return try InterruptNotice.during { try work { InterruptNotice.isInterrupted } }
  }

  /// Prints that work was canceled, and returns the error that ends the program like the signal.
  func cancelled(_ sentence: String) -> EndedBySignal {
    errors.error(sentence)
    return InterruptNotice.ended
  }
}

// MARK: - Asking

extension CommandContext {
  enum Answer {
    case yes, no
    /// The additional answer of the question.
    case other
  }

  /// Whether questions can be asked on a terminal, and `--no-input` was not given.
  var canAsk: Bool { !neverAsks && input.isTerminal && errors.isTerminal }

  /// Whether the screen can be opened on a terminal, and `--no-input` was not given.
  var canOpenScreen: Bool { !neverAsks && input.isTerminal && output.isTerminal }

  /// Refuses to go on if questions cannot be asked.
  ///
  /// - Parameters:
  ///   - outcome: What was not done, without a full stop: `Nothing was restored`.
  ///   - advice: A sentence that names the option to use instead.
  /// - Throws: A usage error with the outcome, the reason, and the advice.
  func requireQuestions(
    orRefuse outcome: @autoclosure () -> String, advice: @autoclosure () -> String
  ) throws(CommandFailure) {
    if !canAsk { throw refusal(outcome(), advice()) }
  }

  /// Returns the error for a question that cannot be asked.
  private func refusal(_ outcome: String, _ advice: String) -> CommandFailure {
    let reason = neverAsks ? "--no-input forbids questions" : "there is no terminal to ask on"
    return CommandFailure(sentence: "\(outcome): \(reason). \(advice)", status: .usage)
  }

  /// Asks a question and returns the line that the user types, without blanks around it; `nil` at the end of the input.
  func ask(_ question: String) -> String? {
    errors.question(question)
    return readAnswer()
  }

  /// Returns the line that the user types after a question, without blanks around it; `nil` at the end of the input.
  func readAnswer() -> String? {
    if let line = input.readLine() { return line.trimmingCharacters(in: .whitespaces) }
    // Ctrl-D does not end the line of the question.
    errors.line()
    return nil
  }

  /// Refuses to go on if a change has to be confirmed, and questions cannot be asked.
  ///
  /// - Parameters:
  ///   - options: `--yes` confirms the change without a question.
  ///   - outcome: What was not done, without a full stop: `Nothing was repaired`.
  ///   - advice: A sentence that names `--yes`.
  /// - Throws: The usage error of ``confirms(_:orRefuse:advice:declined:question:)``.
  func requireConfirmation(
    _ options: ConfirmationOptions, orRefuse outcome: @autoclosure () -> String,
    advice: @autoclosure () -> String
  ) throws(CommandFailure) {
    if !options.yes { try requireQuestions(orRefuse: outcome(), advice: advice()) }
  }

  /// Returns whether the user confirms a change, and prints that nothing was changed if not.
  ///
  /// - Parameters:
  ///   - options: `--yes` confirms the change without a question.
  ///   - outcome: What was not done if no question can be asked, without a full stop: `Nothing was repaired`;
  ///     `nil` to make the change then.
  ///   - advice: A sentence that names `--yes`; used with `outcome`.
  ///   - declined: The sentence that is printed if the user does not confirm the change.
  ///   - question: Returns the question; what it is about may be printed before.
  /// - Throws: A usage error with the outcome, the reason, and the advice; the error of `question`.
  func confirms(
    _ options: ConfirmationOptions, orRefuse outcome: @autoclosure () -> String?,
    advice: @autoclosure () -> String = "", declined: String = "Nothing was changed.",
    question: () throws -> String
  ) throws -> Bool {
    try confirms(
      isConfirmed: options.yes, orThrow: outcome().map { refusal($0, advice()) }, declined: declined,
      question: question)
  }

  /// Returns whether the user confirms a change, and prints a sentence if not.
  ///
  /// - Parameters:
  ///   - isConfirmed: Whether an option confirms the change without a question.
  ///   - failure: The error if no question can be asked; `nil` to make the change then.
  ///   - declined: The sentence that is printed if the user does not confirm the change.
  ///   - question: Returns the question; what it is about may be printed before.
  /// - Throws: `failure`; the error of `question`.
  func confirms(
    isConfirmed: Bool, orThrow failure: @autoclosure () -> CommandFailure?, declined: String,
    question: () throws -> String
  ) throws -> Bool {
    if isConfirmed { return true }
    guard canAsk else {
      guard let failure = failure() else { return true }
      throw failure
    }
    if confirm(try question()) { return true }
    errors.line(declined)
    return false
  }

  /// Asks a question; only y and yes confirm it.
  func confirm(_ question: String) -> Bool { answer(to: question, other: nil) == .yes }

  /// Asks a question that is answered with yes, no or possibly a third answer; the default is no.
  ///
  /// - Parameter other: A lowercase letter for another answer than y and n; `nil` for none.
  func answer(to question: String, other: Character?) -> Answer {
    switch ask(question + (other.map { " [y/N/\($0)]" } ?? " [y/N]"))?.lowercased() {
    case "y", "yes": return .yes
    case let letter where letter == other.map({ String($0) }): return .other
    default: return .no
    }
  }
}
