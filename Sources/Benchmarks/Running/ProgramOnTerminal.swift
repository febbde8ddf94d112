import Foundation

/// A program on a pseudoterminal, which this process controls.
final class ProgramOnTerminal {
  /// `TIOCSPTLCK` and `TIOCGPTN`, which `unlockpt` and `ptsname` use; Swift cannot import these macros.
  ///
  /// Source: ioctl_tty(2).
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  private let keyboard: Int32
  private let process = Process()
  /// The output that was not searched yet.
  private var shown: [UInt8] = []

  struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ what: String) { description = "\(what): \(String(cString: strerror(errno)))" }
  }

  /// Starts a program on a new pseudoterminal.
  ///
  /// - Parameter size: Columns and rows of the terminal.
  init(
    _ program: String, _ arguments: [String], environment: [String: String],
    size: (columns: UInt16, rows: UInt16) = (80, 24)
  ) throws {
    keyboard = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var isLocked: Int32 = 0
    var number: UInt32 = 0
    guard keyboard >= 0, ioctl(keyboard, Self.setLock, &isLocked) == 0,
      ioctl(keyboard, Self.getNumber, &number) == 0
    else { throw Failure("no terminal could be made") }
    let terminal = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0 else { throw Failure("the terminal could not be opened") }
    var size = winsize(ws_row: size.rows, ws_col: size.columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
    let handle = FileHandle(fileDescriptor: terminal, closeOnDealloc: true)
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = environment
    process.standardInput = handle
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
  }

  deinit { close(keyboard) }

  /// Presses keys, and discards the previous output, which is not a response to them.
  func press(_ keys: UInt8...) throws {
    shown.removeAll(keepingCapacity: true)
    guard write(keyboard, keys, keys.count) == keys.count else { throw Failure("a key could not be pressed") }
  }

  /// The resources that the program has used so far.
  var use: ProcessUse { ProcessUse(of: process.processIdentifier) }

  /// Reads output for some time.
  func watch(for time: Duration) {
    let deadline = ContinuousClock.now + time
    while ContinuousClock.now < deadline { _ = readMore(waiting: 100) }
  }

  /// Reads output until one of the texts appears.
  ///
  /// - Returns: The text's index; `nil` after a timeout, or if the program has ended.
  func wait(forAny texts: [[UInt8]], atMost limit: Duration) -> Int? {
    let longest = texts.map(\.count).max() ?? 0
    return wait(atMost: limit) {
      if let index = texts.firstIndex(where: hasShown) { return index }
      // Output is searched once, or the time that this takes would be measured; a text may begin in its last bytes.
      if shown.count >= longest { shown.removeFirst(shown.count - longest + 1) }
      return nil
    }
  }

  /// Returns whether all texts appear, in any order.
  func wait(forAll texts: [[UInt8]], atMost limit: Duration) -> Bool {
    wait(atMost: limit) { texts.allSatisfy(hasShown) ? true : nil } ?? false
  }

  /// Returns whether a text is in the output that was not searched yet.
  ///
  /// `contains` of the standard library takes some 20 ms for the output of a large screen, which would be measured as the
  /// program's time.
  private func hasShown(_ text: [UInt8]) -> Bool {
    shown.indices.dropLast(text.count - 1).contains { shown[$0...].starts(with: text) }
  }

  /// Reads until `found` returns a value, and then discards the output.
  private func wait<Found>(atMost limit: Duration, for found: () -> Found?) -> Found? {
    let deadline = ContinuousClock.now + limit
    while true {
      if let found = found() {
        shown.removeAll(keepingCapacity: true)
        return found
      }
      let left = (deadline - ContinuousClock.now) / .milliseconds(1)
      guard left > 0 else { return nil }
      if !readMore(waiting: Int32(left.rounded(.up))), !process.isRunning { return nil }
    }
  }

  /// Reads some output; `false` after a timeout.
  private func readMore(waiting milliseconds: Int32) -> Bool {
    var polled = pollfd(fd: keyboard, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, milliseconds) > 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(keyboard, &buffer, buffer.count)
    guard count > 0 else { return false }
    shown += buffer[..<count]
    return true
  }

  /// Waits briefly for the program to end, then ends it.
  func end() {
    let deadline = ContinuousClock.now + .seconds(5)
    // The program would block if its output were not read.
    while process.isRunning, ContinuousClock.now < deadline { _ = readMore(waiting: 20) }
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
  }
}
