import type { ModelProps } from './control.ts'

/** How a node is shown otherwise than the model has it. Degrees, and units of the model. */
export interface NodeLook {
  readonly colour: string | null
  readonly visible: boolean
  readonly rotate: readonly [x: number, y: number, z: number]
  readonly move: readonly [x: number, y: number, z: number]
}

const AXES = ['x', 'y', 'z']
const numberOf = (value: unknown): number => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number === 'boolean') return number ? 1 : 0
  return typeof number === 'number' && Number.isFinite(number) ? number : 0
}
/** A point that has no value hides nothing. */
const isShown = (value: unknown) => value === null || !['', '0', 'false'].includes(String(value))

/** What the rows say of each node; of several for the same, the last one counts. */
export function nodeLooks(parts: ModelProps['parts']): Map<string, NodeLook> {
  const looks = new Map<string, NodeLook>()
  for (const { node, property, value } of parts) {
    if (node === '') continue
    const look = looks.get(node) ?? { colour: null, visible: true, rotate: [0, 0, 0], move: [0, 0, 0] }
    const [does, axis] = property.split('_') as ['colour' | 'visible' | 'rotate' | 'move', string?]
    if (does === 'colour') looks.set(node, { ...look, colour: typeof value === 'string' && value ? value : null })
    else if (does === 'visible') looks.set(node, { ...look, visible: isShown(value) })
    else {
      const along = look[does].map((old, at) => (AXES[at] === axis ? numberOf(value) : old))
      looks.set(node, { ...look, [does]: along as [number, number, number] })
    }
  }
  return looks
}
