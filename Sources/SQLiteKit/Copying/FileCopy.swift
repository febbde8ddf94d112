import Foundation

/// Copies a file in constant memory.
///
/// The copy shares the blocks of the original if the file system supports it (`FICLONE`), else it is copied byte for
/// byte. Call ``make()``, then ``isEqual()``.
package struct FileCopy {
  /// Linux' `FICLONE` of `linux/fs.h`.
  private static let clone = UInt(0x4004_9409)
  private static let partSize = 1 << 20

  /// The original file.
  package let from: String
  /// The copy, which must not exist yet.
  package let to: String
  private let requireSpace: () throws -> Void
  private let advance: (Int) throws -> Void

  /// Creates a copy operation; ``make()`` copies the file.
  ///
  /// - Parameters:
  ///   - from: The original file; opening a symbolic link fails.
  ///   - to: The copy, which must not exist yet.
  ///   - requireSpace: Called if the blocks cannot be shared, before anything is written; throws if there is too little
  ///     space.
  ///   - advance: Called with the number of bytes copied or compared since the last call; throws to stop.
  package init(
    from: String, to: String, requireSpace: @escaping () throws -> Void = {},
    advance: @escaping (Int) throws -> Void
  ) {
    self.from = from
    self.to = to
    self.requireSpace = requireSpace
    self.advance = advance
  }

  /// Makes the copy, readable by its owner only.
  ///
  /// - Parameter synchronizes: Whether to wait until the copy is on the disk.
  /// - Throws: `StoreError`, such as `.diskFull`, and what `requireSpace` and `advance` throw.
  package func make(synchronizes: Bool = true) throws {
    let source = try openSource()
    defer { close(source) }
    let target = open(to, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard target >= 0 else { throw StoreError(systemError: errno, path: to) }
    defer { close(target) }
    if ioctl(target, Self.clone, source) == 0 {
      var status = stat()
      guard fstat(source, &status) == 0 else { throw StoreError(systemError: errno, path: from) }
      try advance(Int(status.st_size))
    } else {
      try requireSpace()
      try copy(source, target)
    }
    guard synchronizes else { return }
    guard fsync(target) == 0 else { throw StoreError(systemError: errno, path: to) }
    // Otherwise `isEqual` would compare with the page cache instead of the disk.
    posix_fadvise(target, 0, 0, POSIX_FADV_DONTNEED)
  }

  private func openSource() throws -> Int32 {
    let source = open(from, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard source >= 0 else { throw StoreError(systemError: errno, path: from) }
    return source
  }

  private func copy(_ source: Int32, _ target: Int32) throws {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.partSize, alignment: 4096)
    defer { buffer.deallocate() }
    var offset = 0
    while true {
      let count = try Self.read(source, at: offset, into: buffer, from)
      if count == 0 { return }
      try Self.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), target, at: offset, to)
      offset += count
      try advance(count)
    }
  }

  /// Writes the whole buffer, in as many calls as the system needs.
  static func write(
    _ bytes: UnsafeRawBufferPointer, _ descriptor: Int32, at offset: Int, _ path: String
  ) throws {
    var written = 0
    while written < bytes.count {
      let count = pwrite(
        descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written, off_t(offset + written))
      if count < 0, errno == EINTR { continue }
      // A write of 0 bytes sets no `errno`.
      guard count > 0 else { throw StoreError(systemError: count == 0 ? EIO : errno, path: path) }
      written += count
    }
  }

  /// Reads until the buffer is full or the file ends, and returns the number of bytes read.
  static func read(
    _ descriptor: Int32, at offset: Int, into buffer: UnsafeMutableRawBufferPointer, _ path: String
  ) throws -> Int {
    var filled = 0
    while filled < buffer.count {
      let count = pread(
        descriptor, buffer.baseAddress?.advanced(by: filled), buffer.count - filled, off_t(offset + filled))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw StoreError(systemError: errno, path: path) }
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  /// Returns whether both files have the same bytes now.
  ///
  /// Calls `advance` for each part, so it is called twice for every byte in all.
  ///
  /// - Throws: `StoreError`, and what `advance` throws.
  package func isEqual() throws -> Bool {
    let source = try openSource()
    defer { close(source) }
    let target = open(to, O_RDONLY | O_CLOEXEC)
    guard target >= 0 else { throw StoreError(systemError: errno, path: to) }
    defer { close(target) }
    let size = Self.partSize
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * size, alignment: 4096)
    defer { buffer.deallocate() }
    let first = UnsafeMutableRawBufferPointer(rebasing: buffer[..<size])
    let second = UnsafeMutableRawBufferPointer(rebasing: buffer[size...])
    var offset = 0
    while true {
      let count = try Self.read(source, at: offset, into: first, from)
      guard try count == Self.read(target, at: offset, into: second, to) else { return false }
      if count == 0 { return true }
      guard let one = first.baseAddress, let other = second.baseAddress, memcmp(one, other, count) == 0 else {
        return false
      }
      offset += count
      try advance(count)
    }
  }
}
