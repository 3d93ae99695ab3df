import { createContext, use, useCallback, useEffect, useId, useInsertionEffect, useLayoutEffect, useState } from 'react'
import type { Connection } from '../../core/connection/connection.ts'
import { type Lang, type Text, type Translated, translate } from '../../core/text/define-text.ts'
import { type Format, formatFor } from '../../core/text/format.ts'
import type { Phase, ProblemDetail } from './problem.ts'

/** What `data-sg-state` on the element says. */
export type ElementState = 'loading' | 'ready' | 'empty' | 'stale' | 'offline' | 'forbidden' | 'expired' | 'error'

/** Something that the page's author can mend while the element goes on. */
export interface ElementNote {
  readonly key: string
  /** A name of `PROBLEMS`. */
  readonly problem: string
  /** What exactly, as text: which attribute, what was read. */
  readonly detail: string
}

export interface ElementEnvironment {
  /** The custom element; `document.body` in a page that draws the kit itself. */
  readonly host: HTMLElement
  readonly root: ShadowRoot | Document
  /** In the top layer; overlays and toasts are put here. */
  readonly portal: () => HTMLElement
  readonly lang: Lang
  /** BCP 47, as the page wrote it: `zh-CN`, `en`. */
  readonly locale: string
  readonly timeZone: string
  readonly connection: Connection | null
  /** The connection that is still looked for: null after 3 s without one. */
  readonly arrival: Promise<Connection | null>
  /** Sends a bubbling, composed, cancelable event; true when the page prevented its default. */
  emit(type: `sg-${string}`, detail?: unknown): boolean
  /** Sends `sg-error` with a problem, by its name or the server's code, in words; `more` stands beside them. */
  report(phase: Phase, problem: string, more?: Partial<ProblemDetail>): void
  readonly notes: readonly ElementNote[]
  closeNote(key: string): void
  adopt(sheet: CSSStyleSheet): void
  /** Claims a state for one part of the view; undefined withdraws the claim. */
  claimState(claimant: string, state: ElementState | undefined): void
}

export const ElementContext = createContext<ElementEnvironment | null>(null)

export function useElement(): ElementEnvironment {
  const element = use(ElementContext)
  if (!element) throw new Error('Used outside of defineElement and PageRoot')
  return element
}

/** The texts of a room in the element's language. */
export function useText<Rows extends Text['rows']>(text: Text<Rows>): Translated<Rows> {
  return translate(text, useElement().lang)
}

/** Numbers, dates and spans in the element's language and the tenant's time zone. */
export function useFormat(): Format {
  const { lang, timeZone } = useElement()
  return formatFor(lang, timeZone)
}

/**
 * Says on the element what the view is showing, while the calling component is mounted. Where several claim, the
 * latest counts; where none does, the element is `ready`.
 */
export function useElementState(state: ElementState): void {
  const { claimState } = useElement()
  const claimant = useId()
  useLayoutEffect(() => claimState(claimant, state), [claimState, claimant, state])
  useLayoutEffect(() => () => claimState(claimant, undefined), [claimState, claimant])
}

/**
 * Says on the element what it shows by its name (`data-sg-title`), while the calling component is mounted: the console calls
 * the tab of the page so. It is said anew in another language also where the words are the same.
 */
export function useElementTitle(title: string): void {
  const { host, lang } = useElement()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the console hears of each language
  useLayoutEffect(() => {
    host.dataset.sgTitle = title
    return () => {
      delete host.dataset.sgTitle
    }
  }, [host, title, lang])
}

/** Says on the element that it shows the past (`data-sg-past`), so that the console does not call it live. */
export function useElementPast(isPast: boolean): void {
  const { host } = useElement()
  useLayoutEffect(() => {
    if (!isPast) return
    host.dataset.sgPast = ''
    return () => {
      delete host.dataset.sgPast
    }
  }, [host, isPast])
}

/** Who of an element holds what is not saved, by their ids. */
const unsavedIn = new WeakMap<HTMLElement, Set<string>>()

/**
 * Says on the element whether something that was typed in it is not saved (`data-sg-unsaved`): the console asks before it
 * shows another page.
 */
export function markUnsaved(host: HTMLElement, claimant: string, isUnsaved: boolean): void {
  const claimants = unsavedIn.get(host) ?? new Set()
  unsavedIn.set(host, claimants)
  if (isUnsaved) claimants.add(claimant)
  else claimants.delete(claimant)
  if (claimants.size > 0) host.dataset.sgUnsaved = ''
  else delete host.dataset.sgUnsaved
}

/** No connection was found for this element; the boundary draws what is missing. */
export class NotConnected extends Error {
  override name = 'NotConnected'
}

/** The element's connection. Suspends until one is found; after 3 s the element says what is missing. */
export function useConnection(): Connection {
  const { connection, arrival } = useElement()
  const found = connection ?? use(arrival)
  if (!found) throw new NotConnected('No <sg-connection> around this element and no default connection on the page')
  return found
}

/** Adopts a component's sheet into the tree that draws it, before its first paint. */
export function useSheet(sheet: CSSStyleSheet): void {
  const { adopt } = useElement()
  useInsertionEffect(() => adopt(sheet), [adopt, sheet])
}

/** The time in epoch ms, renewed every `everyMs` while mounted: for ages. */
export function useNow(everyMs = 1000): number {
  const [now, setNow] = useState(Date.now)
  const tick = useCallback(() => setNow(Date.now()), [])
  useEffect(() => {
    const timer = setInterval(tick, everyMs)
    return () => clearInterval(timer)
  }, [tick, everyMs])
  return now
}
