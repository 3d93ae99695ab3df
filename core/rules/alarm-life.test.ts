import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AlarmState } from '../contract/alarm.ts'
import { type AlarmLife, type LifeAction, liveOn, NORMAL, stateOf } from './alarm-life.ts'

/**
 * ISA-18.2's states and the ways between them, written out: state, what happens, state after. `in` and `out`: the process
 * goes into alarm and returns. `*in` are states of which the process is in alarm, `*out` those of which it is not.
 */
const TABLE: Record<string, Partial<Record<Word, string>>> = {
  NORM: { in: 'UNACK', out: 'NORM', ack: 'NORM', shelve: 'SHLVDout', suppress: 'DSUPRout', oos: 'OOSRVout' },
  UNACK: { in: 'UNACK', out: 'RTNUN', ack: 'ACKED', shelve: 'SHLVDin', suppress: 'DSUPRin', oos: 'OOSRVin' },
  ACKED: { in: 'ACKED', out: 'NORM', ack: 'ACKED', shelve: 'SHLVDin', suppress: 'DSUPRin', oos: 'OOSRVin' },
  RTNUN: { in: 'UNACK', out: 'RTNUN', ack: 'NORM', shelve: 'SHLVDout', suppress: 'DSUPRout', oos: 'OOSRVout' },
  SHLVDin: { in: 'SHLVDin', out: 'SHLVDout', unshelve: 'UNACK', shelve: 'SHLVDin', oos: 'OOSRVin', expire: 'UNACK' },
  SHLVDout: { in: 'SHLVDin', out: 'SHLVDout', unshelve: 'NORM', shelve: 'SHLVDout', oos: 'OOSRVout', expire: 'NORM' },
  DSUPRin: {
    in: 'DSUPRin',
    out: 'DSUPRout',
    unsuppress: 'UNACK',
    suppress: 'DSUPRin',
    shelve: 'SHLVDin',
    oos: 'OOSRVin',
  },
  DSUPRout: {
    in: 'DSUPRin',
    out: 'DSUPRout',
    unsuppress: 'NORM',
    suppress: 'DSUPRout',
    shelve: 'SHLVDout',
    oos: 'OOSRVout',
  },
  OOSRVin: { in: 'OOSRVin', out: 'OOSRVout', service: 'UNACK', oos: 'OOSRVin', shelve: 'OOSRVin' },
  OOSRVout: { in: 'OOSRVin', out: 'OOSRVout', service: 'NORM', oos: 'OOSRVout', shelve: 'OOSRVout' },
}

const WORDS = ['in', 'out', 'ack', 'shelve', 'unshelve', 'suppress', 'unsuppress', 'oos', 'service', 'expire'] as const
type Word = (typeof WORDS)[number]

const SHELF_MS = 1000
const ACTIONS: Record<Word, (now: number) => LifeAction> = {
  in: () => ({ is: 'produced' }),
  out: () => ({ is: 'recovered' }),
  ack: () => ({ is: 'confirmed' }),
  shelve: (now) => ({ is: 'shelved', until: now + SHELF_MS, isOneShot: false }),
  unshelve: () => ({ is: 'unshelved' }),
  suppress: () => ({ is: 'suppressed' }),
  unsuppress: () => ({ is: 'unsuppressed' }),
  oos: () => ({ is: 'out_of_service' }),
  service: () => ({ is: 'in_service' }),
  expire: (now) => ({ is: 'clock', now }),
}

const shown = (life: AlarmLife): string => {
  const state: AlarmState = stateOf(life)
  return ['SHLVD', 'DSUPR', 'OOSRV'].includes(state) ? `${state}${life.isStanding ? 'in' : 'out'}` : state
}

/** All that happens a second and more apart, so that a shelf is over at the next look. */
function play(words: readonly Word[]): { life: AlarmLife; passed: string[] } {
  let life = NORMAL
  const passed = words.map((word, i) => {
    life = liveOn(life, ACTIONS[word]((i + 1) * SHELF_MS))
    return shown(life)
  })
  return { life, passed }
}

test('every way of the table is gone, and leads where ISA-18.2 says', () => {
  const reached: Record<string, readonly Word[]> = {
    ...{ NORM: [], UNACK: ['in'], ACKED: ['in', 'ack'], RTNUN: ['in', 'out'] },
    ...{ SHLVDin: ['in', 'shelve'], SHLVDout: ['shelve'], DSUPRin: ['in', 'suppress'], DSUPRout: ['suppress'] },
    ...{ OOSRVin: ['in', 'oos'], OOSRVout: ['oos'] },
  }
  for (const [state, ways] of Object.entries(TABLE)) {
    const before = reached[state] ?? []
    expect(before.length === 0 ? 'NORM' : play(before).passed.at(-1)).toBe(state)
    for (const [word, after] of Object.entries(ways))
      expect([state, word, play([...before, word as Word]).passed.at(-1)]).toEqual([state, word, after])
  }
})

/** The reasons of holding by themselves, beside the table: what is held under another one shows when that one ends. */
test('whatever happens in whatever order, an alarm is where the table says, or where a weaker hold keeps it', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...WORDS), { maxLength: 60 }), (words) => {
      let life = NORMAL
      let state = 'NORM'
      let isSuppressed = false
      words.forEach((word, i) => {
        life = liveOn(life, ACTIONS[word]((i + 1) * SHELF_MS))
        if (word === 'suppress') isSuppressed = true
        if (word === 'unsuppress') isSuppressed = false
        const to = TABLE[state]?.[word] ?? state
        const isFree = !/^(SHLVD|DSUPR|OOSRV)/.test(to)
        state =
          isFree && isSuppressed && /^(SHLVD|OOSRV)/.test(state) ? `DSUPR${state.replace(/^.*(in|out)$/, '$1')}` : to
        expect([word, shown(life)]).toEqual([word, state])
      })
    }),
    { numRuns: 2000 },
  )
})

test('a shelf of one shot ends when the alarm is over; until then with its time', () => {
  const shelved = liveOn(liveOn(NORMAL, { is: 'produced' }), { is: 'shelved', until: 5000, isOneShot: true })
  const over = liveOn(shelved, { is: 'recovered' })
  expect([stateOf(shelved), stateOf(over), over.shelf]).toEqual(['SHLVD', 'NORM', null])
  expect(stateOf(liveOn(shelved, { is: 'clock', now: 4999 }))).toBe('SHLVD')
  expect(stateOf(liveOn(shelved, { is: 'clock', now: 5000 }))).toBe('UNACK')
})

test('a shelf that is put anew lasts as long as the new one says', () => {
  const twice = [2000, 9000].reduce(
    (life, until) => liveOn(life, { is: 'shelved', until, isOneShot: false }),
    liveOn(NORMAL, { is: 'produced' }),
  )
  expect(stateOf(liveOn(twice, { is: 'clock', now: 5000 }))).toBe('SHLVD')
})
