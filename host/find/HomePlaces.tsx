import { useStore } from '@nanostores/react'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { useElement } from '../../elements/define/index.ts'
import { useConsole } from '../use-console.ts'
import { knownGroups } from './entries.ts'
import { openedBy } from './opened.ts'
import { useKnown } from './use-known.ts'

interface HomePlacesProps {
  user_id: number
  /** JSON, as the home page takes it. */
  onPlaces: (places: string) => void
}

/** Names what the user opened before for the home page: favourites first. */
export default function HomePlaces({ user_id, onPlaces }: HomePlacesProps) {
  const { rights } = useConsole()
  const { lang } = useElement()
  const roles = useStore(rights.$rights)?.roles
  const opened = useStore(openedBy(user_id))
  const known = useKnown(user_id)
  const places = useMemo(() => {
    const groups = knownGroups(opened, known, { roles: roles ?? [], lang, own: [] })
    const named = groups.flatMap(({ name, entries }) =>
      entries.map(({ title, note, path, thing }) => ({
        title,
        note,
        path,
        kind: thing?.kind,
        isFavourite: name === 'favourites',
      })),
    )
    return JSON.stringify(named)
  }, [opened, known, roles, lang])
  const told = useEffectEvent(onPlaces)
  useEffect(() => told(places), [places])
  return null
}
