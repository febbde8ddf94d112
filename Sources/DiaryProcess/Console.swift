import Foundation
import Terminal

/// Standard output or standard error: written whole, safe for a terminal.
///
/// Data is collected and written in large parts; `flush()` writes the rest. A reader that went away ends the program
/// quietly, as SIGPIPE does for any program in a pipe. Messages are written immediately, and one that cannot be written
/// is lost.
package final class Console {
  package enum Content: Sendable {
    case data, messages
  }

  /// Where text goes.
  package struct Stream: Sendable {
    package let descriptor: Int32
    package let isTerminal: Bool
    fileprivate let environment: Environment

    /// - Parameter isTerminal: Whether it is treated as a terminal; `nil` to find out.
    package init(_ descriptor: Int32, isTerminal: Bool? = nil, environment: Environment = .process) {
      self.descriptor = descriptor
      self.isTerminal = isTerminal ?? (isatty(descriptor) == 1)
      self.environment = environment
    }
  }

  package static var standardError: Console { Console(.messages, Stream(STDERR_FILENO)) }
  package static var standardOutput: Console { Console(.data, Stream(STDOUT_FILENO)) }

  private static let partSize = 1 << 16

  package let stream: Stream
  private let content: Content
  private var descriptor: Int32
  private var buffer: [UInt8] = []
  /// Waits until the output is longer than the terminal.
  package var pager: Pager?
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
    // After an error the pager still has to be waited for; what it could not do is no news then.
    _ = try? finish()
  }

  package var isTerminal: Bool { stream.isTerminal }

  /// The terminal's columns, or `COLUMNS`; `nil` where neither is known.
  package var columns: Int? {
    if let named = stream.environment[.columns].flatMap({ Int($0) }), named > 0 { return named }
    var size = winsize()
    return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
  }

  /// The terminal's rows; `nil` where they are not known.
  package var rows: Int? {
    var size = winsize()
    return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_row > 0 ? Int(size.ws_row) : nil
  }

  /// Writes one line of text from anywhere: what a terminal would obey is made harmless.
  package func line(_ text: String = "") {
    write(text.safeForTerminal + "\n")
  }

  /// Writes a sentence of any length: on a terminal in lines that fit, else in one.
  package func sentence(_ text: String) {
    guard isTerminal else { return line(text) }
    for part in text.wrapped(to: columns ?? 80) { line(part) }
  }

  /// Writes a question on a terminal, whose answer stands on its last line.
  package func question(_ text: String) {
    for (index, part) in text.wrapped(to: columns ?? 80).enumerated() {
      write((index == 0 ? "" : "\n") + part.safeForTerminal)
    }
    write(" ")
  }

  /// Writes text that is safe already.
  package func write(_ text: String) {
    buffer += Array(text.utf8)
    if pager != nil { countLines(of: text) } else { flushIfNeeded() }
  }

  private func countLines(of text: String) {
    lineCount += text.utf8.count { $0 == UInt8(ascii: "\n") }
    // The shell's prompt takes a row as well.
    guard let pager, lineCount >= pager.rows else { return }
    self.pager = nil
    running = pager.start()
    if let running { descriptor = running.input }
  }

  /// Writes what is left and waits until the user has read it.
  package func finish() throws(CommandFailure) {
    flush()
    guard let running else { return }
    self.running = nil
    descriptor = stream.descriptor
    try running.finish()
  }

  /// Writes data as it is, without any harm being taken out of it.
  package func write(raw bytes: [UInt8]) {
    buffer += bytes
    flushIfNeeded()
  }

  private func flushIfNeeded() {
    if content == .messages || buffer.count >= Self.partSize { flush() }
  }

  /// Writes what is left, unless a pager may still get it.
  package func flushUnlessPaged() {
    if pager == nil { flush() }
  }

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

  /// Another program may have told the pipe or terminal that we share not to wait.
  private func waitUntilWritable() {
    var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = poll(&polled, 1, -1)
  }

  /// Data that cannot be written ends the program; messages that cannot be written do not.
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

  /// Who has read enough needs no more to be made.
  private func leavePager() {
    buffer.removeAll()
    do { try finish() } catch {
      Console.standardError.line("beerdiary: \(error.sentence)")
      exit(error.status.rawValue)
    }
    exit(ExitStatus.done.rawValue)
  }
}
