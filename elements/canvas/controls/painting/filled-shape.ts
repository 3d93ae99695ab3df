import * as z from 'zod/mini'
import {
  Colour,
  type LineStyle,
  LineStyle as LineStyleSchema,
  marked,
  StrokeWidth,
} from '../../../kinds/property-schema.ts'
import type { Look } from '../define-control.ts'
import { fillAndStroke, isNone } from './shape.ts'

/**
 * What every closed shape has. `fillLevel` fills it from below, in percent; null for not at all. `levelColor` '' is the
 * style's own.
 */
export const shapeProps = {
  fill: Colour,
  stroke: Colour,
  strokeWidth: StrokeWidth,
  lineStyle: LineStyleSchema,
  fillLevel: marked(z.nullable(z.number().check(z.minimum(0), z.maximum(100))), { group: 'value', unit: '%', step: 1 }),
  levelColor: Colour,
}
export interface ShapeProps {
  readonly fill: string
  readonly stroke: string
  readonly strokeWidth: number
  readonly lineStyle: LineStyle
  readonly fillLevel: number | null
  readonly levelColor: string
}

export const shapeDefaults: ShapeProps = {
  fill: 'var(--sg-surface-2)',
  stroke: 'var(--sg-line-strong)',
  strokeWidth: 1,
  lineStyle: 'solid',
  fillLevel: null,
  levelColor: '',
}
export const shapeBindable = ['fill', 'stroke', 'fillLevel', 'levelColor', 'strokeWidth'] as const

/** Fills and outlines the current path. The outline stands within the box when the path does. */
export function paintShape(
  context: CanvasRenderingContext2D,
  look: Look,
  props: ShapeProps,
  width: number,
  height: number,
): void {
  const { fillLevel, levelColor, stroke, strokeWidth, lineStyle } = props
  if (typeof fillLevel !== 'number' || !(fillLevel > 0)) {
    fillAndStroke(context, look, props.fill, stroke, strokeWidth, lineStyle)
    return
  }
  fillAndStroke(context, look, props.fill, '', 0)
  const high = (Math.min(100, fillLevel) / 100) * height
  // The path survives a restore, the clip does not.
  context.save()
  context.clip()
  context.fillStyle = isNone(levelColor) ? ownLevelColour(look) : look.colour(levelColor)
  context.fillRect(0, height - high, width, high)
  context.restore()
  fillAndStroke(context, look, '', stroke, strokeWidth, lineStyle)
}

const ownLevelColour = (look: Look): string => look.token(look.style === 'coloured' ? 'series-1' : 'line-strong')

/** Half the outline, and never more than the box has room for. */
export const strokeInset = ({ strokeWidth, stroke }: ShapeProps, width: number, height: number): number =>
  strokeWidth > 0 && !isNone(stroke) ? Math.min(strokeWidth, width, height) / 2 : 0

export const speakLevel = ({ fillLevel }: ShapeProps): string | null =>
  typeof fillLevel === 'number' ? `${Math.round(fillLevel)} %` : null
