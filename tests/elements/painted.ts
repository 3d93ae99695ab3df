/** What the browser has painted of a part of its window, to be compared with what was to be shown. */
export interface Painted {
  /** Red, green and blue of 255 at a place in the window, in CSS px. */
  at(x: number, y: number): readonly [red: number, green: number, blue: number]
  readonly picture: ImageData
}

/** Takes the picture by the runner: no script of a page can see its own pixels. */
export async function painted({ x, y, width, height }: DOMRect): Promise<Painted> {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const size = { width: Math.ceil(x + width) - left, height: Math.ceil(y + height) - top }
  const box = { x: left, y: top, ...size }
  const query = new URLSearchParams(Object.entries(box).map(([name, value]) => [name, String(value)]))
  const bitmap = await createImageBitmap(await (await fetch(`/painted?${query}`)).blob())
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
  context.drawImage(bitmap, 0, 0)
  const picture = context.getImageData(0, 0, bitmap.width, bitmap.height)
  return {
    picture,
    at(x, y) {
      const start = (Math.floor(y - top) * picture.width + Math.floor(x - left)) * 4
      const [red = 0, green = 0, blue = 0] = picture.data.subarray(start, start + 3)
      return [red, green, blue]
    },
  }
}

/** From now on the browser says this of its user's system; without features, what it is. */
export async function emulateMedia(features: Readonly<Record<string, string>> = {}): Promise<void> {
  await fetch(`/media?${new URLSearchParams(features)}`)
}
