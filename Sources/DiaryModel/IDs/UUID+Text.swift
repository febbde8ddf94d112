package import Foundation

extension UUID {
  /// The UUID as it is stored in keys, exported and printed: in lower case.
  package var text: String { uuidString.lowercased() }
}
