import type { Connection } from '../../core/connection/connection.ts'
import { systemZone } from '../../core/text/format.ts'
import { langOf } from '../../core/text/lang.ts'
import type { ElementEnvironment, ElementNote, ElementState } from '../context/element-context.ts'
import { viewProblem } from '../context/page-properties.ts'
import { inWords, type Phase, type ProblemDetail, phaseOf } from '../context/problem.ts'
import { themeSheets } from '../theme/sheet.ts'
import { sheetsIn } from '../theme/sheet-of.ts'

/** How long an element looks for its connection before it says that there is none. */
const CONNECTION_WAIT_MS = 3000
/** An element that shows nothing but its skeleton by then says that it takes long. */
const WATCHDOG_MS = 10_000

/** What one element holds outside of React: its environment, its claims of state, its sheets. */
export class ElementCore {
  readonly #host: HTMLElement
  readonly #root: ShadowRoot | Document
  readonly #portal: HTMLElement
  readonly #ownSheets: readonly CSSStyleSheet[]
  readonly #kitSheets: CSSStyleSheet[] = []
  readonly #claims = new Map<string, ElementState>()
  readonly #listeners = new Set<() => void>()
  #environment: ElementEnvironment
  #values: Readonly<Record<string, unknown>> = {}
  #snapshot: { environment: ElementEnvironment; values: Readonly<Record<string, unknown>> }
  #isQueued = false
  #isStale = false
  #wasReady = false
  #arrive: (connection: Connection | null) => void = () => {}
  #waiting: ReturnType<typeof setTimeout> | undefined
  #pageZone: string | null = null
  #tenantZone: string | null = null
  #stopZone: (() => void) | undefined
  #stopProblem: (() => void) | undefined
  #words: HTMLElement | undefined
  #slow: ReturnType<typeof setTimeout> | undefined

  constructor(host: HTMLElement, root: ShadowRoot | Document, ownSheets: readonly CSSStyleSheet[]) {
    this.#host = host
    this.#root = root
    this.#ownSheets = ownSheets
    this.#portal = document.createElement('div')
    this.#portal.className = 'sg-root sg-portal'
    this.#portal.popover = 'manual'
    ;(root instanceof Document ? host : root).append(this.#portal)
    this.#setSheets()
    this.#environment = {
      host,
      root,
      portal: this.#liftPortal,
      lang: 'en',
      locale: 'en',
      timeZone: systemZone(),
      connection: null,
      arrival: this.#expect(),
      emit: this.emit,
      report: this.report,
      notes: [],
      closeNote: (key) => this.note(key, null),
      adopt: this.#adopt,
      claimState: this.#claimState,
    }
    this.#snapshot = { environment: this.#environment, values: this.#values }
  }

  readonly read = () => {
    if (this.#isStale) this.#snapshot = { environment: this.#environment, values: this.#values }
    this.#isStale = false
    return this.#snapshot
  }
  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  valueOf(name: string): unknown {
    return this.#values[name]
  }

  setValue(name: string, value: unknown): void {
    if (Object.is(this.#values[name], value)) return
    this.#values = { ...this.#values, [name]: value }
    this.#changed()
  }

  setLocale(locale: string): void {
    if (locale === this.#environment.locale) return
    this.#portal.lang = locale
    this.#change({ locale, lang: langOf(locale) })
  }

  /** What the page asks for, null where it does not: then the tenant's counts. */
  setTimeZone(timeZone: string | null): void {
    this.#pageZone = timeZone
    this.#applyZone()
  }

  #applyZone(): void {
    const timeZone = this.#pageZone ?? this.#tenantZone ?? systemZone()
    if (timeZone !== this.#environment.timeZone) this.#change({ timeZone })
  }

  /** A problem between the page and the console, for the page's author, is reported once each time that it begins. */
  #followProblem(connection: Connection | null): void {
    this.#stopProblem?.()
    this.#stopProblem = connection?.$problem.subscribe((name) => {
      if (name !== null) this.report(phaseOf(name), name)
    })
  }

  #followZone(connection: Connection | null): void {
    this.#stopZone?.()
    this.#tenantZone = null
    this.#stopZone = connection?.$timezone.subscribe((timeZone) => {
      this.#tenantZone = timeZone
      this.#applyZone()
    })
  }

  setConnection(connection: Connection | null): void {
    if (connection === this.#environment.connection) return
    this.#followZone(connection)
    this.#followProblem(connection)
    if (connection) {
      clearTimeout(this.#waiting)
      this.#arrive(connection)
      this.#change({ connection })
    } else {
      this.#change({ connection, arrival: this.#expect() })
      this.startWaiting()
    }
  }

  /** From the moment the element is on a page, it has to say within 3 s whether it found a connection. */
  startWaiting(): void {
    clearTimeout(this.#waiting)
    if (this.#environment.connection) return
    const { arrival } = this.#environment
    this.#waiting = setTimeout(() => {
      if (arrival === this.#environment.arrival) this.#arrive(null)
    }, CONNECTION_WAIT_MS)
  }

  /** In another document, which has let go of all sheets. */
  adopted(): void {
    this.#setSheets()
  }

  /** Taken off its page: what was waited for starts anew when it comes back. */
  stop(): void {
    clearTimeout(this.#waiting)
    this.#patience(false)
    this.#followZone(null)
    this.#followProblem(null)
    this.#wasReady = false
    this.#change({ connection: null, arrival: this.#expect() })
    delete this.#host.dataset.sgState
  }

  /** After each commit of the view: without any claim it is ready, and nothing is that comes through a broken line. */
  readonly showState = () => {
    const claims = [...this.#claims.values()]
    const state = claims.find((claim) => claim === 'offline' || claim === 'expired') ?? claims.at(-1) ?? 'ready'
    if (this.#host.dataset.sgState !== state) this.#host.dataset.sgState = state
    this.#patience(state === 'loading')
    if (this.#wasReady || state === 'loading') return
    this.#wasReady = true
    this.emit('sg-ready')
  }

  /** Where React cannot draw even that something failed: said without it. */
  readonly failPlainly = (error?: Error): void => {
    const problem = viewProblem()
    const { lang, connection } = this.#environment
    this.#claimState('page', 'error')
    this.report('render', problem, error && { error })
    void inWords(problem, lang, connection?.baseUrl).then(({ message }) => {
      this.#words ??= document.createElement('p')
      this.#words.setAttribute('role', 'alert')
      this.#words.textContent = message
      this.#root.append(this.#words)
    })
  }

  readonly emit = (type: `sg-${string}`, detail: unknown = null): boolean =>
    !this.#host.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true, cancelable: true }))

  readonly report = (phase: Phase, problem: string, more: Partial<ProblemDetail> = {}): void => {
    const { lang, connection } = this.#environment
    void inWords(problem, lang, connection?.baseUrl).then((reported) => {
      if (this.#host.isConnected) this.emit('sg-error', { phase, ...reported, ...more } satisfies ProblemDetail)
    })
  }

  /** Shows a note above the view; null takes it away. */
  note(key: string, note: Omit<ElementNote, 'key'> | null): void {
    const others = this.#environment.notes.filter((shown) => shown.key !== key)
    if (!note && others.length === this.#environment.notes.length) return
    this.#change({ notes: note ? [...others, { key, ...note }] : others })
  }

  /** An element that is still loading after a while says so, and goes on waiting. */
  #patience(isLoading: boolean): void {
    if (!isLoading) {
      clearTimeout(this.#slow)
      this.#slow = undefined
      this.note('slow', null)
      return
    }
    this.#slow ??= setTimeout(() => {
      this.note('slow', { problem: 'slow', detail: '' })
      this.report('load', 'slow')
    }, WATCHDOG_MS)
  }

  readonly #claimState = (claimant: string, state: ElementState | undefined) => {
    this.#claims.delete(claimant)
    if (state) this.#claims.set(claimant, state)
    queueMicrotask(() => {
      if (this.#host.isConnected) this.showState()
    })
  }

  readonly #adopt = (sheet: CSSStyleSheet) => {
    if (this.#kitSheets.includes(sheet)) return
    this.#kitSheets.push(sheet)
    this.#setSheets()
  }

  #setSheets(): void {
    // The element's own sheets come last: they may refine what a kit control looks like in this place.
    const owner = this.#root instanceof Document ? this.#root : this.#root.ownerDocument
    const ours = sheetsIn(owner, [...themeSheets, ...this.#kitSheets, ...this.#ownSheets])
    // A page's own sheets, where the root is a document, stay behind them.
    const isPage = this.#root instanceof Document
    const others = isPage ? this.#root.adoptedStyleSheets.filter((sheet) => !ours.includes(sheet)) : []
    this.#root.adoptedStyleSheets = [...ours, ...others]
  }

  /** On top of whatever the page has put into the top layer since, as long as nothing of ours is open in it. */
  readonly #liftPortal = (): HTMLElement => {
    if (this.#portal.isConnected && !this.#portal.firstElementChild) {
      if (this.#portal.matches(':popover-open')) this.#portal.hidePopover()
      // The top layer is free of the page's transforms, but not of its zoom; overlays are placed in the window's pixels.
      const { currentCSSZoom: zoom = 1 } = this.#host as { currentCSSZoom?: number }
      this.#portal.style.zoom = zoom === 1 ? '' : String(1 / zoom)
      this.#portal.showPopover()
    }
    return this.#portal
  }

  #expect(): Promise<Connection | null> {
    return new Promise((resolve) => {
      this.#arrive = resolve
    })
  }

  #change(part: Partial<ElementEnvironment>): void {
    this.#environment = { ...this.#environment, ...part }
    this.#changed()
  }

  #changed(): void {
    this.#isStale = true
    if (this.#isQueued) return
    this.#isQueued = true
    queueMicrotask(() => {
      this.#isQueued = false
      for (const listener of this.#listeners) listener()
    })
  }
}
