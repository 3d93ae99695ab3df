import { useStore } from '@nanostores/react'
import { lazy, Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { useSearch } from 'wouter'
import { useConsole } from '../use-console.ts'
import { $isFinding } from './finding.ts'

/** What is typed while the window comes, so that nothing of it is lost: `take` hands it over and ends. */
function useTypedBefore(isWaiting: boolean) {
  const typed = useRef('')
  // Before the window's own effects: one that is there at once takes over what has begun already.
  useLayoutEffect(() => {
    if (!isWaiting) return
    typed.current = ''
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      if (event.key === 'Escape') $isFinding.set(false)
      else if (event.key === 'Backspace') typed.current = typed.current.slice(0, -1)
      else if (event.key.length === 1) typed.current += event.key
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('keydown', listen, { capture: true })
    stop.current = () => window.removeEventListener('keydown', listen, { capture: true })
    return () => stop.current()
  }, [isWaiting])
  const stop = useRef(() => {})
  return () => {
    stop.current()
    const before = typed.current
    typed.current = ''
    return before
  }
}

const FindDialog = lazy(() => import('./FindDialog.tsx').then(({ FindDialog }) => ({ default: FindDialog })))

/** The search over everything, on Ctrl+K; and what it offers first: what was opened before. Its window comes when it is first opened. */
export function Find({ path }: { path: string }) {
  const { connection } = useConsole()
  const user_id = useStore(connection.$session)?.user_id
  const isOpen = useStore($isFinding)
  const search = useSearch()
  const takeTyped = useTypedBefore(isOpen)
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
      <FindDialog user_id={user_id} takeTyped={takeTyped} onClose={() => $isFinding.set(false)} />
    </Suspense>
  )
}
