import { expect, test } from 'vitest'
import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import {
  BY,
  eventsOf,
  HIGH,
  heat,
  newDevice,
  OPERATOR,
  openAlarmSide,
  placeOf,
  rowsOf,
  send,
} from '../../../tests/server/alarms.ts'
import { openGate } from '../../../tests/server/gate.ts'
import type { Caller } from '../http/caller.ts'
import { type CallNow, whileAnswering } from '../limits/call-now.ts'
import { openBudgets } from '../limits/rates.ts'
import { alarmAnswers } from './alarm.ts'
import type { AlarmPlace } from './known-holds.ts'

const { db, side } = await openAlarmSide()
const { alarms } = side

const hold = (kind: 'SHLVD' | 'OOSRV') => ({
  kind,
  end_time: Date.now() + 30 * MINUTE_MS,
  is_one_shot: false,
  reason: 'pump under repair',
})

interface Standing {
  sn: string
  alarm_id: string
  place: AlarmPlace
}

/** An alarm that stands, shelved where `isHeld`. */
async function standing(isHeld: boolean) {
  const sn = await newDevice(db, side, [HIGH])
  await send(side, sn, [heat(Date.now(), 95)])
  const [row] = await rowsOf(db, sn)
  const place = await placeOf(db, side, sn)
  if (isHeld) await alarms.holds.put(OPERATOR, place, hold('SHLVD'))
  return { sn, alarm_id: String(row?.alarm_id), place }
}

const holdsAt = ({ device_id }: AlarmPlace) =>
  db.system((q) => q.selectFrom('alarm_hold').select('kind').where('device_id', '=', device_id).execute())

/** What of the alarm the store has. */
const kept = async ({ sn, place }: { sn: string; place: AlarmPlace }) => {
  const [row] = await rowsOf(db, sn)
  return { row, events: await eventsOf(db, sn), holds: await holdsAt(place) }
}

/** Keeps the store until what is returned is called. */
async function keepStore() {
  const [begun, released] = [openGate(), openGate()]
  const kept = db.system(() => {
    begun.resolve()
    return released.promise
  })
  await begun.promise
  return async () => {
    released.resolve()
    await kept
  }
}

const ACTS: [string, boolean, (alarm: Standing) => Promise<unknown>][] = [
  ['a confirmation', false, ({ alarm_id }) => alarms.confirm(1, alarm_id, BY)],
  ['a confirmation of many', false, ({ alarm_id }) => alarms.confirmMany(1, [alarm_id, '999999999'], BY)],
  ['a note', false, ({ alarm_id }) => alarms.note(1, alarm_id, BY, 'seen')],
  ['shelving', false, ({ place }) => alarms.holds.put(OPERATOR, place, hold('SHLVD'))],
  ['taking out of service', false, ({ place }) => alarms.holds.put(OPERATOR, place, hold('OOSRV'))],
  ['the end of a shelf', true, ({ place }) => alarms.holds.end(OPERATOR, place, ['SHLVD'])],
]

test.each(ACTS)(
  '%s that waits for the store while the session of its call ends is refused, and changes nothing',
  async (_what, isHeld, act) => {
    const alarm = await standing(isHeld)
    const before = await kept(alarm)
    const call: CallNow = { ended: null, hasWritten: false, isChange: true, isAnswered: false }
    const release = await keepStore()
    const refused = expect(whileAnswering(call, () => act(alarm))).rejects.toMatchObject({ code: '100009' })
    call.ended = new ApiError('100009')
    await release()
    await refused
    expect(await kept(alarm)).toEqual(before)
    // What the server remembers has not changed either: the same can be done by a call that goes on.
    await act(alarm)
    expect(await kept(alarm)).not.toEqual(before)
  },
)

test.each<[string, (alarm: Standing) => Promise<unknown>]>([
  [
    'a confirmation',
    ({ alarm_id }) =>
      alarms.confirmMany(1, [...Array.from({ length: 999 }, (_, i) => `${i + 900_000_000}`), alarm_id], BY),
  ],
  [
    'shelving',
    ({ place }) =>
      alarms.holds.putAll(OPERATOR, [...Array(999).fill({ ...place, rule_id: 999_999_999 }), place], hold('SHLVD')),
  ],
])('%s of many whose call ends when some of it is done leaves the rest undone', async (_what, act) => {
  const alarm = await standing(false)
  const before = await kept(alarm)
  const call: CallNow = { ended: new ApiError('100009'), hasWritten: true, isChange: true, isAnswered: false }
  await whileAnswering(call, () => act(alarm))
  expect(await kept(alarm)).toEqual(before)
  await act(alarm)
  expect(await kept(alarm)).not.toEqual(before)
})

const answers = alarmAnswers({ db, fleet: side.fleet, alarms, budgets: openBudgets(1) })
const SHELF = { minutes: 30, is_one_shot: false, is_out_of_service: false, reason: 'pump under repair' }

const MOVED: [string, (alarm: Standing, caller: Caller, move: () => void) => unknown][] = [
  [
    'a confirmation of many',
    ({ alarm_id }, caller, spend) => answers.confirmMany({ alarm_ids: [alarm_id] }, { ...caller, spend }),
  ],
  [
    'shelving of many',
    ({ alarm_id }, caller, spend) => answers.shelve({ alarm_ids: [alarm_id], ...SHELF }, { ...caller, spend }),
  ],
  [
    'a hold',
    ({ sn, place }, caller, move) => {
      const held = answers.hold({ sn_code: sn, rule_id: String(place.rule_id), ...SHELF }, caller)
      move()
      return held
    },
  ],
]

test.each(MOVED)(
  '%s whose device is moved out of the reach of its caller before its turn comes is refused, and changes nothing',
  async (_what, act) => {
    const alarm = await standing(false)
    const before = await kept(alarm)
    const device = side.device(alarm.sn)
    device.group_id = 5
    const may_see: Caller['may_see'] = [{ groups: new Set([5]), devices: new Set() }]
    const caller: Caller = { ...OPERATOR, may_see, roles: ['P73200'] }
    const call: CallNow = { ended: null, hasWritten: false, isChange: true, isAnswered: false }
    const acted = whileAnswering(call, async () =>
      act(alarm, caller, () => {
        device.group_id = 6
      }),
    )
    await expect(acted).rejects.toMatchObject({ code: '100002' })
    expect(await kept(alarm)).toEqual(before)
  },
)
