import Foundation
import Testing

@testable import Terminal

#if canImport(Glibc)
  import Glibc
#endif

@Suite struct WidthTableTests {
  @Test func everyScalarHasTheColumnsOfTheCLibrary() throws {
    // Given
    try #require(setlocale(LC_CTYPE, "C.UTF-8") != nil)
    // When
    let expected = runs()
    // Then
    #expect(WidthTable.runs == expected, "the table should be \(literal(of: expected))")
  }

  @Test func lookupAgreesWithTheRuns() throws {
    try #require(setlocale(LC_CTYPE, "C.UTF-8") != nil)
    let wrong = everyScalar.filter { WidthTable.runClass(of: $0) != runClass(of: $0) }
    #expect(wrong.isEmpty, "\(wrong.prefix(10))")
  }

  @Test func whatIsShownTakesTheColumnsOfTheCLibrary() throws {
    try #require(setlocale(LC_CTYPE, "C.UTF-8") != nil)
    for scalar in everyScalar {
      let columns = columnsOfTheCLibrary(scalar)
      switch scalar.display {
      case .narrow: #expect(columns == 1, "\(scalar.escaped(asASCII: true))")
      case .wide: #expect(columns == 2, "\(scalar.escaped(asASCII: true))")
      case .mark: #expect(columns == 0, "\(scalar.escaped(asASCII: true))")
      case .blank, .replaced, .removed: break
      }
    }
  }

  private var everyScalar: [Unicode.Scalar] { (0...0x10FFFF).compactMap(Unicode.Scalar.init) }

  private func columnsOfTheCLibrary(_ scalar: Unicode.Scalar) -> Int {
    Int(columnsOfWideCharacter(Int32(bitPattern: scalar.value)))
  }

  /// The rule by which the table was made.
  private func runClass(of scalar: Unicode.Scalar) -> UInt32 {
    let columns = columnsOfTheCLibrary(scalar)
    if scalar.value == 0 || columns < 0 { return 3 }
    if columns == 0 { return 0 }
    let properties = scalar.properties
    let isOdd = [.format, .privateUse].contains(properties.generalCategory)
    return isOdd || properties.isDefaultIgnorableCodePoint ? 3 : UInt32(columns)
  }

  private func runs() -> [UInt32] {
    var runs: [UInt32] = []
    for value in UInt32(0)...0x10FFFF {
      // Surrogates are no scalars; nothing ever looks them up.
      let next = Unicode.Scalar(value).map(runClass) ?? 3
      if runs.last.map({ $0 & 3 }) != next { runs.append(value << 2 | next) }
    }
    return runs
  }

  private func literal(of runs: [UInt32]) -> String {
    runs.map { "0x" + String($0, radix: 16) }.joined(separator: ", ")
  }
}

/// Glibc's module hides `wcwidth` behind a feature macro.
@_silgen_name("wcwidth")
private func columnsOfWideCharacter(_ character: Int32) -> Int32
