import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { HeldRows } from './use-hold.ts'

/** Rows at the places that these ids name; those that have none come below them, in their own order. */
export function inPlaces<Row>(rows: readonly Row[], ids: readonly string[], idOf: (row: Row) => string): Row[] {
  const places = new Map(ids.map((id, place) => [id, place]))
  const placeOf = (row: Row) => places.get(idOf(row)) ?? ids.length
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** Rows in the order in which they come; while they are held, in the one that they had. */
export function useHeldOrder<Row>(rows: readonly Row[], idOf: (row: Row) => string) {
  const [kept, keep] = useState<readonly string[] | null>(null)
  const shown = useMemo(() => (kept ? inPlaces(rows, kept, idOf) : rows), [rows, kept, idOf])
  const ids = useRef<readonly string[]>([])
  useLayoutEffect(() => {
    ids.current = shown.map(idOf)
  }, [shown, idOf])
  const held = useMemo<HeldRows>(
    () => ({ hold: (isHeld) => keep((before) => (isHeld ? (before ?? ids.current) : null)) }),
    [],
  )
  return { shown, held }
}
