import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useText } from '../elements/define/index.ts'
import { ErrorState } from '../elements/kit/ErrorState.tsx'
import { Skeleton } from '../elements/kit/Skeleton.tsx'
import { loadScreen } from './elements.ts'
import { text } from './text.ts'

interface ScreenProps {
  tag: string
  /** Null removes an attribute. */
  attributes: Readonly<Record<string, string | null>>
  /** The element shows something else now: a filter, a tab. */
  onViewChange?: (view: unknown) => void
}

/** A custom element in the place of a page, from its tag's file to its end. */
export function Screen({ tag, attributes, onViewChange }: ScreenProps) {
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
  return <Mounted key={tag} tag={tag} attributes={attributes} {...(onViewChange && { onViewChange })} />
}

function Mounted({ tag, attributes, onViewChange }: ScreenProps) {
  const holder = useRef<HTMLDivElement>(null)
  const element = useRef<HTMLElement | null>(null)
  const changed = useEffectEvent((event: Event) => {
    if (event.target === element.current) onViewChange?.((event as CustomEvent<unknown>).detail)
  })

  // Made by hand: React would set `page="2"` as the property of a number.
  useLayoutEffect(() => {
    const made = document.createElement(tag)
    made.className = 'screen-element'
    element.current = made
    const listen = (event: Event) => changed(event)
    made.addEventListener('sg-view-change', listen)
    holder.current?.append(made)
    return () => {
      made.removeEventListener('sg-view-change', listen)
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
