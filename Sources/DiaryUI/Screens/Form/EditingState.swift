/// The form, and forms that could not be stored.
struct EditingState: Hashable, Sendable {
  /// The beer that is being added or edited, once it is known.
  var form: FormState?
  /// What the form completes fields with.
  var help: FormHelp?
  /// A form that could not be stored the last time.
  var recovery: Recovery?
  /// More of them, to be offered after it.
  var keptDrafts: [KeptDraft] = []
}
