import DiaryStore

/// The background work of reading photos' headers, as far as the status line tells of it.
struct DescribingPhotos: Hashable, Sendable {
  private static let slicesBetweenReloads = 20

  private var total = 0
  private(set) var remaining = 0
  private var slices = 0

  /// Whether there is anything to tell.
  var isVisible: Bool { remaining > 0 }

  var percent: Int { NumberText.percent(total - remaining, of: total) }

  /// Notes what remains after a slice; returns whether what the list shows should be read again.
  mutating func report(remaining: Int) -> Bool {
    let hadWork = slices > 0 && self.remaining > 0
    total = max(total, remaining)
    self.remaining = remaining
    slices += 1
    return remaining == 0 ? hadWork : slices.isMultiple(of: Self.slicesBetweenReloads)
  }
}

extension AppState {
  mutating func photosDescribed(_ result: Result<Int, DiaryError>) -> [Effect] {
    switch result {
    case .success(let remaining):
      if describing.report(remaining: remaining) { showNewDescriptions() }
      return remaining > 0 ? [.describePhotos] : []
    case .failure(let error):
      describing = DescribingPhotos()
      notice = Notice(text: "Photos cannot be described: " + ErrorText.reason(error) + ".", kind: .problem)
      return []
    }
  }

  private mutating func showNewDescriptions() {
    rows.invalidate()
    shown?.invalidate()
  }
}
