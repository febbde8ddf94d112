import Crypto
import Foundation
import Glibc

/// Random numbers that identify an installation, without any information about the user or the machine.
struct InstallationIdentity: Codable, Equatable {
  let installation: UUID
  let salt: Data

  init(from random: RandomBytes) {
    self.installation = UUID(random: random)
    self.salt = Data(random(32))
  }

  /// The sender of signals.
  var clientUser: ClientUser {
    ClientUser(installation: installation, salt: salt)
  }
}

/// The `clientUser` of a signal: a hash that cannot be linked to the installation without the salt.
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

/// The file that stores the identity between runs.
struct IdentityFile {
  let path: String
  let random: RandomBytes

  /// Returns the stored identity; creates one if there is none or it cannot be decoded.
  ///
  /// Call it under the queue's lock, so that two processes that start at the same time use the same identity.
  func loadOrCreate() throws -> InstallationIdentity {
    // An identity that cannot be decoded is replaced, which does no harm.
    if let contents = try contents(),
      let identity = try? JSONDecoder().decode(InstallationIdentity.self, from: Data(contents))
    {
      return identity
    }
    let identity = InstallationIdentity(from: random)
    try replaceFile(at: path, with: [UInt8](JSONEncoder().encode(identity)))
    return identity
  }

  /// Returns the contents of the file; `nil` if there is none.
  func contents() throws(TelemetryError) -> [UInt8]? {
    do throws(TelemetryError) {
      return try OpenFile(path, flags: O_RDONLY).read(4_096, at: 0)
    } catch {
      // A dangling symbolic link is replaced.
      guard error.code == ENOENT || error.obstacle == .danglingLink else { throw error }
      return nil
    }
  }
}
