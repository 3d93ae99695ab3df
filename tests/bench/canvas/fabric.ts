import { FabricText, Group, Rect, StaticCanvas } from 'fabric'
import { BORDER, FONT, fillOf, firstOf, fontSizeOf, GROUND, INK, SIZE, type Start, textOf } from './bench-scene.ts'

/** As fabric's documentation does it: a group of a rectangle and a text, `set`, `requestRenderAll`. */
const start: Start = (host, tiles) => {
  const element = document.createElement('canvas')
  host.append(element)
  const canvas = new StaticCanvas(element, { ...SIZE, backgroundColor: GROUND, renderOnAddRemove: false })
  const drawn = tiles.map(({ index, x, y, width, height }) => {
    const fill = fillOf(firstOf(index))
    const box = new Rect({
      left: x,
      top: y,
      width: width - 1,
      height: height - 1,
      fill,
      stroke: BORDER,
      strokeWidth: 1,
    })
    const text = new FabricText(textOf(firstOf(index)), {
      left: x + width / 2,
      top: y + height / 2,
      originX: 'center',
      originY: 'center',
      fontSize: fontSizeOf(height),
      fontFamily: FONT,
      fill: INK,
    })
    canvas.add(new Group([box, text]))
    return { box, text }
  })
  canvas.requestRenderAll()
  return {
    apply(changes) {
      for (const [index, value] of changes) {
        const { box, text } = drawn[index] as (typeof drawn)[number]
        box.set('fill', fillOf(value))
        text.set('text', textOf(value))
      }
      canvas.requestRenderAll()
    },
    pan(x, y) {
      canvas.setViewportTransform([1, 0, 0, 1, x, y])
      canvas.requestRenderAll()
    },
    wrongPixels: () => Number.NaN,
  }
}
export default start
