import Glibc

/// The variables that the program was started with.
///
/// They are looked up one by one: a start needs a few, and a copy of all of them takes longer than everything else that
/// it reads. The program itself never sets one, which another thread could then not read.
package enum Environment {
  /// The value of a variable; `nil` where it is not set.
  package static subscript(name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
