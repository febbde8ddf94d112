/// What the program was started with: the terminal, the settings and the diary's file.
package struct Environment: Hashable, Sendable {
  package let appearance: Appearance
  /// All actions with the keys from the settings.
  let actions: ActionTable
  /// Why the diary cannot be changed; `nil` if it can be.
  var readOnly: ReadOnlyCause?
  /// The name of the diary's file; `nil` for the user's usual one.
  let storeName: String?
  /// A mistake in the settings; `nil` if there is none.
  let remark: String?
  /// The announcement of a first start; `nil` if there is none or the user has seen it.
  var announcement: String?
  /// Whether a key has been pressed in the diary: nobody reads the status line before that.
  var isAnnouncementDue = false
}
