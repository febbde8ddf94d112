import Foundation

/// A signal in the queue.
///
/// Another version of the program may have recorded it, so its type and payload are not checked. All text is printable
/// ASCII and safe to show on a terminal.
package struct QueuedSignal: Sendable, Equatable {
  /// The line without its line feed: a JSON object.
  package let line: String
  /// Identifies the program; see ``SignalEncoder``.
  package let appID: String
  /// A hash of the random installation id.
  package let clientUser: String
  /// Random; the same for all signals of one run.
  package let sessionID: String
  /// Such as `Store.opened`; may be unknown to this version.
  package let type: String
  /// Whether it was recorded while testing.
  package let isTestMode: Bool
  /// A duration in seconds for most types; `nil` if the type has none.
  package let floatValue: Double?
  /// Values by key, such as `Store.beers`; may have keys that this version does not know.
  package let payload: [String: Value]
  /// The hour in which it was recorded, in ISO 8601 and UTC.
  package let receivedAt: String

  /// The value of a key of the payload.
  package enum Value: Sendable, Equatable {
    /// A JSON number.
    case number(Double)
    /// `true` or `false`.
    case flag(Bool)
    /// A string, such as a bucket or the name of a screen.
    case name(String)
  }
}

extension QueuedSignal {
  /// Parses a line; `nil` if it is incomplete, damaged or not written by this program.
  init?(line bytes: ArraySlice<UInt8>, with decoder: JSONDecoder) {
    // Signals consist of printable ASCII without escapes.
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
  /// Decodes a Boolean, a number or a string.
  ///
  /// - Throws: `DecodingError` for anything else.
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
