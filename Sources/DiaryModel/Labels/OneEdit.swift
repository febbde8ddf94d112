/// Whether two texts are at most one letter apart: inserted, removed, replaced, or swapped with its neighbor.
///
/// This is whether their Damerau–Levenshtein distance is at most 1, in one pass. Source: F. Damerau, "A technique for
/// computer detection and correction of spelling errors", Communications of the ACM 7, 1964.
func isAtMostOneEdit(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Bool {
  if abs(a.count - b.count) > 1 { return false }
  // The common beginning and the common end do not count.
  let shorter = min(a.count, b.count)
  var start = 0
  while start < shorter && a[start] == b[start] { start += 1 }
  var end = 0
  while end < shorter - start && a[a.count - 1 - end] == b[b.count - 1 - end] { end += 1 }
  let countA = a.count - start - end
  let countB = b.count - start - end
  if countA <= 1 && countB <= 1 { return true }
  return countA == 2 && countB == 2 && a[start] == b[start + 1] && a[start + 1] == b[start]
}
