import Foundation

/// Standard input: the user's answers, or a file.
package final class ConsoleInput {
  /// The file descriptor, to read a file from standard input.
  package let descriptor: Int32
  /// Whether the lines are typed, so that the user can be asked.
  package let isTerminal: Bool
  private let nextLine: () -> String?
  /// Called before a line is read.
  package var willRead: (() -> Void)?
  /// Called after a line was read.
  package var didRead: (() -> Void)?

  /// The input of this process.
  package static var standard: ConsoleInput {
    ConsoleInput(descriptor: STDIN_FILENO, isTerminal: isatty(STDIN_FILENO) == 1) { Swift.readLine() }
  }

  /// Creates an input that reads its lines with a closure.
  ///
  /// - Parameter nextLine: Returns the next line without its end; `nil` at the end of the input.
  package init(descriptor: Int32, isTerminal: Bool, nextLine: @escaping () -> String?) {
    self.descriptor = descriptor
    self.isTerminal = isTerminal
    self.nextLine = nextLine
  }

  /// Reads the next line, without its end; `nil` at the end of the input.
  package func readLine() -> String? {
    willRead?()
    defer { didRead?() }
    return nextLine()
  }

  /// Reads the rest of the input; empty if it cannot be read.
  package func readBytes() -> [UInt8] {
    willRead?()
    defer { didRead?() }
    let bytes = try? FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).readToEnd()
    return Array(bytes ?? Data())
  }
}
