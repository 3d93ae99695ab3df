import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LIMITS } from '../../core/catalogue/limits.ts'
import { createFinder, type Found } from './finder.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const NONE: Found = { devices: [], points: [], screens: [], dashboards: [], templates: [], people: [], alarms: [] }
const of = (name: string): Found => ({ ...NONE, templates: [{ template_id: 1, module_name: name, group_name: '' }] })

/** A finder whose answers the test gives. */
function opened() {
  const asked: {
    search: string
    signal: AbortSignal
    answer: (found: Found) => void
    fail: (error: unknown) => void
  }[] = []
  const finder = createFinder(
    (search, signal) => new Promise((answer, fail) => void asked.push({ search, signal, answer, fail })),
  )
  const pause = () => vi.advanceTimersByTime(LIMITS.delayedExecuteMs)
  return { finder, asked, pause, state: () => finder.$state.get() }
}
const answered = () => vi.advanceTimersByTimeAsync(0)

test('one call is made when the typing pauses, and none for what was typed before', async () => {
  const { finder, asked, pause, state } = opened()
  for (const typed of ['p', 'pu', 'pump ']) finder.type(typed)
  expect(state().isLoading).toBe(true)
  expect(asked).toEqual([])
  pause()
  expect(asked.map(({ search }) => search)).toEqual(['pump'])
  finder.type(' pump')
  pause()
  expect(asked).toHaveLength(1)
  asked[0]?.answer(of('Pump'))
  await answered()
  expect(state()).toEqual({ search: 'pump', found: of('Pump'), failure: null, isLoading: false })
})

test('an answer that comes late never replaces a newer one', async () => {
  const { finder, asked, pause, state } = opened()
  finder.type('pump')
  pause()
  finder.type('valve')
  expect(asked[0]?.signal.aborted).toBe(true)
  pause()
  asked[1]?.answer(of('Valve'))
  await answered()
  asked[0]?.answer(of('Pump'))
  await answered()
  expect(state()).toMatchObject({ search: 'valve', found: of('Valve'), isLoading: false })
})

test('what was found stays until the next answer, and goes with the text', async () => {
  const { finder, asked, pause, state } = opened()
  finder.type('pump')
  pause()
  asked[0]?.answer(of('Pump'))
  await answered()
  finder.type('pumps')
  expect(state()).toMatchObject({ search: 'pump', found: of('Pump'), isLoading: true })
  finder.type('')
  expect(state()).toEqual({ search: '', found: null, failure: null, isLoading: false })
  pause()
  expect(asked).toHaveLength(1)
})

test('a search that failed says so, and can be tried again', async () => {
  const { finder, asked, pause, state } = opened()
  finder.type('pump')
  pause()
  const lost = new Error('lost')
  asked[0]?.fail(lost)
  await answered()
  expect(state()).toEqual({ search: 'pump', found: null, failure: lost, isLoading: false })
  finder.retry()
  expect(state().isLoading).toBe(true)
  asked[1]?.answer(NONE)
  await answered()
  expect(state()).toMatchObject({ search: 'pump', found: NONE, failure: null })
})
