import DiaryProcess
import DiaryText
import DiaryUI
import Foundation

/// The program that synchronizes a diary and gets missing images: this one, with `sync now` and `photo fetch`.
///
/// It is a process in its own session, so it continues if the interface ends or the terminal is closed.
package struct SyncProgram: Sendable {
  private let path: String
  private let arguments: [String]
  /// The arguments that get the missing images of a beer, without its UUID, which comes last.
  private let fetchArguments: [String]

  /// Creates the commands for a diary.
  ///
  /// - Parameter store: The path of the diary.
  package init(store: String) {
    // Usage is counted for the interface, not for each of its synchronizations.
    let options = ["--json", "--no-telemetry", "--store", store]
    self.init("/proc/self/exe", ["sync", "now"] + options, fetching: ["photo", "fetch"] + options)
  }

  /// Creates commands of any program.
  ///
  /// - Parameters:
  ///   - path: The path of the program.
  ///   - arguments: The arguments that synchronize the diary.
  ///   - fetchArguments: The arguments that get the missing images of a beer, without its UUID, which comes last.
  init(_ path: String, _ arguments: [String], fetching fetchArguments: [String] = []) {
    self.path = path
    self.arguments = arguments
    self.fetchArguments = fetchArguments
  }

  /// Starts the program and does not wait for it; returns `nil` if it cannot be started.
  func start() -> ChildProgram? { ChildProgram(path, arguments, .detached) }

  /// Runs the program to its end.
  ///
  /// - Parameter isAsked: Whether the user asked for it.
  func run(isAsked: Bool) -> SyncOutcome {
    guard let ended = runToEnd(arguments) else {
      return SyncOutcome(isAsked: isAsked, problem: Problem(sentence: Self.notStarted))
    }
    let isBusy = ended.status == ExitStatus.busy.rawValue
    // It is tried again, so the user need not know that another program, such as another screen, synchronizes the diary.
    if !isAsked, isBusy { return SyncOutcome(isAsked: false, isBusy: true) }
    guard ended.status == 0 else {
      return SyncOutcome(
        isAsked: isAsked, isBusy: isBusy,
        problem: Problem(sentence: Self.sentence(of: ended.errors) ?? Self.failed))
    }
    let result = try? JSONDecoder().decode(Result.self, from: Data(ended.output.utf8))
    return SyncOutcome(isAsked: isAsked, summary: result?.summary, unsendableCount: result?.unsendable)
  }

  /// Gets the missing images of a beer, and returns why some could not be fetched; `nil` if all were.
  func fetchImages(ofBeer beer: UUID) -> Problem? {
    let ended = runToEnd(fetchArguments + [beer.uuidString])
    if ended?.status == 0 { return nil }
    return Problem(sentence: ended.flatMap { Self.sentence(of: $0.errors) } ?? Self.notFetched)
  }

  /// Runs the program and waits for it; returns its exit status and what it wrote, or `nil` if it cannot be started.
  private func runToEnd(_ arguments: [String]) -> (status: Int32, output: String, errors: String)? {
    // Files, because a pipe would end the program if this process ends first.
    guard let output = CapturedStream(), let errors = CapturedStream(),
      let child = ChildProgram(
        path, arguments, .detached, output: output.descriptor, errors: errors.descriptor)
    else { return nil }
    return (child.waitForExit(), output.text, errors.text)
  }

  /// The members of `sync_result` that the interface uses.
  private struct Result: Decodable {
    let changes: Int
    let receivedChanges: Int
    let receivedImages: Int
    let returnedBeers: Int
    let tooLarge: Int
    let damagedFiles: [String]
    let waitingFiles: [String]
    let storedAgain: Int
    let imagesStoredAgain: Int
    let unsendable: Int

    private enum CodingKeys: String, CodingKey {
      case changes, unsendable
      case receivedChanges = "received_changes"
      case receivedImages = "received_images"
      case returnedBeers = "returned_beers"
      case tooLarge = "too_large"
      case damagedFiles = "damaged_files"
      case waitingFiles = "waiting_files"
      case storedAgain = "stored_again"
      case imagesStoredAgain = "images_stored_again"
    }

    /// What was exchanged.
    var summary: String {
      var sentences = [SyncText.sent(changes)].compactMap { $0 }
      sentences += SyncText.received(changes: receivedChanges, images: receivedImages)
      if let sentence = SyncText.returned(returnedBeers) { sentences.append(sentence) }
      if let sentence = SyncText.storedAgain(storedAgain) { sentences.append(sentence) }
      if let sentence = SyncText.storedAgain(images: imagesStoredAgain) { sentences.append(sentence) }
      if tooLarge > 0 {
        sentences.append("\(NumberText.count(tooLarge, "change is", "changes are")) too large to send.")
      }
      if let unusable = SyncText.unusable(damagedFiles) { sentences.append(unusable) }
      if let delayed = SyncText.delayed(waitingFiles) { sentences.append(delayed) }
      return sentences.isEmpty ? "Everything is up to date." : sentences.joined(separator: " ")
    }
  }

  private static let notStarted = "The synchronization could not be started."
  private static let notFetched =
    "The image could not be fetched. For details, run `beerdiary photo fetch` in a shell."
  private static let failed = "The synchronization failed. For details, run `beerdiary sync now` in a shell."

  /// Returns the error without the name of the program; `nil` if there is none.
  private static func sentence(of errors: String) -> String? {
    let prefix = "beerdiary: "
    let lines = errors.split(separator: "\n").filter { $0.hasPrefix(prefix) }
    return lines.isEmpty ? nil : lines.map { $0.dropFirst(prefix.count) }.joined(separator: " ")
  }
}

/// What a program writes to a stream, in a file without a name.
private final class CapturedStream {
  private static let maxLength = 64 * 1024

  let descriptor: Int32
  private let file: UnsafeMutablePointer<FILE>

  /// Creates an empty stream; `nil` if there is no room for temporary files.
  init?() {
    guard let file = tmpfile() else { return nil }
    self.file = file
    descriptor = fileno(file)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit { fclose(file) }

  /// The first 64 KB.
  var text: String {
    var bytes = [UInt8](repeating: 0, count: Self.maxLength)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
