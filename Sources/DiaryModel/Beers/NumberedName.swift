extension String {
  /// Returns the name, or if it is taken, the name with the first number that is free, as in `hop (2)`.
  ///
  /// - Parameter isTaken: Returns whether something else has a name.
  package func numbered(unless isTaken: (String) -> Bool) -> String {
    var name = self
    var number = 1
    while isTaken(name) {
      number += 1
      name = "\(self) (\(number))"
    }
    return name
  }
}
