/// Whether to quit the sample diary, in which the user has changed something.
struct QuitSampleQuestion: Question {
  var question: String { "Quit the sample? Your changes to it will be lost." }
  var agreement: String { "quit" }
  var refusal: String { "stay" }
  var isDestructive: Bool { true }

  func agree(changing screen: inout NoOwner, in context: ScreenContext) -> [Intent] { [.leaveWhenSaved] }
}
