import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../../../core/contract/api-error.ts'
import { after, WORDS, type Word } from '../../../core/rules/test-alarm-states.ts'
import {
  BY,
  eventsOf,
  HIGH,
  newDevice,
  OPERATOR,
  openAlarmSide,
  placeOf,
  rowsOf,
  send,
} from '../../../tests/server/alarms.ts'
import { openTestSide, type TestSide } from '../../../tests/server/devices.ts'
import { asAlarm } from './rows.ts'

const { db } = await openAlarmSide()

type Place = Awaited<ReturnType<typeof placeOf>>

const holdOf = ({ rule_id, device_id }: Place) =>
  db.system((q) =>
    q
      .selectFrom('alarm_hold')
      .select('kind')
      .where('rule_id', '=', rule_id)
      .where('device_id', '=', device_id)
      .executeTakeFirst(),
  )

/** How the alarm stands by what is stored of it, in the words of the table. */
async function stored(sn: string, place: Place, isSuppressed: boolean): Promise<string> {
  const rows = await rowsOf(db, sn)
  const open = rows.filter(({ recover_time }) => recover_time === null)
  expect(open.length).toBeLessThan(2)
  const [newest] = [...open, ...rows.filter(({ next_alarm_id }) => next_alarm_id === null).reverse()]
  const kind = (await holdOf(place))?.kind ?? (isSuppressed ? 'DSUPR' : undefined)
  if (open.length === 0 && kind) return `${kind}out`
  if (!newest) return 'NORM'
  const { state } = asAlarm(newest, sn, null)
  return open.length > 0 && /^(SHLVD|DSUPR|OOSRV)$/.test(state) ? `${state}in` : state
}

/** Does what a word of the table says; where the product refuses it, nothing. */
async function act(side: TestSide, sn: string, place: Place, word: Word, time: number): Promise<void> {
  const { holds, confirmMany } = side.alarms
  const hold = (kind: 'SHLVD' | 'OOSRV', ms = 600_000) =>
    holds.put(OPERATOR, place, { kind, end_time: Date.now() + ms, is_one_shot: false, reason: word })
  if (word === 'in' || word === 'out') await send(side, sn, [[time, { temperature: word === 'in' ? 95 : 20 }]])
  if (word === 'suppress' || word === 'unsuppress') await send(side, sn, [[time, { running: word === 'unsuppress' }]])
  if (word === 'ack')
    await confirmMany(
      1,
      (await rowsOf(db, sn)).map(({ alarm_id }) => String(alarm_id)),
      BY,
    )
  if (word === 'shelve') await hold('SHLVD').catch(refused)
  if (word === 'oos') await hold('OOSRV')
  if (word === 'unshelve') await holds.end(OPERATOR, place, ['SHLVD']).catch(refused)
  if (word === 'service') await holds.end(OPERATOR, place, ['OOSRV']).catch(refused)
  if (word === 'expire' && (await holdOf(place))?.kind === 'SHLVD') {
    await hold('SHLVD', 0)
    await vi.waitFor(async () => expect(await holdOf(place)).toBeUndefined())
  }
}

const refused = (error: unknown) => {
  if (!(error instanceof ApiError)) throw error
}

test('an alarm is stored in the state of ISA-18.2 after readings, people, the design and the clock, over a restart too', async () => {
  const some = fc.array(fc.constantFrom(...WORDS), { minLength: 2, maxLength: 9 })
  await fc.assert(
    fc.asyncProperty(some, some, async (before, behind) => {
      let side = await openTestSide(db)
      const sn = await newDevice(db, side, [{ ...HIGH, suppress_when: 'running == 0' }])
      const place = await placeOf(db, side, sn)
      let [state, isSuppressed, time] = ['NORM', false, Date.now() - 100_000]
      const check = async () => {
        expect([state, await stored(sn, place, isSuppressed)]).toEqual([state, state])
        expect([state, side.device(sn).open_alarms]).toEqual([state, /^(UNACK|ACKED)$/.test(state) ? 1 : 0])
      }
      for (const word of [...before, 'restart' as const, ...behind]) {
        time += 1000
        if (word === 'restart') {
          await side.close()
          side = await openTestSide(db)
        } else {
          await act(side, sn, place, word, time)
          if (word === 'suppress' || word === 'unsuppress') isSuppressed = word === 'suppress'
          state = after(state, word, isSuppressed)
        }
        await check()
      }
      const rows = await rowsOf(db, sn)
      const events = await eventsOf(db, sn)
      const count = (alarm_type: number) => events.filter((type) => type === alarm_type).length
      expect([count(1), count(2)]).toEqual([
        rows.length,
        rows.filter(({ recover_time }) => recover_time !== null).length,
      ])
      expect(count(6) - count(7)).toBe(isSuppressed ? 1 : 0)
      expect(side.errors).toEqual([])
      await side.close()
    }),
    { numRuns: 12 },
  )
})
