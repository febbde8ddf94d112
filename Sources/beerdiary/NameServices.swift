import Foundation

/// Where the C library looks up the names of users and groups.
enum NameServices {
  /// Keeps it from asking other programs, and through them perhaps a directory server, by a socket.
  ///
  /// Foundation asks for the owner's name along with any fact about a file, and glibc connects to its cache daemon for
  /// that, even if none runs: without this nearly every command opens a socket, and `NetworkTests` fails. Only the
  /// system's own files are read after this. A C library without the function has no such services.
  ///
  /// Source: `__nss_configure_lookup` in glibc's nss.h. To be called while no other thread asks for names.
  static func useFilesOnly() {
    typealias Configure = @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Int32
    guard let address = dlsym(nil, "__nss_configure_lookup") else { return }
    let configure = unsafeBitCast(address, to: Configure.self)
    for database in ["passwd", "group"] { _ = configure(database, "files") }
  }
}
