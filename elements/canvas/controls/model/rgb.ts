let context: CanvasRenderingContext2D | null = null

/** Any colour of CSS as red, green and blue of 0 to 255; null for what is no colour. */
export function rgbOf(colour: string): readonly [r: number, g: number, b: number] | null {
  if (!CSS.supports('color', colour)) return null
  if (!context) {
    const canvas = document.createElement('canvas')
    canvas.width = 1
    canvas.height = 1
    context = canvas.getContext('2d', { willReadFrequently: true })
  }
  if (!context) return null
  context.clearRect(0, 0, 1, 1)
  context.fillStyle = colour
  context.fillRect(0, 0, 1, 1)
  const [r = 0, g = 0, b = 0] = context.getImageData(0, 0, 1, 1).data
  return [r, g, b]
}
