import Foundation
import Pictures
import TestSupport
import Testing

@Suite struct ByteSourceTests {
  private let fixture = Fixture.all[1]

  private func contents(of source: some ByteSource, at offset: Int, _ length: Int) throws -> Bytes {
    var bytes = Bytes(repeating: 0xAA, count: length)
    let count = try bytes.withUnsafeMutableBytes { try source.read(at: offset, into: $0) }
    return Bytes(bytes[..<count])
  }

  @Test func memoryIsReadInPlaceAlsoFromSlicesWithOtherIndexes() throws {
    let data = Data([1, 2, 3, 4, 5])
    #expect(try contents(of: MemoryBytes(data), at: 1, 3) == [2, 3, 4])
    #expect(try contents(of: MemoryBytes(data.dropFirst(2)), at: 1, 9) == [4, 5])
    #expect(try contents(of: MemoryBytes(data), at: 5, 3) == [])
  }

  @Test func aSliceHasOffsetsOfItsOwn() throws {
    let memory = MemoryBytes(Bytes(0...9))
    #expect(try contents(of: ByteSlice(memory, in: 3..<6), at: 1, 9) == [4, 5])
    #expect(ByteSlice(memory, in: 8..<20).count == 2)
    #expect(ByteSlice(memory, from: 10).count == 0)
    #expect(ByteSlice(memory, from: 99).count == 0)
  }

  @Test func aPictureAfterAPrefixByteIsReadThroughASlice() throws {
    let prefixed = MemoryBytes([0x01] + fixture.bytes)
    #expect(try ImageHeader(reading: prefixed) == nil)
    #expect(try ImageHeader(reading: ByteSlice(prefixed, from: 1)) == fixture.header)
  }

  @Test func aFileIsReadWithoutLoadingIt() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appending(path: "photo.jpg")
    try Data(fixture.bytes).write(to: url)

    let file = try FileBytes(path: url.path)
    #expect(file.count == fixture.bytes.count)
    #expect(try ImageHeader(reading: file) == fixture.header)
    #expect(try contents(of: file, at: file.count - 2, 9) == [0xFF, 0xD9])
  }

  @Test func onlyRegularFilesAreOpenedAndOthersRefusedWithoutWaiting() throws {
    let folder = try TemporaryFolder()
    let pipe = folder.url.appending(path: "pipe").path
    #expect(mkfifo(pipe, 0o600) == 0)

    #expect(throws: FileBytesError.notAFile(path: pipe, .pipe)) { try FileBytes(path: pipe) }
    #expect(throws: FileBytesError.isFolder(path: folder.url.path)) { try FileBytes(path: folder.url.path) }
    let missing = FileBytesError.cannotOpen(path: "/no/such", errno: ENOENT)
    #expect(throws: missing) { try FileBytes(path: "/no/such") }
    let link = folder.url.appending(path: "link").path
    #expect(symlink("gone", link) == 0)
    let dangling = FileBytesError.danglingLink(path: link, target: "gone")
    #expect(throws: dangling) { try FileBytes(path: link) }
    let socket = folder.url.appending(path: "socket").path
    #expect(mknod(socket, S_IFSOCK | 0o600, 0) == 0)
    #expect(throws: FileBytesError.notAFile(path: socket, .socket)) { try FileBytes(path: socket) }
    #expect(missing.description == "/no/such cannot be opened: No such file or directory.")
  }
}
