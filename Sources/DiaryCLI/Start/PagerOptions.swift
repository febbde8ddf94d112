import ArgumentParser
import DiaryProcess
import Foundation

/// How output that may be long is shown.
struct PagerOptions: ParsableArguments {
  @Flag(name: .long, help: "Do not show what is longer than the terminal in $PAGER.")
  var noPager = false

  /// Standard output, which goes through the pager as soon as it is longer than the terminal.
  var console: Console {
    let console = Console.standardOutput
    if !noPager { console.pager = Pager(environment: ProcessInfo.processInfo.environment, console) }
    return console
  }
}
