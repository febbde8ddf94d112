import Foundation

/// A signal as it stands in the queue.
///
/// Versions of the program that know more or fewer signals may have written it, so its type and its
/// payload are whatever the line says. All its text is printable ASCII, safe to show on a terminal.
package struct QueuedSignal: Sendable, Equatable {
  /// The whole line as it was written, without its line feed: a JSON object.
  package let line: String
  package let appID: String
  package let clientUser: String
  package let sessionID: String
  package let type: String
  package let isTestMode: Bool
  package let floatValue: Double?
  package let payload: [String: Value]
  /// The hour it was written in, in ISO 8601.
  package let receivedAt: String

  /// What a key of a payload has.
  package enum Value: Sendable, Equatable {
    case number(Double)
    case flag(Bool)
    case name(String)
  }
}

extension QueuedSignal {
  /// Reads a line, or finds that it is torn, damaged or not this program's.
  init?(line bytes: ArraySlice<UInt8>, with decoder: JSONDecoder) {
    // Signals are printable ASCII that needs no escapes; whatever has others was not written by them.
    guard bytes.allSatisfy({ (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }),
      let fields = try? decoder.decode(Fields.self, from: Data(bytes))
    else { return nil }
    line = String(decoding: bytes, as: UTF8.self)
    appID = fields.appID
    clientUser = fields.clientUser
    sessionID = fields.sessionID
    type = fields.type
    isTestMode = fields.isTestMode
    floatValue = fields.floatValue
    payload = fields.payload
    receivedAt = fields.receivedAt
  }

  private struct Fields: Decodable {
    let appID: String
    let clientUser: String
    let sessionID: String
    let type: String
    let isTestMode: Bool
    let floatValue: Double?
    let payload: [String: Value]
    let receivedAt: String
  }
}

extension QueuedSignal.Value: Decodable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else {
      self = .name(try container.decode(String.self))
    }
  }
}
