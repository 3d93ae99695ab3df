import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { useKeptChoice } from '../../kit/use-kept-choice.ts'
import type { Called } from '../use-call.ts'

const SIZES = ['10', '20', '50', '100'] as const

export interface Paging {
  page: number
  page_size: number
  /** To the first page, where a filter changed. */
  restart: () => void
  turn: (page: number, page_size: number) => void
}

/** Which page of a list is shown, from 1; how many rows it has is remembered for every list of this browser. */
export function usePaging(): Paging {
  const [page, setPage] = useState(1)
  const [size, setSize] = useKeptChoice('page-size', SIZES, '20')
  return {
    page,
    page_size: Number(size),
    restart: useCallback(() => setPage(1), []),
    turn: useCallback(
      (next, page_size) => {
        setPage(next)
        setSize(SIZES.find((known) => known === String(page_size)) ?? '20')
      },
      [setSize],
    ),
  }
}

/** The same where the page is part of what a screen shows, as its address has it: null for the first. */
export function usePagingOf(page: number | null, onPage: (page: number | null) => void): Paging {
  const { page_size, turn } = usePaging()
  return {
    page: page ?? 1,
    page_size,
    restart: () => onPage(null),
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
