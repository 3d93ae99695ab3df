import type { Point } from '../../contract/device.ts'
import { type Clock, type Expression, parseExpression } from '../../rules/expression/expression.ts'
import type { Lang } from '../../text/define-text.ts'
import type { PointSource } from '../point-source.ts'
import type { Cells } from './cells.ts'
import { type Bound, take } from './live-control.ts'

/** Ties expressions to points, and runs them. */
export class Binder {
  readonly #source: PointSource
  readonly #cells: Cells<Bound>
  /** Thousands of controls are bound alike. */
  readonly #expressions = new Map<string, Expression | null>()
  /** What time alone changes. */
  readonly overTime = new Set<Bound>()
  lang: Lang

  constructor(source: PointSource, cells: Cells<Bound>, lang: Lang) {
    this.#source = source
    this.#cells = cells
    this.lang = lang
  }

  bind(wanted: Pick<Bound, 'control' | 'path' | 'binding' | 'fit' | 'onResult'>, opened: string): Bound {
    const expression = this.#read(wanted.binding.expression)
    const cells = (expression?.points ?? []).map(({ sn_code, key }) => this.#cells.of(sn_code || opened, key))
    for (const { point, seconds } of expression?.pasts ?? []) {
      const cell = cells[point]
      if (cell) this.#cells.keepPast(cell, seconds * 1000)
    }
    const result = { evaluated: null, fitted: undefined, unfit: undefined, evaluation: null }
    const bound: Bound = { ...wanted, expression, cells, ...result }
    for (const cell of cells) cell.users.add(bound)
    if (expression?.isOverTime) this.overTime.add(bound)
    return bound
  }

  /** What depends on a point without an expression: an alarm that is drawn. */
  follow(wanted: Pick<Bound, 'control'>, sn_code: string, key: string): Bound {
    const cell = this.#cells.of(sn_code, key)
    const unused = { fit: null, onResult: null, evaluated: null, fitted: undefined, unfit: undefined, evaluation: null }
    const bound: Bound = {
      ...wanted,
      path: '',
      binding: { expression: '' },
      expression: null,
      cells: [cell],
      ...unused,
    }
    cell.users.add(bound)
    return bound
  }

  release(bound: Bound): void {
    for (const cell of bound.cells) cell.users.delete(bound)
    this.overTime.delete(bound)
  }

  run(bound: Bound, clock: Clock): void {
    if (!bound.expression) return
    const before = bound.evaluated
    const evaluated = bound.expression.run(bound.cells, clock)
    const isSameValue = before !== null && Object.is(before.value, evaluated.value)
    bound.evaluated = evaluated
    bound.evaluation = evaluated.problem
    if (!isSameValue) take(bound, evaluated.value, () => this.pointOf(bound), this.lang)
    if (!isSameValue || before.quality !== evaluated.quality) bound.onResult?.(evaluated)
  }

  /** Facts of the point, where it is bound to nothing but one. */
  pointOf({ expression, cells: [cell] }: Bound): Point | null {
    if (!expression?.plain || !cell) return null
    return this.#source.device(cell.sn_code)?.points.get(cell.key) ?? null
  }

  #read(text: string): Expression | null {
    let known = this.#expressions.get(text)
    if (known === undefined) {
      const parsed = parseExpression(text)
      known = parsed.ok ? parsed.expression : null
      this.#expressions.set(text, known)
    }
    return known
  }
}
