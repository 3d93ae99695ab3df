import { useEffect, useState } from 'react'

const keyOf = (screen_id: number) => `sg-screen-editor:${screen_id}`

/** Letters that need no secure context. */
const made = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Null too where the page may not store anything. */
function left(screen_id: number): string | null {
  try {
    return sessionStorage.getItem(keyOf(screen_id))
  } catch {
    return null
  }
}

/**
 * What locks and saves call this page. One that is loaded anew goes on under its name, or it would be locked out by
 * itself; the name is left behind only on the way out, so that a copied tab is another page.
 */
export function useEditorId(screen_id: number): string {
  const [editor_id] = useState(() => left(screen_id) ?? made())
  useEffect(() => {
    const key = keyOf(screen_id)
    const leave = () => {
      try {
        sessionStorage.setItem(key, editor_id)
      } catch {
        // The lock is over by itself after 30 s.
      }
    }
    if (left(screen_id) !== null) sessionStorage.removeItem(key)
    window.addEventListener('pagehide', leave)
    return () => window.removeEventListener('pagehide', leave)
  }, [screen_id, editor_id])
  return editor_id
}
