import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import DiaryUI
import Dispatch
import Foundation
import SQLiteKit
import Synchronization
import TestSupport
import Testing

@testable import DiaryRuntime

/// Effects on a real diary in a folder of its own.
final class RunningDiary: Sendable {
  let folder: TemporaryFolder
  let runner: EffectRunner
  let answers: Answers

  /// - Parameters:
  ///   - folder: A folder with a diary; `nil` for a new one.
  ///   - migrationWarnings: The file for the warnings of a migration; `nil` for none.
  ///   - syncProgram: Synchronizes the diary; `nil` for none.
  ///   - openDiary: Opens the diary; `nil` for the one in the folder.
  init(
    in folder: TemporaryFolder? = nil, migrationWarnings: WarningsFile? = nil,
    syncProgram: SyncProgram? = nil, syncSchedule: SyncSchedule = SyncSchedule(),
    openDiary: Interface.OpenDiary? = nil
  ) throws {
    let folder = try folder ?? TemporaryFolder()
    let answers = Answers()
    self.folder = folder
    self.answers = answers
    let store = folder.file("diary.sqlite")
    let usual: Interface.OpenDiary = { _, _ throws(OpeningError) in try Diary.open(at: store) }
    runner = EffectRunner(
      openDiary: openDiary ?? usual, record: { _ in },
      cacheFolder: nil, settingsFolder: folder.file("settings"),
      draftFolder: DraftFolder(folder.file("drafts"), store: store),
      migrationWarnings: migrationWarnings,
      syncProgram: syncProgram, syncSchedule: syncSchedule
    ) { answers.take($0) }
  }

  /// Longer than a busy machine needs to finish; see `Gate`.
  static let patience = DispatchTimeInterval.seconds(600)

  deinit { _ = runner.finish(within: Self.patience) }

  func open() throws {
    runner.run(.openDiary)
    try answers.wait { if case .opened(.success) = $0 { true } else { false } }
  }

  func run(_ effects: Effect...) { effects.forEach(runner.run) }

  /// Ends the run as the interface does.
  func finish() -> StoreError? { runner.finish(within: Self.patience) }

  /// Ends the run and opens the diary again, to see what is in it.
  func reopened<Value>(_ body: (Diary) throws -> Value) throws -> Value {
    #expect(finish() == nil)
    let diary = try Diary.open(at: folder.file("diary.sqlite"))
    defer { try? diary.close() }
    return try body(diary)
  }
}

/// The messages that effects were answered with.
final class Answers: Sendable {
  /// How long no message comes before a test fails: longer than a busy machine needs; see `Gate`.
  private static let patience: TimeInterval = 600

  private struct State {
    var messages: [Message] = []
    var onMessage: (@Sendable (Message) -> Void)?
  }

  private let state = Mutex(State())
  private let arrival = NSCondition()

  /// Is called on the thread that sends a message, after it was noted.
  func onMessage(_ body: @escaping @Sendable (Message) -> Void) { state.withLock { $0.onMessage = body } }

  func take(_ message: Message) {
    let body = state.withLock { state in
      state.messages.append(message)
      return state.onMessage
    }
    arrival.lock()
    arrival.broadcast()
    arrival.unlock()
    body?(message)
  }

  var all: [Message] { state.withLock { $0.messages } }

  var changes: [(ChangeRequest, Result<ChangeOutcome, ChangeFailure>)] {
    all.compactMap { if case .changed(let request, let result) = $0 { (request, result) } else { nil } }
  }

  /// Waits until messages have come that a condition holds for, as long as others come.
  func wait(
    count: Int = 1, location: SourceLocation = #_sourceLocation, until isMet: (Message) -> Bool
  ) throws {
    arrival.lock()
    defer { arrival.unlock() }
    while true {
      let messages = all
      if messages.count(where: isMet) >= count { return }
      guard arrival.wait(until: Date(timeIntervalSinceNow: Self.patience)) || all.count > messages.count
      else {
        let last = messages.last.map { "the last of \(messages.count) was \($0)" } ?? "there was none"
        throw NoProgress(awaited: "\(count) of the messages of \(location); \(last)")
      }
    }
  }
}

/// Something did not happen for longer than a busy machine needs.
struct NoProgress: Error, CustomStringConvertible {
  let awaited: String

  var description: String { "gave up waiting for \(awaited)" }
}

extension DispatchSemaphore {
  /// Waits for a signal, for longer than a busy machine needs; see `Gate`.
  func wait(for awaited: String) throws {
    let result = wait(timeout: .now() + RunningDiary.patience)
    if result == .timedOut { throw NoProgress(awaited: awaited) }
  }
}

extension ChangeRequest {
  /// Adds a beer.
  static func add(_ name: String) -> ChangeRequest {
    .save(beer: nil, fields: BeerFields(name: name), expecting: nil)
  }
}
