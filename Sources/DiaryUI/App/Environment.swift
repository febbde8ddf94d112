/// What the program was started with: the terminal, the settings and the diary's file.
package struct Environment: Hashable, Sendable {
  package let appearance: Appearance
  /// All actions with the keys of the settings.
  let actions: ActionTable
  /// Why nothing can be changed; `nil` if the diary can be changed.
  var readOnly: ReadOnlyCause?
  /// What the diary's file is called; `nil` if it is the user's usual one.
  let storeName: String?
  /// What is wrong with the settings; `nil` if nothing is.
  let remark: String?
  /// What a first start has to tell; `nil` if there is nothing, or it has been seen.
  var announcement: String?
}
