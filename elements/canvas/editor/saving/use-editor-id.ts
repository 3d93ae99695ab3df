import { useEffect, useState } from 'react'
import type { Drawn } from '../drawn/drawn.ts'

const keyOf = ({ is, id }: Pick<Drawn, 'is' | 'id'>) => `sg-${is}-editor:${id}`

/** Letters that need no secure context. */
const made = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Null too where the page may not store anything. */
function left(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/**
 * What locks and saves call this page. One that is loaded anew goes on under its name, or it would be locked out by
 * itself; the name is left behind only on the way out, so that a copied tab is another page.
 */
export function useEditorId(drawn: Pick<Drawn, 'is' | 'id'>): string {
  const key = keyOf(drawn)
  const [editor_id] = useState(() => left(key) ?? made())
  useEffect(() => {
    const leave = () => {
      try {
        sessionStorage.setItem(key, editor_id)
      } catch {
        // The lock is over by itself after 30 s.
      }
    }
    if (left(key) !== null) sessionStorage.removeItem(key)
    window.addEventListener('pagehide', leave)
    return () => window.removeEventListener('pagehide', leave)
  }, [key, editor_id])
  return editor_id
}
