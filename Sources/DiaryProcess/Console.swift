import Foundation
import Terminal

/// Standard output or standard error, with text made safe for terminals.
///
/// Data is buffered; `flush()` writes the rest. If the reader of data is gone, SIGPIPE ends the program, as in any
/// pipe. Messages are written immediately, and a message that cannot be written is lost.
package final class Console {
  /// What a console writes, which decides when it is written and what happens if that fails.
  package enum Content: Sendable {
    /// Results, which are buffered, or sentences for the user, which are not.
    case data, messages
  }

  /// An output stream.
  package struct Stream: Sendable {
    /// The file descriptor, which the stream does not close.
    package let descriptor: Int32
    /// Whether the descriptor is a terminal, or is to be treated as one.
    package let isTerminal: Bool
    fileprivate let environment: Environment

    /// Creates a stream that writes to a descriptor.
    ///
    /// - Parameter isTerminal: Whether to treat it as a terminal; `nil` checks the descriptor.
    package init(_ descriptor: Int32, isTerminal: Bool? = nil, environment: Environment = .process) {
      self.descriptor = descriptor
      self.isTerminal = isTerminal ?? (isatty(descriptor) == 1)
      self.environment = environment
    }

    /// Whether the stream goes to a file, or to a device such as `/dev/null`; a terminal and a pipe have a reader.
    package var isFile: Bool {
      var status = stat()
      guard !isTerminal, fstat(descriptor, &status) == 0 else { return false }
      return [S_IFREG, S_IFCHR].contains(status.st_mode & S_IFMT)
    }
  }

  /// A new console for messages on standard error.
  package static var standardError: Console { Console(.messages, Stream(STDERR_FILENO)) }
  /// A new console for data on standard output; each one has its own buffer, so a process uses one.
  package static var standardOutput: Console { Console(.data, Stream(STDOUT_FILENO)) }

  private static let partSize = 1 << 16

  /// Where the output goes, except what goes to the pager.
  package let stream: Stream
  private let content: Content
  private var descriptor: Int32
  private var buffer: [UInt8] = []
  /// The pager, which starts when the output is longer than the terminal.
  package var pager: Pager?
  /// Whether messages that are not errors are left out.
  package var isQuiet = false
  /// Called before anything is written.
  package var willWrite: (() -> Void)?
  private var running: Pager.Running?
  private var lineCount = 0

  package init(_ content: Content, _ stream: Stream) {
    self.content = content
    self.stream = stream
    descriptor = stream.descriptor
  }

  deinit {
    // After an error the pager must still end; a failure of the pager is not reported then.
    _ = try? finish()
  }

  /// Whether the stream is a terminal, also while the pager runs.
  package var isTerminal: Bool { stream.isTerminal }

  /// The value of `COLUMNS`, or the terminal's columns; `nil` if neither is known.
  package var columns: Int? {
    if let named = stream.environment[.columns].flatMap({ Int($0) }), named > 0 { return named }
    var size = winsize()
    return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
  }

  /// The terminal's rows; `nil` if they are not known.
  package var rows: Int? {
    var size = winsize()
    return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_row > 0 ? Int(size.ws_row) : nil
  }

  /// Writes one line of text, without control characters.
  package func line(_ text: String = "") {
    if !isQuiet { error(text) }
  }

  /// Writes one line about an error, without control characters, even if the console is quiet.
  package func error(_ text: String) {
    write(text.safeForTerminal + "\n")
  }

  /// Writes a sentence, wrapped on a terminal.
  package func sentence(_ text: String) {
    guard isTerminal else { return line(text) }
    for part in text.wrapped(to: columns ?? 80) { line(part) }
  }

  /// Writes a question, wrapped, with the cursor after it.
  package func question(_ text: String) {
    for (index, part) in text.wrapped(to: columns ?? 80).enumerated() {
      write((index == 0 ? "" : "\n") + part.safeForTerminal)
    }
    write(" ")
  }

  /// Writes text that is already safe.
  package func write(_ text: String) { write(utf8: Array(text.utf8)) }

  /// Writes text in UTF-8 that is already safe.
  package func write(utf8 bytes: [UInt8]) {
    buffer += bytes
    if pager != nil { countLines(of: bytes) } else { flushIfNeeded() }
  }

  private func countLines(of bytes: [UInt8]) {
    lineCount += bytes.count { $0 == UInt8(ascii: "\n") }
    // The shell's prompt takes a row, too.
    guard let pager, lineCount >= pager.rows else { return }
    self.pager = nil
    willWrite?()
    running = pager.start()
    if let running { descriptor = running.input }
  }

  /// Writes the rest and waits until the user has left the pager.
  package func finish() throws(CommandFailure) {
    flush()
    guard let running else { return }
    self.running = nil
    descriptor = stream.descriptor
    try running.finish()
  }

  /// Writes data unchanged, including control characters.
  package func write(raw bytes: [UInt8]) {
    buffer += bytes
    flushIfNeeded()
  }

  private func flushIfNeeded() {
    if content == .messages || buffer.count >= Self.partSize { flush() }
  }

  /// Writes the rest, unless a pager may still be needed.
  package func flushUnlessPaged() {
    if pager == nil { flush() }
  }

  /// Writes the rest, also if a pager may still be needed.
  ///
  /// Waits as long as the reader does. If data cannot be written, the program ends, by SIGPIPE if the reader is gone.
  package func flush() {
    if buffer.isEmpty { return }
    willWrite?()
    var start = 0
    while start < buffer.count {
      let written = buffer[start...].withUnsafeBytes {
        Foundation.write(descriptor, $0.baseAddress, $0.count)
      }
      if written > 0 {
        start += written
      } else if errno == EAGAIN {
        waitUntilWritable()
      } else if errno != EINTR {
        giveUp(code: errno)
        break
      }
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Waits because another program may have made the shared pipe or terminal non-blocking.
  private func waitUntilWritable() {
    var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = poll(&polled, 1, -1)
  }

  /// Ends the program if data cannot be written; messages are dropped.
  private func giveUp(code: Int32) {
    if running != nil { return leavePager() }
    guard content == .data else { return }
    if code == EPIPE {
      signal(SIGPIPE, SIG_DFL)
      raise(SIGPIPE)
    }
    let reason = String(cString: strerror(code))
    Console.standardError.line("beerdiary: The output could not be written: \(reason).")
    exit(ExitStatus.inputOutput.rawValue)
  }

  /// Ends the program after the user has left the pager.
  private func leavePager() {
    buffer.removeAll()
    do { try finish() } catch {
      Console.standardError.line("beerdiary: \(error.sentence)")
      exit(error.status.rawValue)
    }
    exit(ExitStatus.done.rawValue)
  }
}
