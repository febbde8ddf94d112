import Foundation

/// Ends the program as a signal would have, after everything is tidied up.
package struct EndedBySignal: Error {
  /// The signal's number, as in the exit status 128 + number.
  package let number: Int32

  package init(number: Int32) { self.number = number }

  /// Ends the process as the signal would have, so that whoever started it learns the reason.
  package func raiseAgain() -> Never {
    signal(number, SIG_DFL)
    raise(number)
    exit(128 + number)
  }
}
