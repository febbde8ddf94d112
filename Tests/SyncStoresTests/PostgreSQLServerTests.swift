import Foundation
import SyncStores
import TestSupport
import Testing

@testable import Sync

@Suite(
  "A store in PostgreSQL, with a server", .enabled(if: PostgreSQLServer.isAvailable), .timeLimit(.minutes(5)))
struct PostgreSQLServerTests {
  private let staging: TemporaryFolder

  init() throws { staging = try TemporaryFolder() }

  private func exchange(_ store: PostgreSQLStore) -> StagedExchange<PostgreSQLStore> {
    StagedExchange(store, folder: staging.path)
  }

  @Test("What was written is listed, read, replaced and deleted")
  func roundTrip() throws {
    let store = try exchange(PostgreSQLServer.shared.get().stores()[0])
    let bytes = Data((0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    try store.write([("log/a-1", bytes), ("diary", Data())])
    #expect(try store.list("log/") == [ListedObject(name: "log/a-1", size: 600_000)])
    #expect(try store.list("diary") == [ListedObject(name: "diary", size: 0)])
    #expect(try store.list("snap/").isEmpty)
    #expect(try store.read(["log/a-1", "log/b", "diary"]) == ["log/a-1": bytes, "diary": Data()])
    try store.write([("log/a-1", Data([1]))])
    #expect(try store.read(["log/a-1"]) == ["log/a-1": Data([1])])
    try store.delete(["log/a-1", "log/b"])
    #expect(try store.list("log/").isEmpty)
  }

  @Test("A household's diaries do not see each other, and have passphrases of their own")
  func twoDiaries() throws {
    let stores = try PostgreSQLServer.shared.get().stores(2).map(exchange)
    _ = try StoreSetup.create(in: stores[0], passphrase: "ann's", cost: .minimal)
    #expect(throws: SyncError.noDiary) { try StoreSetup.open(stores[1], passphrase: "ann's") }
    _ = try StoreSetup.create(in: stores[1], passphrase: "ben's", cost: .minimal)
    _ = try StoreSetup.open(stores[0], passphrase: "ann's")
    #expect(throws: SyncError.wrongPassphrase) { try StoreSetup.open(stores[1], passphrase: "ann's") }
    try stores[1].delete(["diary"])
    #expect(try stores[0].list("diary").count == 1)
  }

  @Test("A server that does not answer is an error with a sentence")
  func unreachable() throws {
    let database = try #require(PostgreSQLDatabase("postgresql://ann:s3cret@/x?host=/nonexistent"))
    let store = PostgreSQLStore(database, program: try PostgreSQLServer.shared.get().program)
    #expect {
      try store.list("")
    } throws: { error in
      (error as? PostgreSQLError)?.kind == .unreachable && !"\(error)".contains("s3cret")
    }
  }
}
