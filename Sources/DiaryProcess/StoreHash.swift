/// A part of the names of files that belong to a diary, which does not reveal where the diary is.
package enum StoreHash {
  /// Returns the hash of the path of a diary.
  package static func text(of store: String) -> String {
    let hash = store.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }
}
