import TestSupport
import Testing

@testable import Terminal

/// What must hold for any text whatever, tried on thousands made of the worst there is.
@Suite struct TextPropertyTests {
  private static let rounds = 1_000

  @Test func safeTextHasNoControlCharacters() {
    forHostileTexts { text, _ in
      let safe = text.safeForTerminal
      #expect(safe.unicodeScalars.allSatisfy(isHarmless), "\(text.debugDescription)")
      #expect(Array(safe.safeForTerminal.unicodeScalars) == Array(safe.unicodeScalars))
      #expect(safe.columns == text.columns)
    }
  }

  @Test func everyCellHasOneSpacingScalarAndFewMarks() {
    forHostileTexts { text, _ in
      #expect(CellCharacters(text).allSatisfy(isOneSpacingScalarWithMarks), "\(text.debugDescription)")
    }
  }

  @Test func cutAndFittedTextKeepsItsWidth() {
    forHostileTexts { text, generator in
      let width = Int.random(in: 0...50, using: &generator)
      let cut = text.truncated(to: width)
      #expect(cut.columns <= width)
      if text.columns <= width { #expect(cut == text.safeForTerminal) }
      if text.columns > width, width > 0 { #expect(cut.hasSuffix("…") && cut.columns >= width - 1) }
      #expect(text.fitted(to: width).columns == width)
      #expect(text.fitted(to: width, alignment: .trailing).columns == width)
    }
  }

  @Test func wrappedTextKeepsItsWidthAndItsWords() {
    forHostileTexts { text, generator in
      let width = Int.random(in: 2...20, using: &generator)
      let lines = text.wrapped(to: width)
      #expect(lines.allSatisfy { $0.columns <= width })
      #expect(withoutBlanks(lines.joined()) == withoutBlanks(text.safeLines.joined()))
    }
  }

  @Test func textInFewLinesKeepsItsWidthAndItsBeginning() {
    forHostileTexts { text, generator in
      let width = Int.random(in: 2...20, using: &generator)
      let maxLines = Int.random(in: 1...4, using: &generator)
      let lines = text.wrapped(to: width, maxLines: maxLines)
      #expect(lines.count <= maxLines && lines.allSatisfy { $0.columns <= width })
      let shown = withoutBlanks(lines.joined())
      let all = withoutBlanks(text.safeLines.joined())
      #expect(shown == all || shown.last == "…" && all.starts(with: shown.dropLast()))
    }
  }

  @Test func aCanvasTakesTextInItsColumns() {
    forHostileTexts { text, _ in
      var canvas = Canvas(size: Size(width: 100, height: 1))
      #expect(canvas.put(text, at: Point(column: 0, row: 0)) == text.columns)
      let shown = String(canvas.cells.compactMap(\.character))
      #expect(shown == text.safeForTerminal + String(repeating: " ", count: 100 - text.columns))
    }
  }

  @Test func drawingAnywhereLeavesNoHalfCharacter() {
    var generator = Seeds.generator(7)
    var canvas = Canvas(size: Size(width: 20, height: 4))
    for _ in 0..<Self.rounds {
      let point = Point(
        column: .random(in: -25...25, using: &generator), row: .random(in: -1...4, using: &generator))
      let text = generator.hostileText(upTo: 12)
      if Bool.random(using: &generator) {
        let width = Int.random(in: 0...30, using: &generator)
        #expect(canvas.put(text, at: point, maxWidth: width) <= width)
      } else {
        let size = Size(
          width: .random(in: -1...9, using: &generator), height: .random(in: 0...3, using: &generator))
        canvas.fill(point, size, with: text.first ?? " ")
      }
      #expect(isWellFormed(canvas))
    }
  }

  private func forHostileTexts(_ check: (String, inout SeededGenerator) -> Void) {
    var generator = Seeds.generator(42)
    for _ in 0..<Self.rounds { check(generator.hostileText(), &generator) }
  }

  private func isOneSpacingScalarWithMarks(_ cell: CellCharacter) -> Bool {
    let scalars = Array(cell.character.unicodeScalars)
    return scalars.count <= 5 && scalars.dropFirst().allSatisfy { $0.display == .mark }
      && scalars[0].display == (cell.width == 2 ? .wide : .narrow)
  }

  private func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    let harmful: [Unicode.GeneralCategory] = [
      .control, .format, .unassigned, .privateUse, .surrogate, .lineSeparator, .paragraphSeparator,
    ]
    return !harmful.contains(properties.generalCategory) && !properties.isDefaultIgnorableCodePoint
  }

  private func withoutBlanks(_ text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { $0 != " " }
  }

  /// Every wide character has its covered cell, and every covered cell its wide character.
  private func isWellFormed(_ canvas: Canvas) -> Bool {
    canvas.cells.indices.allSatisfy { index in
      let isCovering = (canvas.cells[index].character.map { String($0).columns } ?? 0) == 2
      let isLastColumn = (index + 1) % canvas.size.width == 0
      let isNextCovered = !isLastColumn && canvas.cells[index + 1].character == nil
      return isCovering == isNextCovered
    }
  }
}
