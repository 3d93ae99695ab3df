import { Meta2d } from '@meta2d/core'
import { BORDER, FONT, fillOf, firstOf, fontSizeOf, GROUND, INK, type Start, textOf } from './bench-scene.ts'

/** As its documentation does it for many values at once: `setValue` without rendering, then one `render`. */
const start: Start = (host, tiles) => {
  const canvas = new Meta2d(host, { background: GROUND, disableAnchor: true, disableScale: true } as object)
  const pens = tiles.map(({ index, x, y, width, height }) => ({
    id: `c${index}`,
    name: 'rectangle',
    x,
    y,
    width: width - 1,
    height: height - 1,
    color: BORDER,
    lineWidth: 1,
    background: fillOf(firstOf(index)),
    text: textOf(firstOf(index)),
    textColor: INK,
    fontSize: fontSizeOf(height),
    fontFamily: FONT,
  }))
  canvas.open({ pens, locked: 1, background: GROUND } as unknown as Parameters<Meta2d['open']>[0])
  let at = { x: 0, y: 0 }
  return {
    apply(changes) {
      for (const [index, value] of changes) {
        const shown = { id: `c${index}`, background: fillOf(value), text: textOf(value) }
        canvas.setValue(shown, { render: false, doEvent: false, history: false } as object)
      }
      canvas.render()
    },
    pan(x, y) {
      canvas.translate(x - at.x, y - at.y)
      at = { x, y }
    },
    wrongPixels: () => Number.NaN,
  }
}
export default start
