/// Reads decimal numbers from bytes, the same in every locale.
enum DecimalParser {
  /// Reads `12`, `-12.5`, `12,5`, `.5` and `1e-3`; `nil` for anything else, such as a number with two separators.
  ///
  /// A comma is a decimal comma. Up to 15 digits are converted with one exact division, which rounds correctly
  /// (W. D. Clinger, "How to Read Floating Point Numbers Accurately"); other numbers use the slow conversion.
  static func number(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    var mantissa = 0
    var digits = 0
    var decimals = 0
    var hasSeparator = false
    let isSigned = bytes.first == UInt8(ascii: "-") || bytes.first == UInt8(ascii: "+")
    for byte in bytes.dropFirst(isSigned ? 1 : 0) {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits += 1
        if hasSeparator { decimals += 1 }
        guard digits <= 15 else { return slowNumber(bytes) }
        mantissa = mantissa * 10 + Int(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "."), UInt8(ascii: ","):
        guard !hasSeparator else { return nil }
        hasSeparator = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"): return slowNumber(bytes)
      default: return nil
      }
    }
    guard digits > 0 else { return nil }
    let value = Double(mantissa) / powersOfTen[decimals]
    return bytes.first == UInt8(ascii: "-") ? -value : value
  }

  private static func slowNumber(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    let allowed = bytes.allSatisfy { (0x30...0x39).contains($0) || Array(".,+-eE".utf8).contains($0) }
    guard allowed, bytes.count < 400 else { return nil }
    let text = String(decoding: bytes.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }, as: UTF8.self)
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]
}
