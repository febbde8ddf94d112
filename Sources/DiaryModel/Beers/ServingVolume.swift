/// Reads how much a serving is, such as `bottle, 33 cl`, `0,5 l`, `12 oz` or `pint`.
package enum ServingVolume {
  private static let liters: [String: Double] = [
    "ml": 0.001, "milliliter": 0.001, "milliliters": 0.001, "millilitre": 0.001, "millilitres": 0.001,
    "cl": 0.01, "centiliter": 0.01, "centiliters": 0.01, "centilitre": 0.01, "centilitres": 0.01,
    "dl": 0.1, "deciliter": 0.1, "deciliters": 0.1, "decilitre": 0.1, "decilitres": 0.1,
    "l": 1, "liter": 1, "liters": 1, "litre": 1, "litres": 1,
    "oz": fluidOunce, "ounce": fluidOunce, "ounces": fluidOunce,
    "pint": pint, "pints": pint, "pt": pint,
  ]
  /// Of the United States; in Britain, beer is not measured in ounces.
  private static let fluidOunce = 0.029_573_529_562_5
  private static let pint = 0.568_261_25
  /// Of the United States.
  private static let smallPint = 0.473_176_473
  private static let smallPintWords: Set<String> = ["us", "usa", "american"]
  private static let halves: Set<String> = ["half", "halves"]
  private static let fractions: [Character: Double] = [
    "½": 0.5, "⅓": 1 / 3, "⅔": 2 / 3, "¼": 0.25, "¾": 0.75,
  ]
  private static let hyphens: Set<Character> = ["-", "–", "‐", "‑"]
  /// What one person can have had, in liters.
  private static let plausible = 0.01...5
  /// Texts that name a volume in two units round it.
  private static let tolerance = 0.04

  /// Returns the volume that a text states in liters; `nil` if there is none, or if it is not certain.
  ///
  /// A range, two different volumes, and a volume that is not plausible are not certain.
  package static func liters(_ text: String) -> Double? {
    let tokens = tokens(text.lowercased())
    var volumes: [Double] = []
    var hasPlainPint = false
    var readHalves = 0
    for (index, token) in tokens.enumerated() {
      guard case .word(let word) = token, var unit = liters[word] else { continue }
      if unit == pint, tokens.contains(where: { $0.isWord(in: smallPintWords) }) { unit = smallPint }
      switch quantity(tokens[..<index]) {
      case .none:
        if word == "pint" { hasPlainPint = true }
      case .half:
        readHalves += 1
        volumes.append(unit / 2)
      case .number(let number): volumes.append(unit * number)
      case .uncertain: return nil
      }
    }
    // A pint and a half is more than either.
    if tokens.count(where: { $0.isWord(in: halves) }) > readHalves { return nil }
    if volumes.isEmpty, hasPlainPint {
      volumes = [tokens.contains { $0.isWord(in: smallPintWords) } ? smallPint : pint]
    }
    guard let volume = volumes.first, plausible.contains(volume),
      volumes.allSatisfy({ abs($0 - volume) <= tolerance * volume })
    else { return nil }
    return volume
  }
}

// MARK: - Quantities

extension ServingVolume {
  /// What stands before a unit.
  private enum Quantity {
    case none, half, uncertain
    case number(Double)
  }

  /// Reads the quantity at the end of the tokens before a unit.
  private static func quantity(_ tokens: ArraySlice<Token>) -> Quantity {
    var rest = tokens
    // As in “12-oz can” and “12 fl. oz”.
    while let last = rest.last,
      last.isSign(in: hyphens) || last.isSign(in: ["."]) || last.isWord(in: ["fl", "fluid"])
    {
      rest.removeLast()
    }
    if rest.last?.isWord(in: ["a"]) == true, rest.dropLast().last?.isWord(in: halves) == true {
      rest.removeLast()
    }
    if rest.last?.isWord(in: halves) == true {
      if case .number = rest.dropLast().last { return .uncertain }
      return .half
    }
    guard case .number(let text) = rest.popLast() else { return .none }
    guard var number = value(text) else { return .uncertain }
    if rest.last?.isSign(in: ["/"]) == true {
      rest.removeLast()
      guard case .number(let upper) = rest.popLast(), let upper = value(upper), 2...4 ~= number,
        1..<number ~= upper
      else { return .uncertain }
      number = upper / number
    }
    switch rest.last {
    case .word("x"), .sign("×"), .sign("*"):
      rest.removeLast()
      guard case .number(let text) = rest.popLast(), let count = value(text), 1...24 ~= count,
        count == count.rounded()
      else { return .uncertain }
      return .number(count * number)
    case .number: return .uncertain
    case .sign(let sign) where hyphens.contains(sign):
      if case .number = rest.dropLast().last { return .uncertain }
      return .number(number)
    default: return .number(number)
    }
  }

  /// Returns the number that digits with a point or a comma are, or that a fraction such as `½` is.
  private static func value(_ text: String) -> Double? {
    if let first = text.first, text.count == 1, let fraction = fractions[first] { return fraction }
    return Double(text.replacing(",", with: "."))
  }
}

// MARK: - Tokens

extension ServingVolume {
  private enum Token {
    case number(String)
    case word(String)
    case sign(Character)

    func isWord(in words: Set<String>) -> Bool {
      if case .word(let word) = self { words.contains(word) } else { false }
    }

    func isSign(in signs: Set<Character>) -> Bool {
      if case .sign(let sign) = self { signs.contains(sign) } else { false }
    }
  }

  /// Splits a text into numbers, words and single signs, without blanks.
  private static func tokens(_ text: String) -> [Token] {
    var tokens: [Token] = []
    var rest = text[...]
    var isAfterBlank = true
    while let first = rest.first {
      let next = rest.dropFirst().first
      if isDigit(first) || first == "." && isAfterBlank && next.map(isDigit) == true {
        var number = String(rest.removeFirst())
        while let digit = rest.first,
          isDigit(digit) || ".,".contains(digit) && rest.dropFirst().first.map(isDigit) == true
        {
          number.append(rest.removeFirst())
        }
        tokens.append(.number(number))
      } else if fractions[first] != nil {
        tokens.append(.number(String(rest.removeFirst())))
      } else if first.isLetter {
        let word = rest.prefix(while: \.isLetter)
        tokens.append(.word(String(word)))
        rest = rest.dropFirst(word.count)
      } else {
        rest.removeFirst()
        if !first.isWhitespace { tokens.append(.sign(first)) }
      }
      isAfterBlank = first.isWhitespace
    }
    return tokens
  }

  private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
}
