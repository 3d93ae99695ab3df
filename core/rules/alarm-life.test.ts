import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AlarmState } from '../contract/alarm.ts'
import { type AlarmLife, type LifeAction, liveOn, NORMAL, stateOf } from './alarm-life.ts'
import { after, TABLE, WORDS, type Word } from './test-alarm-states.ts'

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
  return ['SHLVD', 'DSUPR', 'OOSRV'].includes(state) ? `${state}${life.isActive ? 'in' : 'out'}` : state
}

/** All that happens a second and more apart, so that a shelf is over at the next look. */
const play = (words: readonly Word[]): AlarmLife =>
  words.reduce((life, word, i) => liveOn(life, ACTIONS[word]((i + 1) * SHELF_MS)), NORMAL)

test('every event in every state leads where ISA-18.2 says, and nowhere where it defines nothing', () => {
  const reached: Record<string, readonly Word[]> = {
    NORM: [],
    UNACK: ['in'],
    ACKED: ['in', 'ack'],
    RTNUN: ['in', 'out'],
    SHLVDin: ['in', 'shelve'],
    SHLVDout: ['shelve'],
    DSUPRin: ['in', 'suppress'],
    DSUPRout: ['suppress'],
    OOSRVin: ['in', 'oos'],
    OOSRVout: ['oos'],
  }
  expect(Object.keys(reached).sort()).toEqual(Object.keys(TABLE).sort())
  for (const [state, before] of Object.entries(reached)) {
    expect(shown(play(before))).toBe(state)
    for (const word of WORDS)
      expect([state, word, shown(play([...before, word]))]).toEqual([state, word, TABLE[state]?.[word] ?? state])
  }
})

test('any sequence of events leaves an alarm where the table says, or where a weaker hold keeps it', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...WORDS), { maxLength: 60 }), (words) => {
      let life = NORMAL
      let state = 'NORM'
      let isSuppressed = false
      words.forEach((word, i) => {
        life = liveOn(life, ACTIONS[word]((i + 1) * SHELF_MS))
        if (word === 'suppress') isSuppressed = true
        if (word === 'unsuppress') isSuppressed = false
        state = after(state, word, isSuppressed)
        expect([word, shown(life)]).toEqual([word, state])
      })
    }),
    { numRuns: 2000 },
  )
})

test('a one-shot shelf ends when the alarm is over; until then with its time', () => {
  const shelved = liveOn(liveOn(NORMAL, { is: 'produced' }), { is: 'shelved', until: 5000, isOneShot: true })
  const over = liveOn(shelved, { is: 'recovered' })
  expect([stateOf(shelved), stateOf(over), over.shelf]).toEqual(['SHLVD', 'NORM', null])
  expect(stateOf(liveOn(shelved, { is: 'clock', now: 4999 }))).toBe('SHLVD')
  expect(stateOf(liveOn(shelved, { is: 'clock', now: 5000 }))).toBe('UNACK')
})

test('a shelf that is set again lasts as long as the new one says', () => {
  const twice = [2000, 9000].reduce(
    (life, until) => liveOn(life, { is: 'shelved', until, isOneShot: false }),
    liveOn(NORMAL, { is: 'produced' }),
  )
  expect(stateOf(liveOn(twice, { is: 'clock', now: 5000 }))).toBe('SHLVD')
})
