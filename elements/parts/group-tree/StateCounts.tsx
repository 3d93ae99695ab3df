import { type ReactNode, useMemo } from 'react'
import type { DeviceGroupRow } from '../../../core/contract/device-group.ts'
import type { Translated } from '../../../core/text/define-text.ts'
import { useSheet, useText } from '../../define/index.ts'
import { StateMark } from '../../kit/StateMark.tsx'
import { text } from './counts-text.ts'
import sheet from './state-counts.css?sheet'

type Counts = Pick<DeviceGroupRow, 'device_count' | 'online' | 'offline' | 'faulty'>

const STATES = ['faulty', 'offline', 'online'] as const

/** How many devices are in each state, by shape and number; states of none are left out. */
function StateCounts(counts: Counts) {
  useSheet(sheet)
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
export const countsInWords = (counts: Counts, t: Translated<(typeof text)['rows']>): string => {
  const said = STATES.filter((state) => counts[state] > 0).map((state) => t[state]({ count: counts[state] }))
  return said.length > 0 ? said.join(', ') : t.devicesOf({ count: 0 })
}

/** States are not known to who may not open the page of groups. */
type Known = Pick<Counts, 'device_count'> & Partial<Counts>

/** What is behind a group's name: the same node for the same counts, so that rows whose counts stay are not drawn again. */
export function useStateNotes(): (group: Known) => readonly [ReactNode, string] {
  const t = useText(text)
  const drawn = useMemo(() => new Map<string, ReactNode>(), [])
  return ({ device_count, online, offline = 0, faulty = 0 }) => {
    if (online === undefined) return [device_count, t.devicesOf({ count: device_count })]
    const counts = { device_count, online, offline, faulty }
    const key = Object.values(counts).join()
    const note = drawn.get(key) ?? <StateCounts {...counts} />
    drawn.set(key, note)
    return [note, countsInWords(counts, t)]
  }
}
