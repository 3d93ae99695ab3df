import type { Box } from '../define-control.ts'
import type { ValueProps } from './props.ts'

type Placed = Pick<ValueProps, 'label' | 'labelPlace' | 'labelShare' | 'fontSize'>

/** px between the outline and what stands in it. */
export const PADDING = 4

const box = { x: 0, y: 0, width: 0, height: 0 }

export const labelSize = (fontSize: number): number => Math.max(13, Math.round(fontSize * 0.68))

/**
 * The part that the number alone has, unit and marks with it; found without measuring a text. One object, filled anew by
 * the next call: painters take it thousands of times a second.
 */
export function valueBox(
  { label, labelPlace, labelShare, fontSize }: Placed,
  width: number,
  height: number,
): Readonly<Box> {
  const isTop = label !== '' && labelPlace === 'top'
  const left = label !== '' && !isTop ? width * labelShare : 0
  const top = isTop ? Math.min(height / 2, labelSize(fontSize) * 1.3) : 0
  box.x = left
  box.y = top
  box.width = width - left
  box.height = height - top
  return box
}
