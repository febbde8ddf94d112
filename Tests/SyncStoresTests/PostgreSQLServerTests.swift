import Foundation
import SyncStores
import TestSupport
import Testing

@testable import Sync

@Suite(.enabled(if: PostgreSQLServer.isAvailable), .timeLimit(.minutes(60)))
struct PostgreSQLServerTests {
  private let staging: TemporaryFolder

  init() throws { staging = try TemporaryFolder() }

  private func exchange(_ database: PostgreSQLDatabase) throws -> StagedExchange<PostgreSQLStore> {
    StagedExchange(try PostgreSQLServer.shared.get().store(in: database), folder: staging.path)
  }

  @Test func diariesOfAHouseholdAreSeparateAndHaveOwnPassphrases() throws {
    let stores = try PostgreSQLServer.shared.get().databases(2).map(exchange)
    _ = try StoreSetup.create(in: stores[0], passphrase: "ann's", cost: .minimal)
    #expect(throws: SyncError.noDiary) { try StoreSetup.open(stores[1], passphrase: "ann's") }
    _ = try StoreSetup.create(in: stores[1], passphrase: "ben's", cost: .minimal)
    _ = try StoreSetup.open(stores[0], passphrase: "ann's")
    #expect(throws: SyncError.wrongPassphrase) { try StoreSetup.open(stores[1], passphrase: "ann's") }
    try stores[1].delete(["diary"])
    #expect(try stores[0].list("diary").count == 1)
  }

  /// Returns the error of each operation on a database.
  private func errors(_ url: String) throws -> [PostgreSQLError] {
    let store = try PostgreSQLServer.shared.get().store(in: #require(PostgreSQLDatabase(url)))
    let operations: [() throws -> Void] = [
      { _ = try store.list("log/") }, { try store.put([("log/a", "/etc/hostname")]) },
      { try store.get(["log/a"], into: staging.path) }, { try store.delete(["log/a"]) },
    ]
    return operations.compactMap { operation in #expect(throws: PostgreSQLError.self, performing: operation) }
  }

  @Test func aWrongPasswordIsAnErrorOfAllOperationsThatDoesNotContainIt() throws {
    let right = try PostgreSQLServer.shared.get().databases()[0].text
    let errors = try errors(right.replacingOccurrences(of: PostgreSQLServer.password, with: "hunter2"))
    #expect(errors.map(\.kind) == Array(repeating: .authentication, count: 4))
    #expect(errors.allSatisfy { $0.message.hasSuffix(".") && !$0.message.contains("hunter2") })
  }

  @Test func anUnreachableServerIsAnErrorOfAllOperationsWithAReason() throws {
    let port = try TestServer.freePorts(1)[0]
    let errors = try errors("postgresql://ann:hunter2@127.0.0.1:\(port)/beerdiary")
    #expect(errors.map(\.kind) == Array(repeating: .unreachable, count: 4))
    #expect(errors.allSatisfy { $0.message.contains("refused") && !$0.message.contains("hunter2") })
  }

  @Test func aServerThatAcceptsConnectionsAndDoesNotAnswerIsAnErrorSoon() throws {
    let silence = try TestServer.Silence()
    let url = "postgresql://ann:hunter2@127.0.0.1:\(silence.port)/beerdiary"
    let store = try PostgreSQLServer.shared.get().store(in: #require(PostgreSQLDatabase(url)))
    let isSoon = endsInTime(Patience(longest: 60)) {
      let error = #expect(throws: PostgreSQLError.self) { try store.list("log/") }
      #expect(error?.kind == .unreachable)
    }
    #expect(isSoon)
  }
}

extension WrappedKey.Cost {
  /// Makes passphrases fast to check.
  fileprivate static let minimal = Self(exponent: 4, blockSize: 8, parallelism: 1)
}
