import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { useKeptChoice } from '../../kit/use-kept-choice.ts'
import type { Called } from '../use-call.ts'

const SIZES = ['10', '20', '50', '100'] as const

export interface Paging {
  page: number
  page_size: number
  /** How many rows a page may have. */
  sizes: readonly number[]
  turn: (page: number, page_size: number) => void
}

/**
 * Which page of a list is shown, from 1; other rows begin at their first. How many rows it has is remembered for every list
 * of this browser, unless the list says so itself.
 */
export function usePaging(query: string, fixedSize?: number): Paging {
  const [chosen, setChosen] = useState({ query, page: 1 })
  const [size, setSize] = useKeptChoice('page-size', SIZES, '20')
  // Forgotten, so that a filter that is taken back does not lead to a page in the middle.
  if (chosen.query !== query) setChosen({ query, page: 1 })
  return {
    page: chosen.query === query ? chosen.page : 1,
    page_size: fixedSize ?? Number(size),
    sizes: fixedSize === undefined ? SIZES.map(Number) : [fixedSize],
    turn: useCallback(
      (next, page_size) => {
        setChosen({ query, page: next })
        if (fixedSize === undefined) setSize(SIZES.find((known) => known === String(page_size)) ?? '20')
      },
      [query, setSize, fixedSize],
    ),
  }
}

/** The same where the page is part of what a screen shows, as its address has it: null for the first. */
export function pagingOf({ turn, ...own }: Paging, page: number | null, onPage: (page: number | null) => void): Paging {
  return {
    ...own,
    page: page ?? 1,
    turn(next, size) {
      turn(1, size)
      onPage(next)
    },
  }
}

/** The last page is gone with its rows: turns to the one that is the last now. */
export function useTurnBack(
  { data }: Pick<Called<{ rows: unknown[]; total: number }>, 'data'>,
  { page_size, turn }: Pick<Paging, 'page_size' | 'turn'>,
): void {
  const last = data && data.rows.length === 0 && data.total > 0 ? Math.ceil(data.total / page_size) : null
  const back = useEffectEvent((page: number) => turn(page, page_size))
  useEffect(() => {
    if (last !== null) back(last)
  }, [last])
}
