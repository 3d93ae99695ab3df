import * as z from 'zod/mini'
import type { RawProps } from '../../../core/canvas/kind.ts'
import { byKey } from '../../../core/contract/telemetry.ts'
import type { ControlDefinition, Look, Size } from '../controls/define-control.ts'

/** px of the document. */
const FONT_SIZE = 12
const PADDING = 4

/** A dashed box with a kind's name: what stands for a control that cannot be drawn here. */
export function paintPlaceholder(context: CanvasRenderingContext2D, look: Look, kind: string, size: Size): void {
  const { width, height } = size
  context.fillStyle = look.token('surface-2')
  context.fillRect(0, 0, width, height)
  context.strokeStyle = look.token('line-strong')
  context.lineWidth = 1
  context.setLineDash([4, 3])
  context.strokeRect(0.5, 0.5, Math.max(0, width - 1), Math.max(0, height - 1))
  context.beginPath()
  context.rect(PADDING, 0, Math.max(0, width - PADDING * 2), height)
  context.clip()
  context.fillStyle = look.token('text-2')
  context.font = `${FONT_SIZE}px ${look.fontFamily}`
  context.textBaseline = 'middle'
  context.textAlign = 'left'
  const left = Math.max(PADDING, (width - context.measureText(kind).width) / 2)
  context.fillText(kind, left, height / 2)
}

/** The definition of a kind that this program does not have. Its props are kept as they are. */
export const placeholderOf = (kind: string): ControlDefinition<RawProps> => ({
  kind,
  version: 1,
  props: byKey(z.unknown()),
  defaults: {},
  size: { width: 120, height: 60 },
  bindable: [],
  category: 'basic',
  role: 'img',
  triggers: [],
  paint: ({ context, look, width, height }) => paintPlaceholder(context, look, kind, { width, height }),
})
