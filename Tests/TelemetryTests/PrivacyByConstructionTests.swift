import Foundation
import Testing

@testable import Telemetry

/// What a signal can hold.
@Suite struct PrivacyByConstructionTests {
  @Test func thereIsASampleOfEachType() {
    #expect(Signal.samples.map(\.type) == SignalType.allCases)
  }

  @Test(arguments: Signal.samples)
  func noSignalHasText(signal: Signal) {
    #expect(textFound(in: signal) == [])
  }

  @Test func theSearchForTextFindsText() {
    #expect(textFound(in: (1, [(name: "secret", 2)])) == ["secret"])
  }

  @Test(arguments: Signal.samples)
  func keysAndValuesAreThoseThatAreDescribed(signal: Signal) throws {
    // given
    let description = try #require(
      SignalDescription.all.first { $0.type == signal.type.rawValue })

    // when
    let payload = signal.payload

    // then
    #expect(Set(payload.keys.map(\.rawValue)) == Set(description.payload.map(\.key)))
    #expect((signal.duration != nil) == (description.floatValue != nil))
    for (key, value) in payload {
      #expect(key.values.allow(value), "\(key) cannot be \(value.json)")
    }
  }

  @Test func everyKeyIsDescribedAndNotReservedByTelemetryDeck() {
    let described = Set(SignalDescription.all.flatMap(\.payload).map(\.key))
    let reserved = [
      "count", "type", "appID", "clientUser", "__time", "payload", "platform", "receivedAt",
    ]
    #expect(described == Set(PayloadKey.allCases.map(\.rawValue)))
    #expect(described.isDisjoint(with: reserved))
  }

  @Test func namesNeedNoEscapingInJSON() {
    let names =
      SignalType.allCases.map(\.rawValue) + PayloadKey.allCases.map(\.rawValue)
      + PayloadKey.allCases.flatMap(\.values.names)
    for name in names {
      #expect(name.wholeMatch(of: /[A-Za-z0-9.+-]+/) != nil, "\(name)")
    }
  }

  /// All text inside `value`, however deep.
  private func textFound(in value: Any) -> [String] {
    if let text = value as? any StringProtocol { return [String(text)] }
    if value is Data { return ["some data"] }
    return Mirror(reflecting: value).children.flatMap { textFound(in: $0.value) }
  }
}

extension PayloadDescription.Values {
  fileprivate var names: [String] {
    if case .oneOf(let names) = self { names } else { [] }
  }

  fileprivate func allow(_ value: PayloadValue) -> Bool {
    switch self {
    case .number: Int(value.json) != nil
    case .flag: Bool(value.json) != nil
    case .oneOf(let names): names.contains { value.json == "\"\($0)\"" }
    }
  }
}
