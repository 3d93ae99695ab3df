import { type RefCallback, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useConnection, useElement } from '../../define/index.ts'
import { watchLook } from '../../kit/chart/look.ts'
import type { Look } from '../controls/define-control.ts'
import { type Gallery, galleryOf } from '../controls/gallery.ts'
import { isOfLibrary, symbolOf } from '../controls/symbol/symbol-of.ts'
import { readSceneLook } from '../view/look.ts'

export interface LookOfEditor {
  /** Of an element with the theme's styles; by editor.css it announces their changes. */
  lookRef: RefCallback<HTMLElement>
  /** Null until that element is there. */
  look: Look | null
  gallery: Gallery
}

/** What the drawing is painted with, read anew at each change of theme, language or style. */
export function useLook(style: Look['style'], onPicture: (address: string) => void): LookOfEditor {
  const connection = useConnection()
  const { lang, timeZone } = useElement()
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [count, setCount] = useState(0)
  const came = useEffectEvent(onPicture)
  const [gallery] = useState(() => {
    const listener = { came: (_: string) => {} }
    return { listener, made: galleryOf(connection, (address) => listener.came(address)) }
  })
  useEffect(() => {
    gallery.listener.came = (address) => came(address)
    return () => gallery.made.dispose()
  }, [gallery])
  const lookRef = useCallback((found: HTMLElement | null) => setElement(found), [])
  useEffect(() => {
    if (element) return watchLook(element, () => setCount((before) => before + 1))
  }, [element])
  // biome-ignore lint/correctness/useExhaustiveDependencies: tokens are read anew when the theme has changed
  const look = useMemo(() => {
    if (!element) return null
    const picture: Look['picture'] = (address) => {
      if (!isOfLibrary(address)) return gallery.made.picture(address)
      symbolOf(address, () => gallery.listener.came(address))
      return null
    }
    return readSceneLook({ element, style, lang, timezone: timeZone, picture })
  }, [element, style, lang, timeZone, gallery, count])
  return { lookRef, look, gallery: gallery.made }
}
