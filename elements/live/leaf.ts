import { html, render, type TemplateResult } from 'lit/html.js'
import { isForbidden } from '../../core/catalogue/forbidden-codes.ts'
import { isSessionOver } from '../../core/catalogue/session-codes.ts'
import type { Connection } from '../../core/connection/connection.ts'
import { faultOf, type LineFault } from '../../core/connection/line.ts'
import type { ShownDevice, ShownPoint } from '../../core/contract/live.ts'
import type { LiveValue } from '../../core/contract/realtime.ts'
import { agedQuality, isStale } from '../../core/rules/staleness.ts'
import type { DeviceReadings } from '../../core/stores/readings.ts'
import { langOf } from '../../core/text/lang.ts'
import { type NumberFormat, numberFormatFor } from '../../core/text/number-format.ts'
import { followConnection, whyNotConnected } from '../context/connection-lookup.ts'
import type { ElementState } from '../context/element-context.ts'
import { localeOf, showTheme, watchAround } from '../context/language.ts'
import { isPageUsable, viewProblem } from '../context/page-properties.ts'
import { inWords, type Phase, phaseOf, type ReportedProblem } from '../context/problem.ts'
import {
  type ElementApi,
  type ElementOf,
  kebab,
  type PropDeclaration,
  readAttribute,
  readProperty,
} from '../define/props.ts'
import { register, version } from '../define/register.ts'
import { sheetsIn } from '../theme/sheet-of.ts'
import { enter, leave, queue } from './frame-queue.ts'
import sheet from './leaf.css?sheet'
import { shownDevice } from './shown-devices.ts'

/** How long a leaf looks for its connection, and how long it may load, before it says so. */
const CONNECTION_WAIT_MS = 3000
const WATCHDOG_MS = 10_000

/** With a problem's name, or a server's code, in the way. */
function stateOf(name: string): ElementState {
  if (name === 'slow') return 'loading'
  if (isSessionOver(name)) return 'expired'
  if (isForbidden(name)) return 'forbidden'
  return /^(\d|missing|unknown|view|trusted|page)/.test(name) ? 'error' : faultOf(name)
}

/** What a leaf draws from. */
export interface LeafView {
  /** The element's properties by name. */
  readonly values: Readonly<Record<string, unknown>>
  readonly connection: Connection
  readonly sn_code: string
  readonly device: ShownDevice
  readonly readings: DeviceReadings
  /** Null for a leaf of the device as a whole. */
  readonly point: ShownPoint | null
  /** The point's newest; null where none has come. A good one that is old by now is stale. */
  readonly live: LiveValue | null
  /** Why nothing new comes; null while it does. */
  readonly line: LineFault | null
  /** Epoch ms of the server. */
  readonly now: number
  readonly format: NumberFormat
  /** Draws again, for what came another way. */
  redraw(): void
}

interface LeafApi extends ElementApi {
  readonly props: Readonly<Record<string, PropDeclaration<unknown>>>
}

interface LeafDefinition {
  readonly tag: string
  readonly props: LeafApi['props']
  /** Properties by the names of their attributes. */
  readonly nameOf: ReadonlyMap<string, string>
  readonly draw: (view: LeafView, leaf: HTMLElement) => TemplateResult
}

/** Each tag's own class says what it is. */
abstract class LeafElement extends HTMLElement {
  static readonly sgVersion = version
  static readonly leaf: LeafDefinition
  readonly #root = this.attachShadow({ mode: 'open' })
  readonly #values: Record<string, unknown> = {}
  #own: Connection | null = null
  #connection: Connection | null = null
  #format = numberFormatFor('en')
  #stops: (() => void)[] = []
  #watch: { sn: string; connection: Connection; stop: () => void } | null = null
  #device: ReturnType<typeof shownDevice> | null = null
  #since = 0
  #problem: string | null = null
  #reported: ReportedProblem | null = null
  #isReady = false
  #isUsable = true

  /** Out of view it goes without new values, and not without its first ones. */
  readonly #redraw = () => queue(this, !this.#isReady)

  constructor() {
    super()
    this.adoptedCallback()
  }

  get #leaf(): LeafDefinition {
    return (this.constructor as typeof LeafElement).leaf
  }

  get connection(): Connection | null {
    return this.#own ?? this.#connection
  }
  set connection(connection: Connection | null) {
    this.#own = connection ?? null
    this.#redraw()
  }

  connectedCallback() {
    for (const name of [...Object.keys(this.#leaf.props), 'connection']) {
      if (!Object.hasOwn(this, name)) continue
      const value = Reflect.get(this, name)
      Reflect.deleteProperty(this, name)
      Reflect.set(this, name, value)
    }
    this.#unfollow()
    this.#since ||= Date.now()
    this.#isUsable = isPageUsable()
    const readPage = () => {
      this.#format = numberFormatFor(langOf(localeOf(this)))
      showTheme(this)
      this.#reported = null
      this.#say(this.#problem)
      this.#redraw()
    }
    this.#stops = [
      watchAround(this, readPage),
      followConnection(this, (connection) => {
        this.#connection = connection
        this.#redraw()
      }),
    ]
    readPage()
    enter(this)
    if (!this.#isReady) this.dataset.sgState = 'loading'
  }

  disconnectedCallback() {
    // A page that moves the element connects it again at once.
    queueMicrotask(() => {
      if (this.isConnected) return
      this.#unfollow()
      leave(this)
      this.#watch?.stop()
      this.#watch = null
      this.#since = 0
      this.#isReady = false
      this.#problem = null
    })
  }

  connectedMoveCallback() {
    this.connectedCallback()
  }

  adoptedCallback() {
    this.#root.adoptedStyleSheets = [...sheetsIn(this.ownerDocument, [sheet])]
  }

  attributeChangedCallback(attribute: string, _before: string | null, text: string | null) {
    const { props, nameOf } = this.#leaf
    const name = nameOf.get(attribute) as string
    const { value, problem } = readAttribute(props[name] as PropDeclaration<unknown>, text)
    this.take(name, value, problem && 'bad-attribute', problem)
  }

  take(name: string, value: unknown, fault?: string, problem?: string) {
    if (fault) {
      console.warn(`[sightglass] <${this.#leaf.tag}> ${name}: ${problem}`)
      this.#report('attribute', fault, `${name}: ${problem}`)
    }
    if (fault !== 'bad-property') this.#values[name] = value
    this.#redraw()
  }
  read(name: string): unknown {
    return this.#values[name] ?? this.#leaf.props[name]?.fallback
  }

  #unfollow() {
    for (const stop of this.#stops) stop()
    this.#stops = []
  }

  /** Follows another device or connection than before. */
  #follow(sn: string, connection: Connection) {
    if (this.#watch?.sn === sn && this.#watch.connection === connection) return
    this.#watch?.stop()
    this.#device = shownDevice(connection, sn)
    const redraw = this.#redraw
    const restate = () => queue(this, true)
    const stops = [
      this.#device.listen(redraw),
      connection.readings(sn).listen(redraw),
      connection.$problem.listen(restate),
      connection.$line.listen(restate),
    ]
    this.#watch = { sn, connection, stop: () => stops.forEach((stop) => void stop()) }
  }

  draw() {
    // A page's policy is for as long as the page lives.
    if (this.#problem === 'trusted-types') return this.#fail('trusted-types')
    try {
      this.#draw()
    } catch (error) {
      // One that fails leaves the others their frame, and is not silent.
      const name = /Trusted|CSP/.test(String(error)) ? 'trusted-types' : viewProblem()
      if (this.#problem !== name) console.error(`[sightglass] <${this.#leaf.tag}>`, error)
      this.#fail(name)
    }
  }
  #draw() {
    if (!this.isConnected) return
    const shown = this.#view()
    if (typeof shown === 'string') return this.#fail(shown)
    if (!shown) {
      this.#say(null)
      return this.#show('loading', html`<span class="waiting" part="loading">–</span>`)
    }
    const { live, readings, now, device } = shown
    const last = live?.[2] ?? readings.report_time
    const isOld = last !== null && isStale(last, device.report_interval_s, now)
    // A point that never had a value has none that could be old.
    const isAged = shown.point ? live?.[1] === 'stale' : isOld
    const body = this.#leaf.draw(shown, this)
    this.#say(null)
    this.#show(shown.line ?? (isAged ? 'stale' : live || !shown.point ? 'ready' : 'empty'), body)
  }

  /** What there is to draw from; null while it is on its way, or the name of what is in the way. */
  #view(): LeafView | string | null {
    if (!this.#isUsable) return 'page-properties'
    const { connection } = this
    const sn_code = String(this.read('sn') ?? '').trim()
    const key = 'point' in this.#leaf.props ? String(this.read('point') ?? '').trim() : null
    if (!sn_code) return 'missing-sn'
    if (key === '') return 'missing-point'
    const waitedMs = Date.now() - this.#since
    if (!connection) return waitedMs > CONNECTION_WAIT_MS ? whyNotConnected(this) : null
    this.#follow(sn_code, connection)
    const device = this.#device?.get() ?? null
    const readings = connection.readings(sn_code).get()
    if (typeof device === 'string') return device
    if (readings && 'refused' in readings) return readings.refused
    if (!device || !readings) {
      const problem = connection.$problem.get()
      return problem ?? (waitedMs > WATCHDOG_MS ? 'slow' : null)
    }
    const point = key === null ? null : (device.points.find((one) => one.key === key) ?? null)
    if (key !== null && !point) return 'unknown-point'
    const now = connection.clock.now()
    return {
      values: this.#values,
      connection,
      sn_code,
      device,
      readings,
      point,
      now,
      format: this.#format,
      line: connection.$line.get()?.state ?? (readings.is_live ? null : 'offline'),
      live: key === null ? null : liveOf(readings, key, device, now),
      redraw: this.#redraw,
    }
  }

  #fail(name: string) {
    this.#say(name)
    const reported = this.#reported
    const words =
      reported &&
      (reported.docs
        ? html`<a href=${reported.docs} target="_blank" rel="noreferrer">${reported.message}</a>`
        : reported.message)
    this.#show(
      stateOf(name),
      // Where templates are refused, that is said without one.
      name !== 'trusted-types' &&
        html`<slot name="error"><span class="problem" part="error" role="alert">${words ?? '–'}</span></slot>`,
    )
  }

  /** Finds the words for a problem, and reports it once to the page. */
  #say(name: string | null) {
    if (name === this.#problem && (name === null || this.#reported)) return
    const isNew = name !== this.#problem
    this.#problem = name
    this.#reported = null
    if (name === null) return
    void inWords(name, this.#format.lang, this.connection?.baseUrl).then((reported) => {
      if (name !== this.#problem) return
      this.#reported = reported
      this.#redraw()
      if (isNew)
        this.#send(/^(\d|unknown)/.test(name) ? 'data' : /^missing/.test(name) ? 'attribute' : phaseOf(name), reported)
    })
  }

  #report(phase: Phase, name: string, detail: string) {
    void inWords(name, this.#format.lang, this.connection?.baseUrl).then((reported) =>
      this.#send(phase, { ...reported, detail }),
    )
  }

  #send(phase: Phase, detail: object) {
    const init = { detail: { phase, ...detail }, bubbles: true, composed: true, cancelable: true }
    this.dispatchEvent(new CustomEvent('sg-error', init))
  }

  #show(state: ElementState, body: TemplateResult | false) {
    if (!body) this.#root.textContent = this.#reported?.message ?? '–'
    else
      render(
        html`<span class="base" part="base" lang=${this.#format.lang}><slot name="header"></slot>${body}</span>`,
        this.#root,
      )
    if (this.dataset.sgState !== state) this.dataset.sgState = state
    if (this.#isReady || state === 'loading') return
    this.#isReady = true
    this.dispatchEvent(new CustomEvent('sg-ready', { bubbles: true, composed: true, cancelable: true }))
  }
}

/**
 * Makes an element that shows one live thing, without React: with lit's templates on a plain element. LitElement itself
 * would be 2.6 KB more, and what it has (reactive properties, a queue of updates) is here shared by all leaves: one frame
 * draws them all, and none that is out of view. Its manners are those of `defineElement`. `draw` is called when there is
 * something to show.
 */
export function defineLeaf<const Api extends LeafApi>(
  tag: `sg-${string}`,
  api: Api,
  draw: (view: LeafView, leaf: HTMLElement) => TemplateResult,
): { new (): ElementOf<Api> & { connection: Connection | null } } {
  const props: LeafApi['props'] = api.props
  const nameOf = new Map(Object.keys(props).map((name) => [kebab(name), name]))

  class OwnElement extends LeafElement {
    static override readonly leaf = { tag, props, nameOf, draw }
    static readonly observedAttributes = [...nameOf.keys()]
  }

  for (const [name, declaration] of Object.entries(props)) {
    Object.defineProperty(OwnElement.prototype, name, {
      configurable: true,
      enumerable: true,
      get(this: LeafElement) {
        return this.read(name)
      },
      set(this: LeafElement, raw: unknown) {
        const { value, problem } = readProperty(declaration, raw)
        this.take(name, value, problem && 'bad-property', problem)
      },
    })
  }
  register(tag, OwnElement)
  return OwnElement as unknown as { new (): ElementOf<Api> & { connection: Connection | null } }
}

function liveOf(
  { values }: DeviceReadings,
  key: string,
  { report_interval_s }: ShownDevice,
  now: number,
): LiveValue | null {
  const live = Object.hasOwn(values, key) ? values[key] : undefined
  if (!live) return null
  const [value, quality, data_time] = live
  const aged = agedQuality(quality, isStale(data_time, report_interval_s, now))
  return aged === quality ? live : [value, aged, data_time]
}
