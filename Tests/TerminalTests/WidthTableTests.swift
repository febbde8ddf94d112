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

  @Test func whatIsShownTakesTheColumnsOfTheCLibrary() throws {
    // Given
    try #require(setlocale(LC_CTYPE, "C.UTF-8") != nil)
    // When
    let wrong = everyScalar.filter { scalar in
      guard let shown = columnsShown(for: scalar) else { return false }
      return shown != columnsOfTheCLibrary(scalar)
    }
    // Then
    #expect(wrong.isEmpty, "\(wrong.prefix(10).map { $0.escaped(asASCII: true) })")
  }

  private func columnsShown(for scalar: Unicode.Scalar) -> Int? {
    switch scalar.display {
    case .mark: 0
    case .narrow, .flagLetter: 1
    case .wide: 2
    case .blank, .replaced, .removed: nil
    }
  }

  /// All of them save the private planes, which one run of the table covers.
  private var everyScalar: [Unicode.Scalar] {
    (UInt32(0)...0xE0FFF).compactMap { Unicode.Scalar($0) }
  }

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
