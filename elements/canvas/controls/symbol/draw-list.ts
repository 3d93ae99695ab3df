import type { Lang } from '../../../../core/text/define-text.ts'
import { type Attributes, numbersIn, readSvg, type Shape } from './svg-shapes.ts'

/**
 * What a shape is, never which colour it has. `body` shows the state; `shade` is a part that shows none; `line` and
 * `inner` are lines beside and within the body; `accent` is solid; `moving` is solid and moves while it runs; `fill` is
 * the room that a level fills.
 */
export const ROLES = ['body', 'line', 'accent', 'inner', 'shade', 'moving', 'fill'] as const
export type Role = (typeof ROLES)[number]
/**
 * `soft`: without an outline; `bare`: nothing but its line, `thin` and `bold`: the same in other widths; `free`: beside the
 * body, not on it.
 */
export const MANNERS = ['soft', 'bare', 'thin', 'bold', 'free'] as const
export type Manner = (typeof MANNERS)[number]
/**
 * In a second: `turn` goes round `data-about`, `spin` and `roll` are that seen from the side (about an upright and a level
 * axis), `run` moves the dashes of a line, `slide` moves by `data-by` within the body, `rock` goes there and back, `blink`
 * fades and comes. `float` goes with the level.
 */
export const MOTIONS = ['turn', 'spin', 'roll', 'run', 'slide', 'rock', 'blink', 'float'] as const
export type Motion = (typeof MOTIONS)[number]
/** Materials, of the coloured style alone: rows of the palette. */
export const TONES = ['metal', 'dark', 'water', 'hot', 'cold', 'flame', 'copper', 'brick', 'glass', 'leaf'] as const
export type Tone = (typeof TONES)[number]
export const SIDES = ['left', 'right', 'top', 'bottom'] as const
export type Side = (typeof SIDES)[number]

/** Where a pipe ends: 0 to 1 of the symbol's width and height. */
export interface Port {
  readonly x: number
  readonly y: number
  readonly side: Side
}

export interface Part {
  readonly role: Role
  readonly path: Path2D
  readonly manners: readonly Manner[]
  readonly tone: Tone | null
  /** The states that show it; null for all. */
  readonly when: readonly string[] | null
  readonly motion: Motion | null
  readonly about: readonly [x: number, y: number]
  readonly by: readonly [x: number, y: number]
  /** Turns a second; below zero the other way. */
  readonly turns: number
  readonly dash: readonly number[]
}

/** A symbol of the library, ready to be painted. Lengths are those of its file. */
export interface Drawing {
  readonly width: number
  readonly height: number
  readonly names: Readonly<Record<Lang, string>>
  readonly states: readonly string[]
  readonly parts: readonly Part[]
  readonly ports: readonly Port[]
  /** All of its body in one: what hatches and what slides are cut to. */
  readonly body: Path2D
  /** From where to where a level goes; null where there is none. */
  readonly level: readonly [top: number, bottom: number] | null
  readonly moves: boolean
  readonly tone: Tone
  /** In colour it keeps its material while it runs: a boiler is not painted green. */
  readonly keepsTone: boolean
  /** Light of the coloured style falls from above, or from the left on upright cylinders. */
  readonly sheen: 'down' | 'across'
}

export function drawingOf(text: string): Drawing {
  const { root, title, shapes } = readSvg(text)
  const [, , width = 64, height = 64] = numbersIn(root.viewBox)
  const drawn = shapes.filter(({ attributes }) => attributes.class !== 'port')
  const parts = drawn.map(partOf)
  const body = new Path2D()
  for (const { role, path } of parts) if (role === 'body') body.addPath(path)
  const filled = drawn.find(({ attributes }) => attributes['data-top'] !== undefined)?.attributes
  return {
    width,
    height,
    names: { zh: root['data-zh'] ?? '', en: title },
    states: words(root['data-states']),
    parts,
    ports: shapes
      .filter(({ attributes }) => attributes.class === 'port')
      .map(({ attributes: { cx, cy, 'data-side': side } }) => ({
        x: Number(cx) / width,
        y: Number(cy) / height,
        side: side as Side,
      })),
    body,
    level: filled ? [Number(filled['data-top']), Number(filled['data-bottom'])] : null,
    moves: parts.some(({ motion }) => motion !== null && motion !== 'float'),
    tone: (root['data-tone'] as Tone | undefined) ?? 'metal',
    keepsTone: root['data-lit'] === 'tone',
    sheen: root['data-sheen'] === 'across' ? 'across' : 'down',
  }
}

const words = (text = ''): string[] => text.split(' ').filter((word) => word !== '')

function partOf({ path, matrix, attributes }: Shape): Part {
  const [role = 'line', ...manners] = words(attributes.class)
  const [a, b, c, d, e, f] = matrix
  const whole = new Path2D()
  whole.addPath(new Path2D(path), { a, b, c, d, e, f })
  return {
    role: role as Role,
    path: whole,
    manners: manners as Manner[],
    tone: (attributes['data-tone'] as Tone | undefined) ?? null,
    when: attributes['data-when'] ? words(attributes['data-when']) : null,
    motion: (attributes['data-motion'] as Motion | undefined) ?? null,
    about: pairOf(attributes, 'data-about'),
    by: pairOf(attributes, 'data-by'),
    turns: Number(attributes['data-turns'] ?? 1),
    dash: numbersIn(attributes['data-dash']),
  }
}

function pairOf(attributes: Attributes, name: string): [number, number] {
  const [x = 0, y = 0] = numbersIn(attributes[name])
  return [x, y]
}
