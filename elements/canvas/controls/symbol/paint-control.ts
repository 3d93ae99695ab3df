import type { Look, Painting, Size } from '../define-control.ts'
import { fontOf } from '../painting/font.ts'
import { paintPicture } from '../painting/picture.ts'
import { roundedBox, setLine, setSolid } from '../painting/shape.ts'
import { paintLine } from '../painting/text-layout.ts'
import { truthOf } from '../painting/value-text.ts'
import { paintMark } from './mark.ts'
import { pictureBox } from './picture-box.ts'
import type { SymbolProps } from './props.ts'
import { levelOf, stateOf } from './shown-state.ts'
import { isOfLibrary, paintSymbol, symbolOf } from './symbol-of.ts'

const LABEL_GAP = 3
const LINE_HEIGHT = 1.35
/** A label may be this many times as wide as its letters are high. */
const LABEL_EMS = 14

/** The label stands below the box. */
export function inkOf({ label, fontSize }: SymbolProps, { width }: Size): number {
  if (label === '') return 0
  const below = LABEL_GAP + fontSize * LINE_HEIGHT
  return Math.ceil(Math.max(below, (labelRoom(label, fontSize) - width) / 2))
}

/** No narrower than the letters can be. */
const labelRoom = (label: string, fontSize: number): number => Math.min(label.length, LABEL_EMS) * fontSize

export function paint(painting: Painting<SymbolProps>): void {
  const { context, props, look, width, height, motionMs } = painting
  const size = { width, height }
  if (isOfLibrary(props.symbol)) {
    const drawing = symbolOf(props.symbol)
    if (drawing === null) {
      // Notes who waits: the look notifies the scene when it has loaded.
      look.picture(props.symbol)
      paintPlace(context, look, size)
    } else if (drawing === 'missing') {
      paintNone(context, look, size)
    } else {
      const box = pictureBox(drawing, size, props.keepsAspect)
      context.save()
      context.translate(box.x, box.y)
      paintSymbol(context, drawing, look, box, {
        state: stateOf(drawing.states, props),
        isFaulty: truthOf(props.fault),
        level: levelOf(props.level),
        colour: props.color === '' ? null : plainColour(context, look.colour(props.color)),
        liquid: props.liquidColor === '' ? null : plainColour(context, look.colour(props.liquidColor)),
        motionMs,
      })
      context.restore()
    }
  } else if (props.symbol === '') {
    paintNone(context, look, size)
  } else {
    const fit = props.keepsAspect ? 'contain' : 'stretch'
    paintPicture(context, look, props.symbol, fit, 0, 0, width, height)
    if (truthOf(props.fault) || props.state === 'fault') {
      paintMark(context, look, 'fault', width, Math.min(width, height) / 64)
    }
  }
  if (props.label !== '') paintLabel(context, look, props, size)
}

/** As a canvas writes it, whatever way it was written: its brightness has to be known. */
function plainColour(context: CanvasRenderingContext2D, colour: string): string {
  context.fillStyle = colour
  return context.fillStyle
}

/** It is on its way. */
function paintPlace(context: CanvasRenderingContext2D, look: Look, { width, height }: Size): void {
  context.fillStyle = look.token('surface-2')
  roundedBox(context, 0, 0, width, height, 4)
  context.fill()
}

/** There is no such symbol: a dashed box, crossed out. */
function paintNone(context: CanvasRenderingContext2D, look: Look, { width, height }: Size): void {
  roundedBox(context, 1, 1, width - 2, height - 2, 4)
  context.fillStyle = look.token('surface-1')
  context.fill()
  setLine(context, look.token('line-strong'), 1.5, 'dashed')
  context.stroke()
  setSolid(context)
  const arm = Math.min(width, height) * 0.16
  context.beginPath()
  context.moveTo(width / 2 - arm, height / 2 - arm)
  context.lineTo(width / 2 + arm, height / 2 + arm)
  context.moveTo(width / 2 + arm, height / 2 - arm)
  context.lineTo(width / 2 - arm, height / 2 + arm)
  context.stroke()
}

function paintLabel(
  context: CanvasRenderingContext2D,
  look: Look,
  { label, fontSize }: SymbolProps,
  { width, height }: Size,
): void {
  const font = fontOf(context, look, fontSize)
  const room = Math.max(width, labelRoom(label, fontSize))
  context.fillStyle = look.token('text-1')
  const middle = height + LABEL_GAP + (fontSize * LINE_HEIGHT) / 2
  paintLine(context, font, label, (width - room) / 2, middle, room, 'center')
}
