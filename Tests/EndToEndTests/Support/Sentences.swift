extension String {
  /// Whether this is an error message: one line that ends like a sentence.
  var isOneSentence: Bool {
    hasPrefix("beerdiary: ") && hasSuffix(".\n") && split(separator: "\n").count == 1
  }
}
