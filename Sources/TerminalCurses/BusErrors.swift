import CNcurses
import Terminal

/// What the program says when SIGBUS ends it.
package enum BusErrors {
  /// Prints a sentence before SIGBUS ends the program, after the terminal has been restored.
  package static func report(_ sentence: String) { crash_guard_report_bus_errors(sentence.safeForTerminal) }
}
