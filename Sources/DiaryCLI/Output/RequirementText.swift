/// Sentences about arguments that are refused.
enum RequirementText {
  /// Returns a sentence about what is required, such as `--by requires the name of a field, not “7”`.
  ///
  /// - Parameters:
  ///   - requirement: The sentence without its end.
  ///   - argument: What was typed; left out if it is empty.
  static func sentence(_ requirement: String, not argument: String) -> String {
    requirement + (argument.isEmpty ? "" : ", not “\(argument)”") + "."
  }
}
