import Konva from 'konva'
import { BORDER, FONT, fillOf, firstOf, fontSizeOf, INK, SIZE, type Start, textOf } from './bench-scene.ts'

/** One layer that listens to nothing; it draws itself in the next frame when a node changes. */
const start: Start = (host, tiles) => {
  const stage = new Konva.Stage({ container: host as HTMLDivElement, ...SIZE, listening: false })
  const layer = new Konva.Layer({ listening: false })
  const drawn = tiles.map(({ index, x, y, width, height }) => {
    const value = firstOf(index)
    const box = new Konva.Rect({
      x: x + 0.5,
      y: y + 0.5,
      width: width - 1,
      height: height - 1,
      fill: fillOf(value),
      stroke: BORDER,
      strokeWidth: 1,
      perfectDrawEnabled: false,
    })
    const text = new Konva.Text({
      x,
      y,
      width,
      height,
      text: textOf(value),
      align: 'center',
      verticalAlign: 'middle',
      fontSize: fontSizeOf(height),
      fontFamily: FONT,
      fill: INK,
      perfectDrawEnabled: false,
    })
    layer.add(box, text)
    return { box, text }
  })
  stage.add(layer)
  return {
    apply(changes) {
      for (const [index, value] of changes) {
        const { box, text } = drawn[index] as (typeof drawn)[number]
        box.fill(fillOf(value))
        text.text(textOf(value))
      }
    },
    pan: (x, y) => void layer.position({ x, y }),
    wrongPixels: () => Number.NaN,
  }
}
export default start
