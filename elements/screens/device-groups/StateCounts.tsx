import type { Translated } from '../../../core/text/define-text.ts'
import { StateMark } from '../../kit/StateMark.tsx'
import type { Group } from './group-tree.ts'
import type { text } from './text.ts'

type Words = Translated<(typeof text)['rows']>
type Counts = Pick<Group, 'device_count' | 'online' | 'offline' | 'faulty'>

const STATES = ['faulty', 'offline', 'online'] as const

/** How many devices are in each state, by shape and number; states of none are left out. */
export function StateCounts(counts: Counts) {
  if (counts.device_count === 0) return <>0</>
  return (
    <span className="device-group-states">
      {STATES.filter((state) => counts[state] > 0).map((state) => (
        // The number is drawn by the sheet: the row's name says it in words.
        <span key={state} className="device-group-state" data-count={counts[state]}>
          <StateMark state={state} isWordHidden />
        </span>
      ))}
    </span>
  )
}

/** The same in words. */
export const countsInWords = (counts: Counts, t: Words): string => {
  const said = STATES.filter((state) => counts[state] > 0).map((state) => t[state]({ count: counts[state] }))
  return said.length > 0 ? said.join(', ') : t.devicesOf({ count: 0 })
}
