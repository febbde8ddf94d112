import Terminal

// The telemetry notice comes after the first key, and stays until the next one.
extension AppState {
  /// Whether the telemetry notice is visible.
  var showsTelemetryNotice: Bool {
    configuration.telemetryNotice != nil && configuration.isTelemetryNoticeDue
      && screens[screen].showsTelemetryNotice
      && isReady && prompt == nil && notice == nil && typeAhead.keys.isEmpty
  }

  /// Shows the telemetry notice after the first key or click, and dismisses it at the first one while it is visible.
  mutating func updateTelemetryNotice(after message: Message) -> [Effect] {
    switch message {
    case .key, .mouse: break
    default: return []
    }
    // A key that was typed ahead was pressed before there was anything to see.
    guard configuration.telemetryNotice != nil, typeAhead.current == nil else { return [] }
    guard showsTelemetryNotice else {
      configuration.isTelemetryNoticeDue = configuration.isTelemetryNoticeDue || isReady
      return []
    }
    if let text = configuration.telemetryNotice { messages.add(Notice(text: text)) }
    configuration.telemetryNotice = nil
    return [.noteTelemetryNoticeShown]
  }
}

extension AppState {
  /// Says something before what the last key has said, or in the prompt that it has opened.
  mutating func addRemark(_ remark: String) {
    if prompt != nil {
      prompt?.refuse(remark)
    } else if let said = notice?.text {
      notice?.text = remark + "  " + said
    } else {
      notice = Notice(text: remark)
    }
  }

  /// The notice that takes precedence over the rest of the status line.
  var statusNotice: Notice? {
    let waiting =
      changes.isBlocked
      ? Notice(text: "\(Spinner.text(ScreenContext(self))) Waiting for another program") : nil
    let telemetryNotice = showsTelemetryNotice ? shortTelemetryNotice : nil
    return changes.isLeaving
      ? Notice(text: leavingText)
      : notice ?? waiting ?? telemetryNotice ?? screens[screen].statusNotice(in: ScreenContext(self))
  }

  /// Whether the line that a screen reader reads is the message above the keys, until the next key.
  ///
  /// Not for the telemetry notice, which answers no key: what the first key does is read. It is among the last messages.
  var isMessageToBeRead: Bool {
    configuration.appearance.usesWords && prompt == nil && (notice != nil || changes.isLeaving)
  }

  /// Whether ``Action/readOn`` has something to read or to say; otherwise its key is not used.
  var canReadOn: Bool {
    let isInWords = configuration.appearance.usesWords
    return screen.traits.contains(.readsStatus)
      || isInWords
        && (notice != nil || screen.traits.contains(.readsRow) || screens[screen].textInput != .none)
  }

  /// Reads on in the message, after whose last line comes the selection, or else in a long line.
  ///
  /// A digit after the point is refused, as in `.5` where the point is not used.
  mutating func readOn(by key: Key) -> [Effect] {
    defer { noteLeadingPoint(key) }
    guard configuration.appearance.usesWords, notice != nil else { return perform(.readOn, by: key) }
    messages.part += 1
    if messages.part < ScreenFrame.noticeLineCount(ScreenContext(self)) { return [] }
    notice = nil
    messages.part = 0
    return []
  }

  /// Ends the message in the status line with what is selected, if that is not what was read last.
  ///
  /// A change or a mark moves the selection, and a screen reader reads only the message about it.
  mutating func announceSelection() {
    guard configuration.appearance.usesWords, prompt == nil, let top = path.last,
      let selection = screens[screen].selection(in: ScreenContext(self))
    else { return }
    let before = messages.announcedSelection
    messages.announcedSelection = AnnouncedSelection(screen: top, id: selection.id)
    guard before != nil, before != messages.announcedSelection, notice != nil else { return }
    notice?.text += "  Now: " + selection.words
  }

  /// The telemetry notice on one line, so that it hides no keys.
  private var shortTelemetryNotice: Notice? {
    configuration.telemetryNotice.map {
      let ellipsis = String(configuration.appearance.glyphs.ellipsis)
      return Notice(text: $0.firstSentences(fitting: layout.contentWidth, ellipsis: ellipsis))
    }
  }

  /// The most important work in progress that the screen itself does not show.
  var workText: String? {
    if changes.isStopping { return "stopping…" }
    if let progress = changes.progress { return "saving " + progress.text + stopAdvice }
    if changes.isSlow { return "saving…" + stopAdvice }
    let others = ScreenStates.kinds.filter { $0 != screen }
    return others.lazy.compactMap { screens[$0].workText }.first ?? background.text
  }
}

extension AppState {
  /// On a narrower screen, the advice would take the space of what is selected.
  private static let minWidthOfAdvice = 60

  /// Where a key stops the change that is being saved, if that is not here, to follow what is being done.
  ///
  /// Escape goes back on other screens, as it always does, so it stops the change only after the last of them.
  private var stopAdvice: String {
    let context = ScreenContext(self)
    guard layout.contentWidth >= Self.minWidthOfAdvice, changes.stoppableChange != nil,
      !context.has(.stopChange, on: screen),
      let place = path.last(where: { context.has(.stopChange, on: $0) }),
      let key = context.key(of: .stopChange, on: place)
    else { return "" }
    return ", \(key) in the \(context.subject(of: place)) stops it"
  }
}

extension String {
  /// Returns as many whole sentences as fit a width, or else the beginning of the first one.
  func firstSentences(fitting width: Int, ellipsis: String) -> String {
    if columns <= width { return self }
    let ends = indices.filter { self[$0] == "." && self[$0...].dropFirst().first == " " }
    let texts = ends.map { String(self[...$0]) }
    return texts.last { $0.columns <= width } ?? truncated(to: width, ellipsis: ellipsis)
  }
}
