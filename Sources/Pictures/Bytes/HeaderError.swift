/// Why reading a header ended early; it never leaves the module.
enum HeaderError: Error {
  /// The content contradicts its format or ends too soon.
  case malformed
  /// The content wants more reading than a header may cost.
  case overBudget
}

/// Runs a part of the parse that others do not depend on: what is malformed in it ends this part alone.
///
/// A spent budget and a failing source end the whole parse and are passed on.
func ignoringMalformed(_ part: () throws -> Void) throws {
  do {
    try part()
  } catch HeaderError.malformed {
    return
  }
}
