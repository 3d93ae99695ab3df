import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { useMemo } from 'react'
import { useConsole } from '../use-console.ts'
import { isSame, openedBy, thingAt, toggleFavourite } from './opened.ts'

const NOBODY = atom(null)

/** Whether what is open at an address is a favourite of the user's, as elements are told; null where it cannot be one. */
export function useFavourite(path: string, search: string): { favourite: 'yes' | 'no' | null; toggle: () => void } {
  const user_id = useStore(useConsole().connection.$session)?.user_id
  const opened = useStore(user_id === undefined ? NOBODY : openedBy(user_id))
  const thing = useMemo(() => thingAt(path, search), [path, search])
  if (!thing || !opened || user_id === undefined) return { favourite: null, toggle: () => {} }
  const isFavourite = opened.favourites.some((one) => isSame(one, thing))
  return { favourite: isFavourite ? 'yes' : 'no', toggle: () => toggleFavourite(user_id, thing) }
}
