extension String {
  /// Whether this is an error as the user is told it: one line that ends like a sentence.
  var isOneSentence: Bool {
    hasPrefix("beerdiary: ") && hasSuffix(".\n") && split(separator: "\n").count == 1
  }
}
