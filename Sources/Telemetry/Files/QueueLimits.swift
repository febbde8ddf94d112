/// How big the queue may grow before the oldest signals go.
package struct QueueLimits: Sendable, Equatable {
  package let signals: Int
  package let bytes: Int

  /// 10,000 signals and 4 MB.
  package static let standard = QueueLimits(signals: 10_000, bytes: 4_000_000)

  /// - Precondition: there is room for one signal.
  package init(signals: Int, bytes: Int) {
    precondition(signals >= 1 && bytes >= 1_024, "the queue must have room for one signal")
    self.signals = signals
    self.bytes = bytes
  }

  /// What is left after trimming, so that a full queue is not rewritten for each signal.
  var afterTrimming: (signals: Int, bytes: Int) {
    (signals - signals / 10, bytes - bytes / 10)
  }
}
