@testable import Telemetry

extension Signal {
  /// One signal of each type, with everything that it can carry.
  static let samples: [Signal] = [
    .appLaunched(mode: .interface, terminal: .wide),
    .storeOpened(duration: .milliseconds(42), beers: .thousands),
    .storeMigrated(
      from: 1, to: 3, duration: .milliseconds(1_234), beers: .hundreds, photos: .thousands),
    .imported(
      dialect: .untappd, added: .tens, skipped: .none, rejected: .ones, duration: .seconds(12)),
    .exported(format: .json, beers: .tenThousands, duration: .milliseconds(567)),
    .searchUsed,
    .photoMoved,
    .statisticsOpened,
    .errorShown(.newerStore),
    .sessionEnded(.underTenMinutes),
  ]
}
