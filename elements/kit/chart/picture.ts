import type { Look } from './look.ts'
import { type ChartSeries, patternOf } from './series.ts'

export interface PictureWords {
  /** Of whom the curves are. */
  title: string
  /** From when to when. */
  span: string
}

const EDGE_PX = 16
const LINE_PX = 20
const KEY_PX = 24
const GAP_PX = 20

/** The curves' canvas with what tells them apart from any other: whose they are, of when, and which line is which. */
export function pictureOf(
  curves: HTMLCanvasElement,
  ratio: number,
  { title, span }: PictureWords,
  series: readonly ChartSeries[],
  look: Look,
): Promise<Blob> {
  const width = curves.width / ratio + 2 * EDGE_PX
  const canvas = document.createElement('canvas')
  canvas.width = width * ratio
  const measure = canvas.getContext('2d') as CanvasRenderingContext2D
  const font = `${look.fontSize + 1}px ${look.font}`
  measure.font = font
  const keys = placed(
    series.filter(({ note }) => note === undefined),
    (text) => measure.measureText(text).width,
    width - 2 * EDGE_PX,
  )
  const headPx = EDGE_PX + LINE_PX * (2 + (keys.at(-1)?.row ?? 0)) + EDGE_PX / 2

  // Setting its size makes a canvas forget its font.
  canvas.height = headPx * ratio + curves.height + EDGE_PX * ratio
  const pen = canvas.getContext('2d') as CanvasRenderingContext2D
  pen.fillStyle = look.surface
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(curves, EDGE_PX * ratio, headPx * ratio)
  pen.scale(ratio, ratio)
  pen.textBaseline = 'middle'
  pen.fillStyle = look.text
  pen.font = `600 ${font}`
  pen.fillText(title, EDGE_PX, EDGE_PX + LINE_PX / 2)
  const titlePx = pen.measureText(title).width
  pen.font = font
  pen.fillText(span, EDGE_PX + titlePx + GAP_PX, EDGE_PX + LINE_PX / 2)
  for (const { text, left, row, colour, dashes, isEarlier } of keys) {
    const middle = EDGE_PX + LINE_PX * (row + 1.5)
    pen.strokeStyle = look.series[colour] ?? look.text
    pen.globalAlpha = isEarlier ? 0.85 : 1
    pen.lineWidth = isEarlier ? 1 : 2
    pen.setLineDash([...dashes])
    pen.beginPath()
    pen.moveTo(EDGE_PX + left, middle)
    pen.lineTo(EDGE_PX + left + KEY_PX, middle)
    pen.stroke()
    pen.globalAlpha = 1
    pen.fillText(text, EDGE_PX + left + KEY_PX + 6, middle)
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The image could not be made'))), 'image/png')
  })
}

/** Each curve's key beside the last, in as many rows as they need. */
function placed(series: readonly ChartSeries[], widthOf: (text: string) => number, roomPx: number) {
  let [left, row] = [0, 0]
  return series.map((one, index) => {
    const { name, unit, colour = index % 10 } = one
    const text = unit ? `${name} (${unit})` : name
    const widthPx = KEY_PX + 6 + widthOf(text)
    if (left > 0 && left + widthPx > roomPx) [left, row] = [0, row + 1]
    const dashes = patternOf(one, colour)
    const key = { text, left, row, colour, dashes, isEarlier: one.earlierOf !== undefined }
    left += widthPx + GAP_PX
    return key
  })
}
