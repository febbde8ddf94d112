import DiaryStore
import DiaryUI
import Settings
import Terminal
import Testing

/// Opens the diary with the sample beers, without a terminal.
func interface(_ size: Size = Size(width: 80, height: 24)) -> HeadlessInterface {
  HeadlessInterface(size, diary: FakeDiary(SampleBeers.all))
}

/// The interface without a terminal: keys in, text out.
///
/// Effects are answered immediately, in order, unless they are held back to be answered later.
struct HeadlessInterface {
  var state: AppState
  var diary: FakeDiary
  /// Effects wait until `answerHeld`.
  var holdsEffects = false
  private(set) var held: [Effect] = []
  /// Every effect that was asked for.
  private(set) var effects: [Effect] = []

  /// Opens a diary.
  ///
  /// - Parameter preview: Whether the beer under the cursor is next to the list, which leaves the list less room; `nil` if the
  ///   settings do not say it.
  init(
    _ size: Size = Size(width: 80, height: 24), diary: FakeDiary = FakeDiary(),
    appearance: Appearance = Appearance(), preferences: Preferences = Preferences(),
    preview: Bool? = false, actions: ActionTable = .standard, opens: Bool = true,
    isReadOnly: Bool = false, isTemporary: Bool = false, storeName: String? = nil,
    workingFolder: String = "~/", editor: String? = nil,
    telemetryNotice: String? = nil, startupNotice: String? = nil
  ) {
    var preferences = preferences
    preferences.showsPreview = preview
    state = AppState(
      size: size, appearance: appearance, preferences: preferences, actions: actions,
      startupNotice: startupNotice, isReadOnly: isReadOnly, isTemporary: isTemporary,
      storeName: storeName, workingFolder: workingFolder, editor: editor,
      telemetryNotice: telemetryNotice)
    self.diary = diary
    holdsEffects = !opens
    run(state.start())
  }

  mutating func send(_ message: Message) { run(state.update(message)) }

  mutating func press(_ keys: Key...) {
    for key in keys { send(.key(key)) }
  }

  /// Presses one key for each character.
  mutating func type(_ text: String) {
    for character in text { press(.character(character)) }
  }

  /// Presses a key again and again until a condition holds; more often than any screen has lines, it gives up.
  mutating func press(_ key: Key, until awaited: String, isMet: (Self) -> Bool) {
    for _ in 0..<Self.maxAttempts {
      if isMet(self) { return }
      press(key)
    }
    Issue.record("\(awaited) did not come after \(Self.maxAttempts) presses of \(key.label):\n\(screen)")
  }

  private static let maxAttempts = 1000

  /// Lets so many tenths of a second pass.
  mutating func tick(_ count: Int) {
    for _ in 0..<count { send(.tick) }
  }

  /// Lets the time pass after which a key is not a part of what was typed before.
  mutating func pause() { tick(8) }

  /// Sorts the list by the first order that a text finds.
  mutating func sort(_ text: String) {
    type("s" + text)
    press(Key(.enter))
  }

  mutating func resize(_ width: Int, _ height: Int) { send(.resized(Size(width: width, height: height))) }

  /// Answers what was held back, in order, and what follows from it.
  mutating func answerHeld() {
    holdsEffects = false
    let waiting = held
    held = []
    answer(waiting)
  }

  /// Answers the first that was held back; what follows from it is held back in turn.
  mutating func answerHeldOnce() {
    guard !held.isEmpty, let message = diary.answer(held.removeFirst()) else { return }
    run(state.update(message))
  }

  /// Answers one by one what was held back, and what follows from it.
  ///
  /// - Parameter check: Is called after each answer.
  mutating func answerHeldOneByOne(_ check: (Self) -> Void = { _ in }) {
    for _ in 0..<Self.maxAttempts {
      guard !held.isEmpty else { return }
      answerHeldOnce()
      check(self)
    }
    Issue.record("after \(Self.maxAttempts) answers, \(held) are still waiting")
  }

  var screen: String { state.draw().text }

  var lines: [String] { state.draw().lines }

  /// The row that the real cursor is on.
  var cursorLine: String {
    let canvas = state.draw()
    return canvas.cursor.map { canvas.line($0.row) } ?? ""
  }

  /// The line about what is selected.
  var statusLine: String { state.draw().line(state.size.height - 2) }

  /// How the interface asked to end.
  var ending: Ending? {
    effects.compactMap { if case .quit(let ending) = $0 { ending } else { nil } }.first
  }

  /// The changes that were requested, without what beers are expected to have when a field of them is set.
  var changeRequests: [ChangeRequest] {
    effects.compactMap { effect in
      guard case .change(let request) = effect else { return nil }
      guard case .set(let field, let beers, let value, _) = request else { return request }
      return .set(field, of: beers, to: value)
    }
  }

  /// The photos whose pictures were requested, one array for each request.
  var requestedPictures: [[Int64]] {
    effects.compactMap { if case .loadPictures(let request) = $0 { request.photos } else { nil } }
  }

  private mutating func run(_ new: [Effect]) {
    effects += new
    answer(new)
  }

  private mutating func answer(_ new: [Effect]) {
    var queue = new
    while !queue.isEmpty {
      let effect = queue.removeFirst()
      if holdsEffects {
        held.append(effect)
      } else if let message = diary.answer(effect) {
        let more = state.update(message)
        effects += more
        queue += more
      }
    }
  }
}
