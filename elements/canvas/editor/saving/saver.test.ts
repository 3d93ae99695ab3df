import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, ConnectionError } from '../../../../core/contract/api-error.ts'
import type { Drawn } from '../drawn/drawn.ts'
import { AUTOSAVE_MS, createSaver, type SaveKind } from './saver.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

const drawn = { id: 12, revision: 3, changed_time: 5 } as Drawn

function open(answer: (sent: number) => Promise<Drawn> | Drawn = (count) => ({ ...drawn, revision: 3 + count })) {
  const sent: { revision: number; kind: SaveKind; note: string }[] = []
  const kept: number[] = []
  let isDirty = false
  const saver = createSaver({
    drawn,
    isDirty: () => isDirty,
    send: async (revision, kind, note) => {
      sent.push({ revision, kind, note })
      return answer(sent.length)
    },
    saved: (_drawn, wasChanged) => {
      isDirty = wasChanged
    },
    keep: () => kept.push(Date.now()),
    now: Date.now,
  })
  const edit = () => {
    isDirty = true
    saver.changed()
  }
  const undo = () => {
    isDirty = false
    saver.changed()
  }
  return { saver, sent, kept, edit, undo }
}

test('a change is saved two seconds after the last one, over the revision that came back', async () => {
  const { saver, sent, edit } = open()
  edit()
  await vi.advanceTimersByTimeAsync(AUTOSAVE_MS - 100)
  edit()
  await vi.advanceTimersByTimeAsync(AUTOSAVE_MS - 100)
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(100)
  expect(sent).toEqual([{ revision: 3, kind: 'autosave', note: '' }])
  expect(saver.status()).toEqual({ is: 'saved', time: Date.now() })
  edit()
  await vi.advanceTimersByTimeAsync(AUTOSAVE_MS)
  expect(sent[1]?.revision).toBe(4)
})

test('what is taken back is not saved', async () => {
  const { saver, sent, edit, undo } = open()
  edit()
  undo()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent).toEqual([])
  expect(saver.status().is).toBe('saved')
})

test('a change during a save is saved after it', async () => {
  let finish: (saved: Drawn) => void = () => {}
  const { saver, sent, edit } = open((count) =>
    count === 1
      ? new Promise((resolve) => {
          finish = resolve
        })
      : { ...drawn, revision: 5 },
  )
  edit()
  await vi.advanceTimersByTimeAsync(AUTOSAVE_MS)
  edit()
  finish({ ...drawn, revision: 4 })
  await vi.advanceTimersByTimeAsync(0)
  expect(saver.status().is).toBe('changed')
  await vi.advanceTimersByTimeAsync(AUTOSAVE_MS)
  expect(sent.map(({ revision }) => revision)).toEqual([3, 4])
})

test('while the line is down it is kept and tried again', async () => {
  let isDown = true
  const { saver, sent, kept, edit } = open((count) => {
    if (isDown) throw new ConnectionError('offline')
    return { ...drawn, revision: 3 + count }
  })
  edit()
  await vi.advanceTimersByTimeAsync(AUTOSAVE_MS)
  expect(saver.status().is).toBe('waiting')
  expect(kept).toHaveLength(1)
  isDown = false
  await vi.advanceTimersByTimeAsync(3000)
  expect(sent).toHaveLength(2)
  expect(saver.status().is).toBe('saved')
})

test('after a conflict nothing is sent, and what is drawn is kept', async () => {
  const { saver, sent, kept, edit } = open(() => {
    throw new ApiError('100027')
  })
  edit()
  await vi.advanceTimersByTimeAsync(AUTOSAVE_MS)
  expect(saver.status().is).toBe('conflict')
  edit()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toHaveLength(1)
  expect(kept.length).toBeGreaterThan(1)
  expect(await saver.save('saved')).toBe(false)
})

test('a version is sent even where nothing has changed since the last save, with its note', async () => {
  const { saver, sent } = open()
  expect(await saver.save('saved', 'before the trial run')).toBe(true)
  expect(sent).toEqual([{ revision: 3, kind: 'saved', note: 'before the trial run' }])
})

test('nothing is sent while somebody else draws', async () => {
  const { saver, sent, edit } = open()
  saver.pause()
  edit()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toEqual([])
  saver.resume()
  await vi.advanceTimersByTimeAsync(AUTOSAVE_MS)
  expect(sent).toHaveLength(1)
})
