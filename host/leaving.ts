import { atom } from 'nanostores'

/** Whether something that was typed on the page that is open is not saved. */
export const $isUnsaved = atom(false)

/** Where the user wants to go instead: shown once that is confirmed. Null where nobody asks. */
export const $leavingFor = atom<(() => void) | null>(null)

let isAsked = true

/** Goes to another page without asking: where the page itself, or what became of the session, leads there. */
export function goUnasked(go: () => void): void {
  isAsked = false
  try {
    go()
  } finally {
    isAsked = true
  }
}

/** Goes elsewhere, once that is confirmed where something is not saved. */
export function askToLeave(go: () => void): void {
  if ($isUnsaved.get()) $leavingFor.set(go)
  else go()
}

/** The page with what is not saved is closed: nobody asks about it any more. */
export function stopAsking(): void {
  $leavingFor.set(null)
  $isUnsaved.set(false)
}

/** Discards what is not saved. */
export function leave(): void {
  const go = $leavingFor.get()
  stopAsking()
  if (go) goUnasked(go)
}

/** Asks before a page with something unsaved is left, by a link, a search, Back or a reload. Returns what ends it. */
export function guardLeaving(): () => void {
  const onNavigate = (event: NavigateEvent) => {
    const { destination, navigationType, cancelable } = event
    const isElsewhere = new URL(destination.url).pathname !== location.pathname
    if (!$isUnsaved.get() || !isAsked || !cancelable || !destination.sameDocument || !isElsewhere) return
    event.preventDefault()
    const { url, key } = destination
    $leavingFor.set(
      navigationType === 'traverse' ? () => void navigation.traverseTo(key) : () => history.pushState(null, '', url),
    )
  }
  const onUnload = (event: BeforeUnloadEvent) => {
    if ($isUnsaved.get()) event.preventDefault()
  }
  // Browsers before 2026 may have none: there a page is left as a link says.
  globalThis.navigation?.addEventListener('navigate', onNavigate)
  window.addEventListener('beforeunload', onUnload)
  return () => {
    globalThis.navigation?.removeEventListener('navigate', onNavigate)
    window.removeEventListener('beforeunload', onUnload)
  }
}
