import { Leafer, Rect, Text } from 'leafer-ui'
import { BORDER, FONT, fillOf, firstOf, fontSizeOf, GROUND, INK, SIZE, type Start, textOf } from './bench-scene.ts'

/** It repaints what changed by itself. */
const start: Start = (host, tiles) => {
  const leafer = new Leafer({ view: host, ...SIZE, fill: GROUND, hittable: false })
  const drawn = tiles.map(({ index, x, y, width, height }) => {
    const value = firstOf(index)
    const box = new Rect({
      x,
      y,
      width,
      height,
      fill: fillOf(value),
      stroke: BORDER,
      strokeAlign: 'inside',
      strokeWidth: 1,
    })
    const text = new Text({
      x,
      y,
      width,
      height,
      text: textOf(value),
      textAlign: 'center',
      verticalAlign: 'middle',
      fontSize: fontSizeOf(height),
      fontFamily: FONT,
      fill: INK,
    })
    leafer.add(box)
    leafer.add(text)
    return { box, text }
  })
  return {
    apply(changes) {
      for (const [index, value] of changes) {
        const { box, text } = drawn[index] as (typeof drawn)[number]
        box.fill = fillOf(value)
        text.text = textOf(value)
      }
    },
    pan(x, y) {
      leafer.x = x
      leafer.y = y
    },
    wrongPixels: () => Number.NaN,
  }
}
export default start
