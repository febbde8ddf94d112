extension String {
  /// The text with a capital first letter, to begin a sentence.
  package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
