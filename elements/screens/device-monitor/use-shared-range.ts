import { useEffect, useState } from 'react'
import { useConnection, useElement } from '../../define/index.ts'
import type { Range } from '../../kit/chart/range.ts'
import { presetRange, type TimeRange } from '../../kit/time-range.ts'
import { pickedTimeOf } from './picked-time.ts'
import { around, keyOf, NO_RANGE, type RangeProblem, type RangeView, rangeOf, viewOf } from './range-view.ts'

/** The time range of a device's page: the same in each of its tabs that looks at the past. */
export interface SharedRange {
  readonly range: TimeRange
  choose(range: TimeRange): void
  /** To where panning and zooming lead; what was chosen can be come back to. */
  look(range: Range): void
  /** Back to what was chosen; null while it is shown. */
  readonly comeBack: (() => void) | null
  /** Lets a range that ends now follow the clock: nothing that a page would have to know. */
  moveOn(): void
}

interface Held {
  /** The attributes as they were last seen, and as they will be once they say what was chosen here. */
  seen: string
  expected: string
  moment: string
  timeZone: string
  range: TimeRange
  problem: RangeProblem | null
  /** What was chosen before panning and zooming led elsewhere. */
  left: TimeRange | null
}

interface RangeAttributes extends RangeView {
  /** Where the curve begins: the range is around it as long as none is named. */
  moment: string
}

/** The range that the attributes name; what is chosen here is shown at once and reported by `show`. */
export function useSharedRange(
  { moment, ...view }: RangeAttributes,
  show: (view: RangeView) => void,
): { shared: SharedRange; problem: RangeProblem | null } {
  const { clock } = useConnection()
  const { timeZone, report } = useElement()
  const seen = keyOf(view)
  const movedOn = (range: TimeRange) => (range.preset ? presetRange(range.preset, clock.now(), timeZone) : range)
  const time = pickedTimeOf(moment)?.time ?? null
  const read = (isNewMoment: boolean): Held => {
    const isAround = time !== null && (isNewMoment || seen === keyOf(NO_RANGE))
    const found = isAround ? { range: around(time, clock.now()), problem: null } : rangeOf(view, clock.now(), timeZone)
    return { ...found, seen, expected: seen, moment, timeZone, left: null }
  }
  const [kept, setHeld] = useState(() => read(false))
  let held = kept
  const isOther = seen !== kept.seen && seen !== kept.expected
  // One that names a point alone shows it in the range that there is.
  const isNewMoment = moment !== kept.moment && time !== null
  if (isOther || isNewMoment) held = read(!isOther)
  // The zone of the organisation may come later than the first look.
  else if (timeZone !== kept.timeZone) held = { ...kept, timeZone, range: movedOn(kept.range) }
  else if (seen !== kept.seen || moment !== kept.moment) held = { ...kept, seen, moment }
  if (held !== kept) setHeld(held)

  const { problem } = held
  useEffect(() => {
    if (problem) report('attribute', 'bad-attribute', { detail: `range, start, end: ${problem}` })
  }, [problem, report])

  const set = (range: TimeRange, left: TimeRange | null) => {
    const next = viewOf(range)
    setHeld((before) => ({ ...before, expected: keyOf(next), range, left, problem: null }))
    show(next)
  }
  const { range, left } = held
  const shared: SharedRange = {
    range,
    choose: (next) => set(next, null),
    look: ({ from, to }) => set({ from: Math.floor(from), to: Math.ceil(to) }, left ?? range),
    comeBack: left && (() => set(movedOn(left), null)),
    moveOn: () => setHeld((before) => ({ ...before, range: movedOn(before.range) })),
  }
  return { shared, problem }
}
