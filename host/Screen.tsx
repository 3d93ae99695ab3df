import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useText } from '../elements/define/index.ts'
import { ErrorState } from '../elements/kit/ErrorState.tsx'
import { Skeleton } from '../elements/kit/Skeleton.tsx'
import { loadScreen } from './elements.ts'
import { $isUnsaved, stopAsking } from './leaving.ts'
import { text } from './text.ts'
import { $isPast } from './title.ts'

interface ScreenProps {
  tag: string
  /** Null removes an attribute. */
  attributes: Readonly<Record<string, string | null>>
  /** The element shows something else now: a filter, a tab. */
  onViewChange?: (view: unknown) => void
  /** The user made what the element shows a favourite, or one no longer. */
  onFavourite?: () => void
  /** The user wants to leave the element. */
  onClose?: () => void
  /** A part of a bar: nothing stands in its place while its file comes, or where that cannot be had. */
  isInBar?: boolean
  /** What the element shows is called so. */
  onTitle?: (title: string) => void
}

/** A custom element in the place of a page, from its tag's file to its end. */
export function Screen(props: ScreenProps) {
  const { tag, isInBar = false } = props
  const t = useText(text)
  const [loaded, setLoaded] = useState<{ tag: string; error: unknown } | null>(null)
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` is there to try the same tag again
  useEffect(() => {
    let isWanted = true
    setLoaded(null)
    loadScreen(tag).then(
      () => isWanted && setLoaded({ tag, error: null }),
      (error: unknown) => isWanted && setLoaded({ tag, error: error ?? new Error(tag) }),
    )
    return () => {
      isWanted = false
    }
  }, [tag, round])

  const isMissing = isInBar && loaded?.error !== undefined && loaded.error !== null
  useEffect(() => {
    if (!isMissing) return
    // Nobody can ask for it again there.
    const again = () => setRound((before) => before + 1)
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [isMissing])

  if (isInBar && (loaded?.tag !== tag || loaded.error)) return null
  if (loaded?.tag !== tag) return <Skeleton rows={8} />
  if (loaded.error) {
    return (
      <ErrorState
        title={t.screenFailed}
        explanation={t.screenFailedWhy}
        code={tag}
        onRetry={() => setRound((before) => before + 1)}
      />
    )
  }
  return <Mounted key={tag} {...props} />
}

function Mounted({ tag, attributes, isInBar = false, onViewChange, onFavourite, onClose, onTitle }: ScreenProps) {
  const holder = useRef<HTMLDivElement>(null)
  const element = useRef<HTMLElement | null>(null)
  const changed = useEffectEvent((event: Event) => {
    if (event.target === element.current) onViewChange?.((event as CustomEvent<unknown>).detail)
  })
  const starred = useEffectEvent((event: Event) => {
    if (event.target === element.current) onFavourite?.()
  })
  const closed = useEffectEvent((event: Event) => {
    if (event.target === element.current) onClose?.()
  })
  const titled = useEffectEvent(() => {
    const { sgTitle: title, sgPast, sgUnsaved } = element.current?.dataset ?? {}
    if (title) onTitle?.(title)
    if (isInBar) return
    $isPast.set(sgPast !== undefined)
    $isUnsaved.set(sgUnsaved !== undefined)
  })

  // Made by hand: React would set `page="2"` as the property of a number.
  useLayoutEffect(() => {
    const made = document.createElement(tag)
    made.className = 'screen-element'
    element.current = made
    const change = (event: Event) => changed(event)
    const star = (event: Event) => starred(event)
    const close = (event: Event) => closed(event)
    made.addEventListener('sg-view-change', change)
    made.addEventListener('sg-favourite', star)
    made.addEventListener('sg-close', close)
    const titles = new MutationObserver(() => titled())
    titles.observe(made, { attributeFilter: ['data-sg-title', 'data-sg-past', 'data-sg-unsaved'] })
    holder.current?.append(made)
    return () => {
      titles.disconnect()
      if (made.dataset.sgPast !== undefined) $isPast.set(false)
      if (made.dataset.sgUnsaved !== undefined) stopAsking()
      made.removeEventListener('sg-view-change', change)
      made.removeEventListener('sg-favourite', star)
      made.removeEventListener('sg-close', close)
      made.remove()
      element.current = null
    }
  }, [tag])

  useLayoutEffect(() => {
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null) element.current?.removeAttribute(name)
      else if (element.current?.getAttribute(name) !== value) element.current?.setAttribute(name, value)
    }
  }, [attributes])

  return <div ref={holder} className="screen" />
}
