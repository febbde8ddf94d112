/// Why parsing a header ended early; never thrown out of the module.
enum HeaderError: Error {
  /// The content contradicts its format or ends too soon.
  case malformed
  /// The content requires more reading than ``ReadBudget`` allows.
  case overBudget
}

/// Runs an independent part of parsing, and ignores that it is malformed.
///
/// - Throws: `HeaderError.overBudget` and errors of the source, which end the whole parsing.
func ignoringMalformed(_ part: () throws -> Void) throws {
  do {
    try part()
  } catch HeaderError.malformed {
    return
  }
}
