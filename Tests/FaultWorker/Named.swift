/// One of a fixed list of values, chosen by its name on the command line.
protocol Named {
  static var all: [Self] { get }
  var name: String { get }
}

extension Named {
  /// - Throws: `UsageError` if there is none with the name.
  static func named(_ name: String) throws -> Self {
    guard let found = all.first(where: { $0.name == name }) else { throw UsageError("no scenario \(name)") }
    return found
  }
}
