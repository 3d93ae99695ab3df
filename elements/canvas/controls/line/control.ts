import * as z from 'zod/mini'
import { defineControl, type Painting } from '../define-control.ts'
import { type LineProps, lineDefaults, lineInk, lineProps, paintOpenLine } from '../painting/open-line.ts'

/** Across the box; a flipped box gives the other slope, one without height a level line. */
const ACROSS = [
  { x: 0, y: 0 },
  { x: 1, y: 1 },
] as const

const paint = ({ context, props, width, height, look }: Painting<LineProps>): void =>
  paintOpenLine(context, look, props, ACROSS, width, height)

export default defineControl<LineProps>({
  kind: 'line',
  version: 1,
  category: 'basic',
  props: z.object(lineProps),
  defaults: lineDefaults,
  size: { width: 160, height: 0 },
  bindable: ['stroke', 'strokeWidth'],
  isUnmarked: true,
  paint,
  ink: lineInk,
  role: 'none',
  triggers: ['click', 'double_click', 'press', 'release', 'change'],
})
