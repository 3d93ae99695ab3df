import { describe, expect, test } from 'vitest'
import { renamed, thawed } from './document-copy.ts'
import { frozen } from './freeze.ts'
import { toDrop } from './kept-versions.ts'
import { LOCK_MS, openDocumentLocks } from './locks.ts'

const group = (symbol: string) => ({ kind: 'group', props: { symbol } })

describe('a frozen document', () => {
  const symbols = {
    1: { name: 'a', controls: [group('gallery/2')] },
    2: { name: 'b', controls: [group('gallery/1')] },
  }
  const groups = new Map([
    [1, JSON.stringify(symbols[1])],
    [2, JSON.stringify(symbols[2])],
    [3, '"no symbol"'],
    [4, 'no JSON'],
  ])

  test('a frozen document contains all symbols of the gallery groups that it uses, also indirectly', () => {
    const document = JSON.parse(frozen(JSON.stringify({ controls: [group('gallery/1')], kept: true }), groups))
    expect(document).toEqual({
      controls: [group('gallery/1')],
      kept: true,
      symbols: { 'gallery/1': symbols[1], 'gallery/2': symbols[2] },
    })
    expect(thawed(document)).toEqual({ controls: [group('gallery/1')], kept: true, symbols: {} })
  })

  test('a frozen document is unchanged where it uses no group, or none that exists', () => {
    const named = ['mine', 'gallery/9', 'gallery/3', 'gallery/4'].map((symbol) => [group(symbol)])
    for (const controls of [[], ...named, 'none', [null]]) {
      const document = JSON.stringify({ controls })
      expect(frozen(document, groups)).toBe(document)
    }
  })

  test('a frozen document includes the groups of its own symbols', () => {
    const document = JSON.stringify({ controls: [], symbols: { own: { controls: [group('gallery/2')] } } })
    expect(Object.keys(JSON.parse(frozen(document, groups)).symbols)).toEqual(['own', 'gallery/1', 'gallery/2'])
  })
})

test('a copied document refers to its own screens and items, and other references stay', async () => {
  const control = { item_id: 7, events: [{ item_id: 8, actions: [{ screen_id: 1 }, { other: 0, screen_id: 5 }] }] }
  const texts = { screen_id: 'text', '"screen_id': 1, 'screen_id"': 1, note: '{"screen_id":1,"item_id":7}', x: '\\' }
  const ids = { old_screen_id: 1, item_id: 7.5, list: [{ screen_id: -1 }, { screen_id: null }, { item_id: [7] }] }
  const after = await renamed(JSON.stringify({ controls: [control], ...texts, ids, last: { screen_id: 1 } }), {
    screen_id: new Map([[1, 11]]),
    item_id: new Map([[7, 17]]),
  })
  expect(JSON.parse(after)).toEqual({
    controls: [{ item_id: 17, events: [{ item_id: 8, actions: [{ screen_id: 11 }, { other: 0, screen_id: 5 }] }] }],
    ...texts,
    ids,
    last: { screen_id: 11 },
  })
})

test('the newest versions of a screen or dashboard stay, and the last one of each day before them', () => {
  const versions = Array.from({ length: 300 }, (_, i) => ({
    version_id: 300 - i,
    created_time: 300 - i,
    kind: i % 2 === 0 ? ('published' as const) : ('autosave' as const),
  }))
  // 150 were drawn; of the one day before the newest hundred the last is among those.
  const kept = { newest: 100, since: Number.NEGATIVE_INFINITY, seen: 0 }
  const dropped = toDrop(versions, () => 1, kept)
  expect(dropped).toHaveLength(50)
  expect(dropped.filter((version_id) => version_id % 2 === 0)).toEqual([])
  expect(toDrop(versions, (time) => time, kept)).toEqual([])
  // Days that are long gone have none of their own any more.
  expect(toDrop(versions, (time) => time, { newest: 100, since: 80, seen: 0 })).toEqual(
    [79, 77].concat(dropped.filter((id) => id < 77)),
  )
})

test('drafts push out no version of a dashboard that others have seen', () => {
  const versions = Array.from({ length: 80 }, (_, i) => ({
    version_id: 80 - i,
    created_time: 80 - i,
    kind: i < 60 ? ('autosave' as const) : ('saved' as const),
  }))
  const dropped = toDrop(versions, () => 1, { newest: 50, since: 2, seen: 15 })
  expect(dropped).toEqual([...Array(10).keys()].map((i) => 30 - i).concat([5, 4, 3, 2, 1]))
})

describe('a screen that is drawn on', () => {
  const page = (user_id: number, editor_id = 'editor-0001') => ({ user_id, user_name: `u${user_id}`, editor_id })
  const how = { mayHold: true, take: false }
  const open = () => {
    let time = 1000
    const locks = openDocumentLocks(() => time)
    const wait = (ms: number) => {
      time += ms
    }
    return { locks, wait }
  }

  test('a screen is locked by the first page, until that page is silent for 30 s', () => {
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

  test('a screen stays locked as long as its page renews the lock', () => {
    const { locks, wait } = open()
    for (let i = 0; i < 10; i++) {
      locks.keep(1, page(1), how)
      wait(10_000)
    }
    expect(locks.holderOf(1)).toMatchObject({ user_id: 1, since: 1000, is_mine: false })
  })

  test('a screen locked in another tab, or by another user, is held by somebody else', () => {
    const { locks } = open()
    locks.keep(1, page(1), how)
    for (const other of [page(1, 'editor-0002'), page(2)]) {
      locks.keep(1, other, how)
      expect(locks.isHeldByOther(1, other)).toBe(true)
    }
    expect(locks.othersAt(1, page(1))).toHaveLength(2)
  })

  test('a lock is taken over on request, and not by a user who can only look', () => {
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

  test('a lock says nothing of other screens', () => {
    const { locks } = open()
    locks.keep(1, page(1), how)
    expect([locks.holderOf(2), locks.othersAt(2, page(2)), locks.isHeldByOther(2, page(2))]).toEqual([null, [], false])
  })

  test('a screen lists at most 200 pages, however many are invented', () => {
    const { locks } = open()
    for (let i = 0; i < 1000; i++) locks.keep(1, page(1, `made-up-${i}`), how)
    expect(locks.othersAt(1, page(2)).length).toBe(200)
  })
})
