#if PictureCodecs
  import CJPEG

  /// A JPEG that is decoded row by row at a fraction of its size, so that a large picture needs little memory.
  final class JPEGFile {
    let size: PixelSize
    private let rows: OpaquePointer
    private let stream: ByteStream
    private let byteCount: Int

    /// Reads the markers up to the first scan; throws `.damaged` if there is none, or the source's error.
    init(_ source: some ByteSource) throws(ThumbnailError) {
      let stream = ByteStream(source)
      let rows = jpeg_rows_open(
        { context, bytes, capacity in
          guard let context else { return 0 }
          let stream = Unmanaged<ByteStream>.fromOpaque(context).takeUnretainedValue()
          return stream.read(into: UnsafeMutableRawBufferPointer(start: bytes, count: capacity))
        }, Unmanaged.passUnretained(stream).toOpaque())
      guard let rows else { throw stream.error ?? .damaged(.jpeg) }
      self.rows = rows
      self.stream = stream
      byteCount = source.count
      size = PixelSize(width: Int(jpeg_rows_width(rows)), height: Int(jpeg_rows_height(rows)))
    }

    deinit {
      jpeg_rows_close(rows)
    }

    /// The memory in bytes that the decoder needs if several scans make the picture; 0 for one scan.
    var coefficientBytes: Int { jpeg_rows_coefficient_bytes(rows) }

    /// Decodes the picture at a size that must not be larger than the picture; only once.
    func pixels(at target: PixelSize, _ budget: ThumbnailBudget) throws(ThumbnailError) -> PixelGrid {
      let pixelCount = size.width * size.height
      guard pixelCount <= budget.pixels else { throw .tooManyPixels }
      guard byteCount - jpeg_rows_offset(rows) >= minScanBytes else { throw .damaged(.jpeg) }
      guard coefficientBytes <= budget.coefficientBytes else { throw .tooMuchMemory }
      let maxScans = Int32(clamping: budget.pixels / pixelCount)
      switch jpeg_rows_start(rows, try smallestScale(notBelow: target), maxScans) {
      case JPEG_ROWS_STARTED: return try resampled(to: target)
      case JPEG_ROWS_TOO_MANY_SCANS: throw .tooManyScans
      default: throw stream.error ?? .damaged(.jpeg)
      }
    }

    /// The smallest possible size of the scans in bytes: two bits a block, or one in a progressive picture.
    ///
    /// A smaller file is truncated or lies about its size.
    private var minScanBytes: Int {
      jpeg_rows_is_arithmetic(rows)
        ? 0 : size.width * size.height / (jpeg_rows_is_progressive(rows) ? 512 : 256)
    }

    /// Returns the smallest scale, in eighths, at which the picture is not smaller than `target`.
    private func smallestScale(notBelow target: PixelSize) throws(ThumbnailError) -> Int32 {
      for eighths in 1...8
      where (size.width * eighths).dividedRoundingUp(by: 8) >= target.width
        && (size.height * eighths).dividedRoundingUp(by: 8) >= target.height
      {
        return Int32(eighths)
      }
      throw .damaged(.jpeg)
    }

    private func resampled(to target: PixelSize) throws(ThumbnailError) -> PixelGrid {
      let scaled = PixelSize(
        width: Int(jpeg_rows_scaled_width(rows)), height: Int(jpeg_rows_scaled_height(rows)))
      let channels = Int(jpeg_rows_channels(rows))
      var resampler = Resampler(from: scaled, to: target)
      var row = [UInt8](repeating: 0, count: channels * scaled.width)
      for _ in 0..<scaled.height {
        let isRead = row.withUnsafeMutableBufferPointer { jpeg_rows_next(rows, $0.baseAddress) }
        if let error = stream.error { throw error }
        guard isRead else { throw .damaged(.jpeg) }
        let pixels = channels == 4 ? Self.rgb(fromCMYK: row) : row
        pixels.withUnsafeBufferPointer { resampler.add(row: $0) }
      }
      return resampler.result.pixels
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
      let jpeg = try JPEGFile(source)
      return try jpeg.pixels(at: frame.size(of: jpeg.size), budget)
    }
  }
#endif
