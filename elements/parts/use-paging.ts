import { useCallback, useState } from 'react'
import { useKeptChoice } from './use-kept-choice.ts'

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
