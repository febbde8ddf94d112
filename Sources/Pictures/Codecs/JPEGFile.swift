#if PictureCodecs
  import CTurboJPEG

  /// A JPEG in memory, to be decoded at a fraction of its size.
  struct JPEGFile {
    let frame: JPEGFrame
    private let bytes: [UInt8]

    /// Reads a JPEG; throws `.tooMuchMemory` if it has more than `limit` bytes.
    init(in source: some ByteSource, atMost limit: Int) throws(ThumbnailError) {
      guard source.count <= limit else { throw .tooMuchMemory }
      bytes = try Self.allBytes(of: source)
      guard let frame = JPEGFrame(bytes) else { throw .damaged(.jpeg) }
      self.frame = frame
    }

    private static func allBytes(of source: some ByteSource) throws(ThumbnailError) -> [UInt8] {
      do {
        return try [UInt8](unsafeUninitializedCapacity: max(0, source.count)) { buffer, count in
          count = min(
            buffer.count, max(0, try source.read(at: 0, into: UnsafeMutableRawBufferPointer(buffer))))
        }
      } catch {
        throw .unreadable("\(error)")
      }
    }

    /// Decodes the picture at a size that must not be larger than the picture.
    func pixels(at target: PixelSize, _ budget: ThumbnailBudget) throws(ThumbnailError) -> PixelGrid {
      guard frame.size.width * frame.size.height <= budget.pixels else { throw .tooManyPixels }
      guard bytes.count - frame.firstScan >= frame.minScanBytes else { throw .damaged(.jpeg) }
      try checkWork(JPEGSegment.scanCount(in: bytes, from: frame.firstScan), budget)
      let scaled = try Self.smallestSize(of: frame.size, notBelow: target)
      guard 4 * scaled.width * scaled.height <= budget.workingBytes else { throw .tooMuchMemory }
      return try decoded(bytes, scaled).resized(to: target).pixels
    }

    private func checkWork(_ scanCount: Int, _ budget: ThumbnailBudget) throws(ThumbnailError) {
      guard frame.size.width * frame.size.height * scanCount <= budget.pixels else {
        throw .tooManyScans
      }
      guard frame.coefficientBytes <= budget.coefficientBytes else { throw .tooMuchMemory }
    }

    /// Returns the smallest size that the decoder supports and that is not smaller than `target`.
    private static func smallestSize(
      of size: PixelSize, notBelow target: PixelSize
    ) throws(ThumbnailError) -> PixelSize {
      // Every version of the decoder supports multiples of 1/8.
      for eighths in 1...8 {
        let scaled = PixelSize(
          width: (size.width * eighths).dividedRoundingUp(by: 8),
          height: (size.height * eighths).dividedRoundingUp(by: 8))
        if scaled.width >= target.width, scaled.height >= target.height { return scaled }
      }
      throw .damaged(.jpeg)
    }

    private func decoded(_ bytes: [UInt8], _ size: PixelSize) throws(ThumbnailError) -> PixelGrid {
      guard let decoder = tjInitDecompress() else { throw .tooMuchMemory }
      defer { tjDestroy(decoder) }
      let isCMYK = frame.componentCount == 4
      let channels = isCMYK ? 4 : 3
      var isDecoded = false
      let samples = [UInt8](unsafeUninitializedCapacity: channels * size.width * size.height) {
        buffer, count in
        buffer.initialize(repeating: 0x80)
        count = buffer.count
        let status = tjDecompress2(
          decoder, bytes, UInt(bytes.count), buffer.baseAddress, Int32(size.width),
          Int32(channels * size.width), Int32(size.height),
          Int32(isCMYK ? TJPF_CMYK.rawValue : TJPF_RGB.rawValue),
          TJFLAG_FASTDCT | TJFLAG_FASTUPSAMPLE | TJFLAG_LIMITSCANS)
        // Truncated or slightly damaged files give a warning; the rest of the picture is usable.
        isDecoded = status == 0 || tjGetErrorCode(decoder) == TJERR_WARNING.rawValue
      }
      guard isDecoded else { throw .damaged(.jpeg) }
      return PixelGrid(size: size, bytes: isCMYK ? Self.rgb(fromCMYK: samples) : samples)
    }

    /// Converts CMYK to RGB; in JPEGs the values are inverted, so that 255 means no ink.
    private static func rgb(fromCMYK samples: [UInt8]) -> [UInt8] {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(samples.count / 4 * 3)
      for index in stride(from: 0, to: samples.count, by: 4) {
        let black = Int(samples[index + 3])
        for channel in 0..<3 { bytes.append(UInt8(Int(samples[index + channel]) * black / 255)) }
      }
      return bytes
    }
  }

  enum JPEGPixels {
    static func decode(
      _ source: some ByteSource, in frame: ThumbnailFrame, _ budget: ThumbnailBudget
    ) throws(ThumbnailError) -> PixelGrid {
      let jpeg = try JPEGFile(in: source, atMost: budget.compressedBytes)
      return try jpeg.pixels(at: frame.size(of: jpeg.frame.size), budget)
    }
  }
#endif
