import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { pictureOf } from './brand.ts'
import { brandTokens } from './brand-looks.ts'
import type { Console } from './console.ts'
import { $theme } from './preferences.ts'

/** Gives the page the colours and the favicon of the brand. */
export function useBrand({ connection, brand }: Console): void {
  const shown = useStore(brand.$brand)
  const theme = useStore($theme)
  useEffect(() => {
    const { style } = document.documentElement
    const tokens = brandTokens(shown, theme)
    for (const [name, value] of Object.entries(tokens)) style.setProperty(name, value)
    return () => {
      for (const name of Object.keys(tokens)) style.removeProperty(name)
    }
  }, [shown, theme])
  const favicon = pictureOf(connection, shown.favicon)
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=icon]')
    if (!link || favicon === null) return
    const before = { href: link.getAttribute('href') ?? '', type: link.type }
    link.removeAttribute('type')
    link.href = favicon
    return () => {
      link.type = before.type
      link.setAttribute('href', before.href)
    }
  }, [favicon])
}
