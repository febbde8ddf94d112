import Foundation

/// The error that ends the program like a signal, after cleaning up.
package struct EndedBySignal: Error {
  /// The signal's number, as in the exit status 128 + number.
  package let number: Int32

  package init(number: Int32) { self.number = number }

  /// Ends the process by the signal, so that the parent process sees the reason.
  package func raiseAgain() -> Never {
    signal(number, SIG_DFL)
    raise(number)
    exit(128 + number)
  }
}
