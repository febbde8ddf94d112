import Crypto
import Foundation
import Glibc

/// The random numbers that stand for one installation; they say nothing about its user or machine.
struct InstallationIdentity: Codable, Equatable {
  let installation: UUID
  let salt: Data

  init(from random: RandomBytes) {
    self.installation = UUID(random: random)
    self.salt = Data(random(32))
  }

  /// Who signals are from.
  var clientUser: ClientUser {
    ClientUser(installation: installation, salt: salt)
  }
}

/// The `clientUser` of a signal: a hash that only somebody with the salt could link to the installation.
struct ClientUser: Equatable {
  /// SHA-256 in lowercase hexadecimal digits.
  let hash: String

  init(installation: UUID, salt: Data) {
    var hasher = SHA256()
    hasher.update(data: Data(installation.uuidString.lowercased().utf8))
    hasher.update(data: salt)
    hash = hasher.finalize().map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }
}

/// The file that keeps the identity from run to run.
struct IdentityFile {
  let path: String
  let random: RandomBytes

  /// The identity on file; a new one if there is none, or none that can be understood.
  ///
  /// Call it under the queue's lock, which makes two processes that start at once agree on one.
  func loadOrCreate() throws -> InstallationIdentity {
    if let identity = try load() { return identity }
    let identity = InstallationIdentity(from: random)
    try replaceFile(at: path, with: [UInt8](JSONEncoder().encode(identity)))
    return identity
  }

  private func load() throws(TelemetryError) -> InstallationIdentity? {
    do throws(TelemetryError) {
      let bytes = try OpenFile(path, flags: O_RDONLY).read(4_096, at: 0)
      // A file that cannot be understood is as good as none: a new identity harms nobody.
      return try? JSONDecoder().decode(InstallationIdentity.self, from: Data(bytes))
    } catch {
      // A link that leads nowhere is replaced like a file that is not there.
      guard error.code == ENOENT || error.obstacle == .danglingLink else { throw error }
      return nil
    }
  }
}
