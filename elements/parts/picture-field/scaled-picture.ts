import { LIMITS } from '../../../core/catalogue/limits.ts'

/** Of the longer side, px. */
const LONGEST = 1280
const SENT_AS_THEY_ARE = ['image/png', 'image/jpeg', 'image/webp']

/**
 * A picture as it is to be sent: as it is where it is small enough, else a JPEG of 1280 px at most. Null for what this browser
 * cannot draw.
 */
export async function scaledPicture(file: File): Promise<Blob | null> {
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return null
  const { width, height } = bitmap
  const scale = Math.min(1, LONGEST / Math.max(width, height))
  try {
    if (scale === 1 && file.size <= LIMITS.imageBytes && SENT_AS_THEY_ARE.includes(file.type)) return file
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(width * scale))
    canvas.height = Math.max(1, Math.round(height * scale))
    const context = canvas.getContext('2d')
    if (!context) return null
    // What is transparent would be black: a JPEG has none.
    context.fillStyle = 'white'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.82))
  } finally {
    bitmap.close()
  }
}
