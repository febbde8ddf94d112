/// The footer of each manual page.
struct ManualEdition {
  /// The program with its version, such as `beerdiary 1.0.0`.
  let source: String
  /// Such as `November 22, 2026`.
  let date: String
}
