import { describe, expect, test } from 'vitest'
import { frozen, renamed, thawed } from './freeze.ts'
import { toDrop } from './kept-versions.ts'
import { LOCK_MS, openScreenLocks } from './locks.ts'

const group = (symbol: string) => ({ kind: 'group', props: { symbol } })

describe('a frozen document', () => {
  const gallery: Record<number, unknown> = {
    1: { name: 'a', controls: [group('gallery/2')] },
    2: { name: 'b', controls: [group('gallery/1')] },
    3: 'no symbol',
  }
  const read = async (ids: readonly number[]) => new Map(ids.filter((id) => gallery[id]).map((id) => [id, gallery[id]]))

  test('has all symbols inside that its groups use, also those that use each other', async () => {
    const document = await frozen({ controls: [group('gallery/1')], kept: true }, read)
    expect(document).toEqual({
      controls: [group('gallery/1')],
      kept: true,
      symbols: { 'gallery/1': gallery[1], 'gallery/2': gallery[2] },
    })
    expect(thawed(document)).toEqual({ controls: [group('gallery/1')], kept: true, symbols: {} })
  })

  test('is the same one where it uses none, or none that is there', async () => {
    for (const controls of [[], [group('mine')], [group('gallery/9')], [group('gallery/3')], 'none', [null]]) {
      const document = { controls }
      expect(await frozen(document, read)).toBe(document)
    }
  })

  test('looks at the groups of its own symbols too', async () => {
    const document = { controls: [], symbols: { own: { controls: [group('gallery/2')] } } }
    expect(Object.keys((await frozen(document, read)).symbols as object)).toEqual(['own', 'gallery/1', 'gallery/2'])
  })

  test('reads a gallery without end only so far', async () => {
    let asked = 0
    const endless = async (ids: readonly number[]) => {
      asked += ids.length
      return new Map(ids.map((id) => [id, { controls: [group(`gallery/${id + 1}`)] }]))
    }
    await frozen({ controls: [group('gallery/1')] }, endless)
    expect(asked).toBe(500)
  })
})

test('a copy names its own screens and items, and what is not of the template stays', () => {
  const control = { item_id: 7, events: [{ item_id: 8, actions: [{ screen_id: 1 }, { screen_id: 5 }] }] }
  const before = { controls: [control], screen_id: 'text' }
  const after = renamed(before, { screen_id: new Map([[1, 11]]), item_id: new Map([[7, 17]]) })
  expect(after).toEqual({
    controls: [{ item_id: 17, events: [{ item_id: 8, actions: [{ screen_id: 11 }, { screen_id: 5 }] }] }],
    screen_id: 'text',
  })
  expect(control.item_id).toBe(7)
})

test('published versions stay for good, and count for nobody else', () => {
  const versions = Array.from({ length: 300 }, (_, i) => ({
    ...{ version_id: 300 - i, created_time: 300 - i },
    kind: i % 2 === 0 ? ('published' as const) : ('autosave' as const),
  }))
  // 150 others; the newest hundred stay, and of the one day before them the newest is among those.
  expect(toDrop(versions, () => 1)).toHaveLength(50)
  expect(toDrop(versions, (time) => time)).toEqual([])
})

describe('a screen that is drawn on', () => {
  const page = (user_id: number, editor_id = 'editor-0001') => ({ user_id, user_name: `u${user_id}`, editor_id })
  const how = { mayHold: true, take: false }
  const open = () => {
    let time = 1000
    const locks = openScreenLocks(() => time)
    const wait = (ms: number) => {
      time += ms
    }
    return { locks, wait }
  }

  test('is of the first page, until it is silent for 30 s', () => {
    const { locks, wait } = open()
    locks.keep(1, page(1), how)
    locks.keep(1, page(2), how)
    expect(locks.holderOf(1, page(1))).toEqual({ ...page(1), since: 1000, is_mine: true })
    expect(locks.holderOf(1, page(2))).toMatchObject({ is_mine: false })
    wait(LOCK_MS - 1)
    locks.keep(1, page(2), how)
    expect(locks.isHeldByOther(1, page(2))).toBe(true)
    wait(1)
    expect(locks.isHeldByOther(1, page(2))).toBe(false)
    locks.keep(1, page(2), how)
    expect(locks.holderOf(1, page(2))).toMatchObject({ user_id: 2, since: 1000 + LOCK_MS, is_mine: true })
  })

  test('is kept by saying so, however long', () => {
    const { locks, wait } = open()
    for (let i = 0; i < 10; i++) {
      locks.keep(1, page(1), how)
      wait(10_000)
    }
    expect(locks.holderOf(1)).toMatchObject({ user_id: 1, since: 1000, is_mine: false })
  })

  test('is another page’s in another tab, and of another user with the same id', () => {
    const { locks } = open()
    locks.keep(1, page(1), how)
    for (const other of [page(1, 'editor-0002'), page(2)]) {
      locks.keep(1, other, how)
      expect(locks.isHeldByOther(1, other)).toBe(true)
    }
    expect(locks.othersAt(1, page(1))).toHaveLength(2)
  })

  test('is taken by who asks to take it, and not by who may only look', () => {
    const { locks } = open()
    locks.keep(1, page(1), how)
    locks.keep(1, page(2), { mayHold: false, take: true })
    expect(locks.isHeldByOther(1, page(1))).toBe(false)
    locks.keep(1, page(2), { mayHold: true, take: true })
    expect(locks.isHeldByOther(1, page(1))).toBe(true)
    // Who had it is there, and has it again when it is left.
    locks.keep(1, page(1), how)
    locks.leave(1, page(2))
    expect(locks.holderOf(1)).toBe(null)
    locks.keep(1, page(1), how)
    expect(locks.holderOf(1, page(1))).toMatchObject({ is_mine: true })
  })

  test('says nothing of another screen', () => {
    const { locks } = open()
    locks.keep(1, page(1), how)
    expect([locks.holderOf(2), locks.othersAt(2, page(2)), locks.isHeldByOther(2, page(2))]).toEqual([null, [], false])
  })

  test('counts so many pages and no more, whoever makes them up', () => {
    const { locks } = open()
    for (let i = 0; i < 1000; i++) locks.keep(1, page(1, `made-up-${i}`), how)
    expect(locks.othersAt(1, page(2)).length).toBe(200)
  })
})
