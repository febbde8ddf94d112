import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import Telemetry

struct TelemetryDescribeCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "describe", abstract: "Describe all usage counts and their possible values.",
    discussion: """
      There are no other usage counts, and none contains text that you wrote. Each also has the program's id, a hash \
      that identifies this installation, an id of the session, and the hour.

      EXAMPLE:
        beerdiary telemetry describe | less
      """)

  static let json: JSONType = .array(.object("usage_count_kind"))

  @OptionGroup var output: ListOutputOptions
  @OptionGroup var pager: PagerOptions

  func run(in context: CommandContext) throws {
    context.report(output, SignalDescription.all, to: context.output(pager), json: members) {
      for (index, signal) in SignalDescription.all.enumerated() {
        if index > 0 { $0.line() }
        write(signal, to: $0)
      }
    }
  }

  private func write(_ signal: SignalDescription, to console: Console) {
    console.line("\(signal.type): \(signal.summary)")
    if let floatValue = signal.floatValue { console.line("  floatValue: \(floatValue)") }
    for key in signal.payload { console.sentence("  \(key.key): \(key.summary) (\(values(key)))") }
  }

  private func values(_ key: PayloadDescription) -> String {
    switch key.values {
    case .number: "a number"
    case .flag: "true or false"
    case .oneOf(let names): names.joined(separator: ", ")
    }
  }

  private func members(_ signal: SignalDescription) -> JSONMembers {
    let payload = signal.payload.map { key in
      JSONValue.object(["key": .text(key.key), "summary": .text(key.summary), "values": json(key.values)])
    }
    return [
      ("type", .text(signal.type)), ("summary", .text(signal.summary)),
      ("float_value", .init(signal.floatValue)), ("payload", .array(payload)),
    ]
  }

  private func json(_ values: PayloadDescription.Values) -> JSONValue {
    switch values {
    case .number: .text("number")
    case .flag: .text("boolean")
    case .oneOf(let names): .array(names.map(JSONValue.text))
    }
  }
}
