import { useStore } from '@nanostores/react'
import { lazy, Suspense, useEffect } from 'react'
import { useSearch } from 'wouter'
import { useConsole } from '../use-console.ts'
import { $isFinding } from './finding.ts'

const FindDialog = lazy(() => import('./FindDialog.tsx').then(({ FindDialog }) => ({ default: FindDialog })))

/** The search over everything, on Ctrl+K; and what it offers first: what was opened before. Its window comes when it is first opened. */
export function Find({ path }: { path: string }) {
  const { connection } = useConsole()
  const user_id = useStore(connection.$session)?.user_id
  const isOpen = useStore($isFinding)
  const search = useSearch()
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isKey =
        event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isKey || event.defaultPrevented) return
      event.preventDefault()
      $isFinding.set(true)
    }
    document.addEventListener('keydown', listen)
    return () => {
      document.removeEventListener('keydown', listen)
      $isFinding.set(false)
    }
  }, [])
  useEffect(() => {
    if (user_id === undefined) return
    void import('./opened.ts').then(({ rememberOpened, thingAt }) => {
      const thing = thingAt(path, search)
      if (thing) rememberOpened(user_id, thing)
    })
  }, [user_id, path, search])
  if (!isOpen || user_id === undefined) return null
  return (
    <Suspense>
      <FindDialog user_id={user_id} onClose={() => $isFinding.set(false)} />
    </Suspense>
  )
}
