const FIRST_SCREEN_MS = 2000

/** What the kit fetches when a menu or dialog is first opened, and the search: what is typed at once would be lost. */
const overlays = import.meta.glob(['../elements/kit/overlay/*.tsx', './find/FindDialog.tsx'])

/** Fetches it soon after the first screen: without a network, the console could not even say that there is none. */
export function fetchOverlays(): void {
  setTimeout(() => Promise.allSettled(Object.values(overlays).map((load) => load())), FIRST_SCREEN_MS)
}
