/** The browser's own reader of codes, where it has one. */
interface Detector {
  detect(source: ImageBitmapSource): Promise<{ rawValue: string }[]>
}
interface DetectorClass {
  new (options: { formats: readonly string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}

/** What nameplates have: two-dimensional codes and the barcodes of logistics. */
const FORMATS = ['qr_code', 'data_matrix', 'code_128', 'code_39']

async function ownDetector(): Promise<Detector | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  try {
    const known = (await BarcodeDetector?.getSupportedFormats()) ?? []
    // One without QR codes is none: a browser has the class where its system lacks the reader.
    if (!BarcodeDetector || !known.includes('qr_code')) return null
    return new BarcodeDetector({ formats: FORMATS.filter((format) => known.includes(format)) })
  } catch {
    return null
  }
}

export interface CodeReader {
  /** What the code in a picture holds; null without one. */
  read(picture: CanvasImageSource & ImageBitmapSource, size: { width: number; height: number }): Promise<string | null>
}

interface ReaderOptions {
  /** Of the longer side, px: what is larger is scaled down. */
  longest: number
  /** Ms for a second and third look at a picture. */
  timeLimit: number
}

/** The reader of this browser, else one of ours, which is fetched when it is needed. */
export async function openCodeReader({ longest, timeLimit }: ReaderOptions): Promise<CodeReader> {
  const own = await ownDetector()
  if (own)
    return {
      read: async (picture) => (await own.detect(picture).catch(() => []))[0]?.rawValue ?? null,
    }
  const { decode } = await import('./decode.ts')
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return {
    async read(picture, { width, height }) {
      const scale = Math.min(1, longest / Math.max(width, height, 1))
      canvas.width = Math.max(1, Math.round(width * scale))
      canvas.height = Math.max(1, Math.round(height * scale))
      if (!context) return null
      context.drawImage(picture, 0, 0, canvas.width, canvas.height)
      return decode(context.getImageData(0, 0, canvas.width, canvas.height), timeLimit)
    },
  }
}

/** What the code on a photo holds; null without one, and for a file that is no picture. */
export async function readPicture(file: Blob): Promise<string | null> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return null
  try {
    const reader = await openCodeReader({ longest: 1600, timeLimit: 1000 })
    return await reader.read(picture, picture)
  } finally {
    picture.close()
  }
}
