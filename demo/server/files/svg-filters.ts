import { type Matrix, numbersIn, partOf, placed } from './svg-shapes.ts'
import { attributeOf, elementsIn, type SvgNode } from './svg-tree.ts'

/** What filters take, as measured in Chromium: µs, of the whole picture. */
const FILTER = 300
const BLUR = 60_000
/** Deviations from which on a blur takes twice as long. */
const WIDE = 100
const MOST_STEPS = 40
const MOVE = 2000
const PRIMITIVE = 25_000
const BLURS = new Set(['feGaussianBlur', 'feDropShadow'])
const MOVES = new Set(['feFlood', 'feMerge', 'feMergeNode', 'feOffset'])

/** What a filter takes where it is applied to so much of a picture: each step again for each that goes on from it. */
export function filterCost(filter: SvgNode, part: number, matrix: Matrix | null): number {
  if (elementsIn(filter).length > MOST_STEPS) return Number.POSITIVE_INFINITY
  const results = new Map<string, number>()
  let last = 0
  for (const step of elementsIn(filter)) {
    const sources = step.name === 'feMerge' ? elementsIn(step) : [step]
    const inputs = sources.flatMap((source) => [
      attributeOf(source, 'in'),
      ...(TWO.has(step.name) ? [attributeOf(source, 'in2')] : []),
    ])
    const before = step.name === 'feFlood' ? 0 : inputs.reduce((sum, name) => sum + fromInput(name, results, last), 0)
    last = before + (BLURS.has(step.name) ? blurCost(step) : MOVES.has(step.name) ? MOVE * sources.length : PRIMITIVE)
    const result = attributeOf(step, 'result')
    if (result !== undefined) results.set(result, last)
  }
  return FILTER + last * regionOf(filter, part, matrix)
}

const blurCost = (step: SvgNode) =>
  numbersIn(attributeOf(step, 'stdDeviation') ?? '').some((one) => one > WIDE) ? 2 * BLUR : BLUR

function fromInput(name: string | undefined, results: ReadonlyMap<string, number>, last: number): number {
  return name !== undefined && SOURCES.has(name) ? 0 : (results.get(name ?? '') ?? last)
}

const TWO = new Set(['feBlend', 'feComposite'])
const SOURCES = new Set(['SourceGraphic', 'SourceAlpha'])

/** The part of the picture that a filter works on: a tenth over each side of the element, if it does not say how far. */
function regionOf(filter: SvgNode, part: number, matrix: Matrix | null): number {
  const side = (name: string, otherwise: string) => {
    const [, number, percent] =
      /^([+-]?(?:\d+(?:\.\d*)?|\.\d+))(%?)$/.exec((attributeOf(filter, name) ?? otherwise).trim()) ?? []
    return { size: Number(number) / (percent ? 100 : 1), isRelative: percent !== '' }
  }
  const sides = [side('x', '-10%'), side('y', '-10%'), side('width', '120%'), side('height', '120%')]
  const [x, y, width, height] = sides.map(({ size }) => size) as [number, number, number, number]
  if (attributeOf(filter, 'filterUnits') === 'userSpaceOnUse') {
    if (matrix === null || sides.some(({ isRelative }) => isRelative)) return 1
    const box = placed([x, y, x + width, y + height], matrix)
    return box.every(Number.isFinite) ? partOf(box) : 1
  }
  const region = part * Math.abs(width * height)
  return Number.isFinite(region) ? Math.min(1, region) : 1
}
