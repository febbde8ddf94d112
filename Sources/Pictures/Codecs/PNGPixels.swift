#if PictureCodecs
  import CPNG

  /// Decodes a PNG row by row, so that a large picture needs little memory.
  enum PNGPixels {
    private static let maxSide: UInt32 = 1 << 20
    /// In bytes; libpng holds chunks such as texts and color profiles in memory.
    private static let maxChunkSize = 1 << 20

    static func decode(
      _ source: some ByteSource, in frame: ThumbnailFrame, _ budget: ThumbnailBudget
    ) throws(ThumbnailError) -> PixelGrid {
      let stream = ByteStream(source)
      let context = Unmanaged.passUnretained(stream).toOpaque()
      let limits = png_rows_limits(side: maxSide, chunk: maxChunkSize)
      return try withExtendedLifetime(stream) { () throws(ThumbnailError) -> PixelGrid in
        let rows = png_rows_open(
          { context, bytes, count in
            guard let context, let bytes else { return false }
            return Unmanaged<ByteStream>.fromOpaque(context).takeUnretainedValue().read(into: bytes, count)
          }, context, limits)
        guard let rows else { throw stream.error ?? .damaged(.png) }
        defer { png_rows_close(rows) }
        return try PNGPicture(rows, stream).pixels(in: frame, budget)
      }
    }
  }

  /// A PNG that is being decoded.
  private struct PNGPicture {
    private let rows: OpaquePointer
    private let stream: ByteStream
    private let size: PixelSize

    init(_ rows: OpaquePointer, _ stream: ByteStream) {
      self.rows = rows
      self.stream = stream
      size = PixelSize(width: Int(png_rows_width(rows)), height: Int(png_rows_height(rows)))
    }

    func pixels(in frame: ThumbnailFrame, _ budget: ThumbnailBudget) throws(ThumbnailError) -> PixelGrid {
      let target = frame.size(of: size)
      let firstPass = PixelSize(
        width: size.width.dividedRoundingUp(by: 8), height: size.height.dividedRoundingUp(by: 8))
      let reader = RowReader(rows, width: size.width, stream, deadline: .now + budget.duration)
      guard png_rows_is_interlaced(rows) else {
        guard size.width * size.height <= budget.pixels else { throw .tooManyPixels }
        guard png_rows_start(rows) > 0 else { throw .damaged(.png) }
        return try reader.resampled(size, to: target)
      }
      if firstPass.width >= target.width, firstPass.height >= target.height {
        guard firstPass.width * firstPass.height <= budget.pixels else { throw .tooManyPixels }
        guard png_rows_start_first_pass(rows) > 0 else { throw .damaged(.png) }
        return try reader.resampled(firstPass, to: target)
      }
      guard 4 * size.width * size.height <= budget.workingBytes else { throw .tooMuchMemory }
      return try reader.interlaced(size).resized(to: target).pixels
    }
  }

  /// Reads rows of red, green and blue samples; throws `.tooSlow` after the deadline.
  private struct RowReader {
    private let rows: OpaquePointer
    private let width: Int
    private let stream: ByteStream
    private let deadline: ContinuousClock.Instant

    init(_ rows: OpaquePointer, width: Int, _ stream: ByteStream, deadline: ContinuousClock.Instant) {
      self.rows = rows
      self.width = width
      self.stream = stream
      self.deadline = deadline
    }

    private var channels: Int { Int(png_rows_channels(rows)) }

    /// Resamples rows while they are read; in the first pass they are narrower than those of the picture.
    func resampled(_ size: PixelSize, to target: PixelSize) throws(ThumbnailError) -> PixelGrid {
      var resampler = Resampler(from: size, to: target)
      var row = [UInt8](repeating: 0, count: channels * width)
      for _ in 0..<size.height {
        try read(into: &row, at: 0)
        opaque(row).withUnsafeBufferPointer { resampler.add(row: $0) }
      }
      return resampler.result.pixels
    }

    /// Decodes all passes of an interlaced picture.
    func interlaced(_ size: PixelSize) throws(ThumbnailError) -> PixelGrid {
      let passes = png_rows_start(rows)
      guard passes > 0 else { throw .damaged(.png) }
      var samples = [UInt8](repeating: 0, count: channels * size.width * size.height)
      for _ in 0..<passes {
        for y in 0..<size.height { try read(into: &samples, at: channels * size.width * y) }
      }
      return PixelGrid(size: size, bytes: opaque(samples))
    }

    private func read(into samples: inout [UInt8], at offset: Int) throws(ThumbnailError) {
      guard ContinuousClock.now < deadline else { throw .tooSlow }
      let isRead = samples.withUnsafeMutableBufferPointer { buffer in
        png_rows_next(rows, buffer.baseAddress.map { $0 + offset })
      }
      guard isRead else { throw stream.error ?? .damaged(.png) }
    }

    /// Returns the samples blended with white.
    private func opaque(_ samples: [UInt8]) -> [UInt8] {
      guard channels == 4 else { return samples }
      return [UInt8](unsafeUninitializedCapacity: samples.count / 4 * 3) { buffer, count in
        count = samples.count / 4 * 3
        for pixel in 0..<samples.count / 4 {
          let alpha = Int(samples[4 * pixel + 3])
          for channel in 0..<3 {
            let value = Int(samples[4 * pixel + channel])
            buffer[3 * pixel + channel] = UInt8((value * alpha + 255 * (255 - alpha) + 127) / 255)
          }
        }
      }
    }
  }
#endif
