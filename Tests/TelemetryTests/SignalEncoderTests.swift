import Foundation
import Testing

@testable import Telemetry

@Suite struct SignalEncoderTests {
  @Test(
    arguments: [
      (
        .appLaunched(mode: .interface, terminal: .wide), nil, "App.launched",
        #""App.mode":"interface","App.terminalSize":"120x30-up""#
      ),
      (.appLaunched(mode: .plainList, terminal: nil), nil, "App.launched", #""App.mode":"plainList""#),
      (
        .storeOpened(duration: .milliseconds(42), beers: .thousands), "0.042", "Store.opened",
        #""Store.beers":"1000-9999""#
      ),
      (
        .storeMigrated(
          from: 1, to: 3, duration: .milliseconds(1_234), beers: .hundreds, photos: .millions), "1.2",
        "Store.migrated",
        #""Migration.fromVersion":1,"Migration.succeeded":true,"Migration.toVersion":3,"#
          + #""Store.beers":"100-999","Store.photos":"1000000+""#
      ),
      (
        .migrationFailed(from: 2, to: 6, duration: .seconds(3)), "3.0", "Store.migrated",
        #""Migration.fromVersion":2,"Migration.succeeded":false,"Migration.toVersion":6"#
      ),
      (
        .imported(dialect: .untappd, added: .tens, skipped: .none, rejected: .ones, duration: .seconds(12)),
        "12.0", "Diary.imported",
        #""Import.added":"10-99","Import.dialect":"untappd","Import.rejected":"1-9","Import.skipped":"0""#
      ),
      (
        .exported(format: .csv, beers: .ones, duration: .zero), "0.0", "Diary.exported",
        #""Export.beers":"1-9","Export.format":"csv""#
      ),
      (.searchUsed, nil, "Search.used", ""),
      (.photoMoved, nil, "Photo.moved", ""),
      (.statisticsOpened, nil, "Statistics.opened", ""),
      (.errorShown(.diskFull), nil, "Error.shown", #""Error.kind":"diskFull""#),
      (.sessionEnded(.underTenMinutes), nil, "Session.ended", #""Session.length":"1-9-min""#),
    ] as [(Signal, String?, String, String)])
  func aSignalHasTheShapeOfTelemetryDecksIngestAPI(
    signal: Signal, seconds: String?, type: String, payload: String
  ) {
    // given
    let encoder = SignalEncoder(sessionID: fixedID, isTestMode: false)

    // when
    let line = encoder.line(for: signal, at: drinkingTime, from: user)

    // then
    let floatValue = seconds.map { #""floatValue":\#($0),"# } ?? ""
    let expected =
      #"{"appID":"6F1C7A52-3B0E-4D0B-9C44-8B1D5E2A7F30","#
      + #""clientUser":"a1c2a2676048c8099c3209247a9a5a180f2b365fcf71549f6ff61ea384e37a0a",\#(floatValue)"#
      + #""isTestMode":false,"payload":{\#(payload)},"receivedAt":"2019-06-01T18:00:00Z","#
      + #""sessionID":"00010203-0405-0607-0809-0A0B0C0D0E0F","type":"\#(type)"}"# + "\n"
    #expect(String(decoding: line, as: UTF8.self) == expected)
  }

  @Test(arguments: Signal.samples)
  func aSignalIsOneJSONObjectWithOnlyTheDocumentedProperties(signal: Signal) throws {
    // given
    let encoder = SignalEncoder(sessionID: fixedID, isTestMode: true)

    // when
    let line = encoder.line(for: signal, at: drinkingTime, from: user)
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])

    // then
    let always = ["appID", "clientUser", "isTestMode", "payload", "receivedAt", "sessionID", "type"]
    #expect(Set(object.keys).subtracting(["floatValue"]) == Set(always))
    #expect(object["isTestMode"] as? Bool == true)
    #expect(line.count { $0 == .lineFeed } == 1)
  }

  @Test(
    arguments: [
      ("2019-06-01T18:00:00Z", "2019-06-01T18:00:00Z"),
      ("2019-06-01T18:59:59Z", "2019-06-01T18:00:00Z"),
      ("2024-02-29T00:00:01+05:45", "2024-02-28T18:00:00Z"),
      ("1969-12-31T23:59:59Z", "1969-12-31T23:00:00Z"),
    ])
  func aSignalHasTheHourAndNothingMorePrecise(time: String, hour: String) throws {
    // given
    let date = try Date(time, strategy: .iso8601)

    // when
    let line = SignalEncoder(sessionID: fixedID, isTestMode: false)
      .line(for: .searchUsed, at: date, from: user)

    // then
    #expect(String(decoding: line, as: UTF8.self).contains(#""receivedAt":"\#(hour)""#))
  }

  @Test(
    arguments: [
      (.zero, 0), (.microseconds(400), 0), (.microseconds(600), 0.001), (.milliseconds(9), 0.009),
      (.milliseconds(99), 0.099), (.milliseconds(123), 0.12), (.milliseconds(999), 1),
      (.milliseconds(1_250), 1.3), (.seconds(59), 59), (.seconds(3_661), 3_700),
      (.seconds(-5), 0), (.seconds(Int64.max), 8_600_000),
    ] as [(Duration, Double)])
  func durationsAreRoundedToTwoDigitsAndWholeMilliseconds(duration: Duration, seconds: Double) {
    #expect(roundedSeconds(duration) == seconds)
  }

  private let fixedID = UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
  private let drinkingTime = Date(timeIntervalSince1970: 1_559_412_245)
  private let user = ClientUser(
    installation: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)),
    salt: Data(0..<32))
}
