import DiaryModel
import DiaryStore

/// The beer under the cursor, to be shown next to the list, and its data once it has been read.
///
/// It is read as soon as the cursor rests, so that moving through the list reads nothing else.
struct ListPreview: Hashable, Sendable {
  /// How long the cursor rests, about a tenth of a second.
  private static let ticksOfRest = 1

  /// `nil` if there is no beer to show.
  private(set) var beer: Int64?
  /// The data of the beer, never of another one; `nil` until it has been read.
  private(set) var detail: BeerDetail?
  /// The times that the user had the beer.
  private(set) var times = LabelTimes()
  private var needsReading = false
  private var ticks = 0
  private var pending: BeerRequest?

  /// Whether the beer will be read after a moment.
  var isWaiting: Bool { needsReading }

  /// The beer to read now; `nil` if there is none.
  var beerToRead: Int64? { needsReading && ticks >= Self.ticksOfRest ? beer : nil }

  /// Changes to the beer under the cursor.
  mutating func follow(_ beer: Int64?) {
    guard beer != self.beer else { return }
    self = ListPreview()
    self.beer = beer
    needsReading = beer != nil
  }

  /// Reads the beer again if its answer is outstanding, because a request of another screen may replace it.
  mutating func pause() {
    if pending != nil { invalidate() }
    if times.isAwaited { times = LabelTimes() }
  }

  /// Reads the beer again; the current data stays until the answer.
  mutating func invalidate() {
    times.invalidate()
    guard beer != nil, !needsReading else { return }
    needsReading = true
    ticks = 0
    pending = nil
  }

  mutating func noteRequest(_ request: BeerRequest) {
    needsReading = false
    pending = request
  }

  /// Returns a request for the times of the beer's label, once.
  mutating func timesRequest() -> TimesRequest? {
    guard let label = detail?.label else { return nil }
    return times.request(label)
  }

  mutating func handle(_ message: Message) {
    times.handle(message)
    switch message {
    case .tick: if needsReading { ticks += 1 }
    case .beer(let request, let result) where request == pending:
      pending = nil
      // What cannot be read stays as the list has it.
      detail = try? result.get()
    case .changed(_, .success), .imported, .storeChanged: invalidate()
    default: break
    }
  }
}
