import decodeQR from 'qr/decode.js'

/** What a picture's QR code holds; null without one. `timeLimit`: ms for further attempts. */
export function decode(picture: ImageData, timeLimit: number): string | null {
  try {
    return decodeQR(picture, { timeLimit })
  } catch {
    return null
  }
}
