import { useState } from 'react'
import type { Connection } from '../../../core/connection/connection.ts'
import type { Alarm } from '../../../core/contract/alarm.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Control } from '../../../core/contract/documents/screen.ts'
import { pointsOf } from '../../../core/rules/expression/points.ts'
import type { Lang } from '../../../core/text/define-text.ts'
import { useConnection } from '../../define/index.ts'
import { isCallFailure } from '../../parts/use-call.ts'
import type { Said } from './blocked.ts'
import type { NamedPoint } from './run-actions.ts'
import type { Note } from './under-way.ts'

/** The points that a control is bound to, on a screen of this device. */
export const boundPoints = (control: Control, sn_code: string): NamedPoint[] =>
  Object.values(control.bindings)
    .flatMap(({ expression }) => pointsOf(expression))
    .map(({ sn_code: own, key }) => ({ sn_code: own || sn_code, key }))

/** The open alarms of points that nobody has confirmed yet. */
async function unconfirmedAlarms({ api }: Connection, points: readonly NamedPoint[]): Promise<Alarm[]> {
  const found: Alarm[] = []
  for (const device of new Set(points.map(({ sn_code }) => sn_code))) {
    const { rows } = await api.alarm.open({ sn_code: device, page_size: 100 })
    const keys = points.filter(({ sn_code }) => sn_code === device).map(({ key }) => key)
    found.push(
      ...rows.filter((alarm) => alarm.confirm_time === null && (keys.includes('*') || keys.includes(alarm.key))),
    )
  }
  return found
}

/** What is said in a language. */
export type SaidIn = (t: Parameters<Said>[0], lang: Lang) => string

/** Acknowledging by controls: at once, or after the person was asked about `asked`. */
export function useAcknowledging(say: (note: Note, said: SaidIn) => void) {
  const connection = useConnection()
  const [asked, setAsked] = useState<readonly Alarm[] | null>(null)
  const attempt = async (act: () => Promise<void>) => {
    try {
      await act()
    } catch (error) {
      if (!isCallFailure(error)) throw error
      // The words of refusals come with the first of them.
      const codes = await import('../../../core/catalogue/codes.ts').catch(() => null)
      const why = (lang: Lang) => (codes && error instanceof ApiError ? codes.messageOf(error.code, lang) : null)
      say('warning', (t, lang) => why(lang) ?? t.notAcknowledged)
    }
  }
  const confirm = async (alarms: readonly Alarm[]) => {
    for (const { alarm_id } of alarms) await connection.api.alarm.confirm({ alarm_id })
    say('success', (t) => t.acknowledged({ count: alarms.length }))
  }
  return {
    asked,
    acknowledge: (points: readonly NamedPoint[], asks: boolean) =>
      attempt(async () => {
        const alarms = await unconfirmedAlarms(connection, points)
        if (alarms.length === 0) say('info', (t) => t.nothingToAcknowledge)
        else if (asks) setAsked(alarms)
        else await confirm(alarms)
      }),
    answer(isConfirmed: boolean) {
      setAsked(null)
      if (asked && isConfirmed) void attempt(() => confirm(asked))
    },
  }
}
