import type { Words } from '../catalogue/words.ts'
import { errorText } from './expression/error-text.ts'
import { type Expression, type ParseResult, parseExpression } from './expression/expression.ts'
import { FUNCTIONS } from './expression/function-help.ts'
import type { PointRef, Spot } from './expression/syntax.ts'

/** A point that is worth what its formula says. */
export interface Calculated {
  readonly key: string
  readonly formula: string
}

export interface FormulaProblem extends Partial<Spot> {
  /** Which of the points. */
  readonly at: number
  readonly words: Words
}

/** A call looks at each formula several times: whether it is one, what it reads, in which order, and what it comes to. */
const REMEMBERED = 300
const remembered = new Map<string, ParseResult>()

function parsed(formula: string): ParseResult {
  const result = remembered.get(formula) ?? parseExpression(formula)
  remembered.delete(formula)
  remembered.set(formula, result)
  if (remembered.size > REMEMBERED) remembered.delete(remembered.keys().next().value as string)
  return result
}

/** Of the same virtual device, when no SN stands before the key. */
export const isOwn = ({ sn_code }: PointRef): boolean => sn_code === ''

/** Whether a function of the help may stand in a formula: none that asks for the time, for what was, or for alarms. */
export function isForFormulas(signature: string): boolean {
  const help = FUNCTIONS.find((one) => one.signature === signature)
  return help !== undefined && readFormula(help.example) !== null
}

/** What a formula cannot ask for: it is worked out when a reading comes, also one of long ago, and at no other time. */
function beyondOf(expression: Expression): Words | null {
  const { parameters, isOverTime, isOfZone, questions } = expression
  if (parameters.length > 0)
    return {
      zh: `公式中不能使用参数 $${parameters[0]}`,
      en: `$${parameters[0]} is a parameter: formulas have none`,
    }
  if (isOverTime || isOfZone)
    return {
      zh: '公式中不能使用时间、日期或一段时间内的值',
      en: 'A formula cannot ask for times, dates or values over time',
    }
  if (questions.some(({ name }) => name === 'alarm'))
    return { zh: '公式中不能使用报警等级', en: 'A formula cannot ask for alarms' }
  return null
}

/** A formula as it is worked out; null where it is none. */
export function readFormula(formula: string): Expression | null {
  const read = parsed(formula)
  return read.ok && !beyondOf(read.expression) ? read.expression : null
}

/** The first thing that is wrong with each formula, in the order of the points. Whether devices are there is not known here. */
export function problemsOfFormulas(points: readonly Calculated[]): FormulaProblem[] {
  const keys = new Set(points.map(({ key }) => key))
  const problems = points.flatMap(({ formula }, at): FormulaProblem[] => {
    const read = parsed(formula)
    if (!read.ok) {
      const { error } = read
      const words = { zh: errorText(error, 'zh'), en: errorText(error, 'en') }
      return [{ at, words, index: error.index, length: error.length }]
    }
    const { expression } = read
    const beyond = beyondOf(expression)
    if (beyond) return [{ at, words: beyond }]
    if (expression.points.length === 0)
      return [{ at, words: { zh: '公式中没有变量', en: 'The formula names no point' } }]
    const lost = expression.points.find((point) => isOwn(point) && !keys.has(point.key))
    if (!lost) return []
    return [
      {
        at,
        words: {
          zh: `此虚拟设备没有变量 ${lost.key}；其他设备的变量写作 SN.${lost.key}`,
          en: `${lost.key} is no point of this virtual device; one of another device is written SN.${lost.key}`,
        },
      },
    ]
  })
  if (problems.length > 0) return problems
  const order = orderOf(points)
  return order.circle.map((at) => ({
    at,
    words: { zh: '公式互相引用，无法计算', en: 'Formulas that need one another cannot be worked out' },
  }))
}

/**
 * The points in an order in which each comes after those that its formula names; `circle` are those that cannot be put into
 * one, because they need one another. Points whose formula is none come first.
 */
export function orderOf(points: readonly Calculated[]): { order: number[]; circle: number[] } {
  const places = new Map(points.map(({ key }, at) => [key, at]))
  const needs = points.map(({ formula }) => {
    const own = (readFormula(formula)?.points ?? []).filter(isOwn)
    return new Set(own.flatMap(({ key }) => places.get(key) ?? []))
  })
  const order: number[] = []
  const neededBy = points.map((): number[] => [])
  needs.forEach((its, at) => {
    for (const one of its) neededBy[one]?.push(at)
  })
  const left = needs.map(({ size }) => size)
  const ready = left.flatMap((count, at) => (count === 0 ? [at] : []))
  // A list that grows while it is walked: whoever needed the last of them is ready.
  for (const at of ready) {
    order.push(at)
    for (const one of neededBy[at] ?? []) if (--(left[one] as number) === 0) ready.push(one)
  }
  return { order, circle: left.flatMap((count, at) => (count > 0 ? [at] : [])) }
}
