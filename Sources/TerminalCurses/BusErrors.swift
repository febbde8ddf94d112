import CNcurses
import Terminal

/// The message if SIGBUS ends the program.
package enum BusErrors {
  /// Prints a sentence before SIGBUS ends the program, after the terminal has been restored.
  package static func report(_ sentence: String) { crash_guard_report_bus_errors(sentence.safeForTerminal) }
}
