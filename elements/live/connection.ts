import { type Connection, type ConnectOptions, connect } from '../../core/connection/connection.ts'
import { $defaultConnection } from '../../core/connection/default.ts'
import { langOf } from '../../core/text/lang.ts'
import { localeOf } from '../context/language.ts'
import { inWords, type Phase, type ProblemDetail, phaseOf } from '../context/problem.ts'
import { register } from '../define/register.ts'
import { askTokenUrl, baseUrlProblem } from './token-source.ts'

const CONTEXT = 'sg-connection'
/** Set on the tag before it was defined, these would hide the accessors. */
const PROPERTIES = ['baseUrl', 'tokenUrl', 'token', 'getToken', 'connection']

type GetToken = NonNullable<ConnectOptions['getToken']>
type Answer = (connection: Connection, unsubscribe?: () => void) => void

/** The event of the community context protocol, as any element may send it. */
interface ContextRequest extends Event {
  context?: unknown
  contextTarget?: EventTarget
  subscribe?: boolean
  callback?: Answer
}

/** The connection that is the page's default, and the element that made it so. */
let defaultOwner: ConnectionElement | null = null

/**
 * `<sg-connection base-url="https://console.example.com" token-url="/portal/token">`: gives the elements inside it, also
 * those within shadow roots, their connection.
 *
 * Where the token of the page's user comes from, one of three: `token-url`, the portal's own endpoint, called by POST with
 * the page's cookies, which answers `{"token": "…"}`; `getToken`, a function that answers one; `token`, one that the page
 * has already and replaces itself. All are called again at 80 % of a token's life and after a refusal. The connection
 * opens when the element is on a page with a `base-url`, and is closed when it is taken off. Sends `sg-error` with a
 * `ProblemDetail` when the page's author has something to fix; `data-sg-state` says `offline`, `expired` or `forbidden`
 * while nothing new comes through it, in which case all elements inside say the same.
 *
 * It draws nothing, and so does without any library: a page may hold it long before the first element arrives.
 *
 * @attr default - While it is there, elements outside of any `<sg-connection>` take this connection.
 * @fires sg-error {ProblemDetail} - The page's author has something to mend: the address, or the way to a token.
 */
export class ConnectionElement extends HTMLElement {
  static readonly observedAttributes = ['base-url', 'token-url', 'token', 'default']

  #getToken: GetToken | null = null
  #token: string | null = null
  #assigned: Connection | null = null
  #opened: Connection | null = null
  #announced: Connection | null = null
  #stopProblem: (() => void) | undefined
  #stopLine: (() => void) | undefined
  /** Who wants to hear of the next connection too, and how each stops that: one function each, however often it asks. */
  readonly #askers = new Map<Answer, () => void>()

  constructor() {
    super()
    this.addEventListener('context-request', this.#answer)
  }

  /** Where the console is: `https://console.example.com`, a folder allowed. */
  get baseUrl(): string | null {
    return this.getAttribute('base-url')
  }
  set baseUrl(url: string | null) {
    this.#reflect('base-url', url)
  }

  /** The portal's own endpoint for tokens. */
  get tokenUrl(): string | null {
    return this.getAttribute('token-url')
  }
  set tokenUrl(url: string | null) {
    this.#reflect('token-url', url)
  }

  /** A token that the page has. As an attribute it is read once and taken off the tag: nobody else is to read it there. */
  get token(): string | null {
    return this.#token
  }
  set token(token: string | null) {
    this.#token = token || null
    this.#sourceChanged()
  }

  /** Read at every use: a page may set it after the tag, and replace it. */
  get getToken(): GetToken | null {
    return this.#getToken
  }
  set getToken(getToken: GetToken | null) {
    const wasMissing = this.#getToken === null
    this.#getToken = getToken ?? null
    if (wasMissing) this.#sourceChanged()
  }

  /** Why there is no connection, by its name in `PROBLEMS`; null when all is well. */
  get problem(): string | null {
    return this.#assigned ? null : baseUrlProblem(this.baseUrl)
  }

  /** The open connection, or one of the page's own to hand down instead. */
  get connection(): Connection | null {
    return this.#assigned ?? this.#opened
  }
  set connection(connection: Connection | null) {
    this.#assigned = connection ?? null
    this.#close()
    this.#provide()
  }

  connectedCallback() {
    for (const name of PROPERTIES) {
      if (!Object.hasOwn(this, name)) continue
      const value = Reflect.get(this, name)
      Reflect.deleteProperty(this, name)
      Reflect.set(this, name, value)
    }
    this.style.display ||= 'contents'
    this.#provide()
  }

  disconnectedCallback() {
    // A page that moves the element connects it again at once.
    queueMicrotask(() => {
      if (this.isConnected) return
      this.#close()
      this.#askers.clear()
    })
  }

  attributeChangedCallback(name: string, before: string | null, text: string | null) {
    if (before === text) return
    if (name === 'token') {
      if (text === null) return
      this.removeAttribute('token')
      this.token = text
    } else if (name === 'token-url') this.#sourceChanged()
    else if (name === 'default') this.#setDefault()
    else {
      this.#close()
      this.#provide()
    }
  }

  #reflect(name: string, text: string | null) {
    if (text) this.setAttribute(name, text)
    else this.removeAttribute(name)
  }

  #provide() {
    if (!this.isConnected) return
    if (!this.#assigned && !this.#opened && this.baseUrl) this.#opened = this.#open(this.baseUrl)
    const { connection } = this
    if (!connection || connection === this.#announced) return
    this.#announced = connection
    this.#stopLine?.()
    this.#stopLine = connection.$line?.subscribe((line) => {
      this.dataset.sgState = line?.state ?? 'ready'
    })
    this.#setDefault()
    for (const [answer, stop] of this.#askers) answer(connection, stop)
    // Elements that asked before this tag was defined ask again.
    this.dispatchEvent(
      Object.assign(new CustomEvent('context-provider', { bubbles: true, composed: true }), {
        context: CONTEXT,
        contextTarget: this,
      }),
    )
  }

  #open(baseUrl: string): Connection | null {
    if (this.problem) {
      this.#report('connection', this.problem)
      return null
    }
    const connection = connect({
      baseUrl,
      getToken: (signal) => this.#askToken(signal),
      lang: () => langOf(localeOf(this)),
    })
    this.#stopProblem = connection.$problem.listen((name) => {
      if (name !== null) this.#report(phaseOf(name), name)
    })
    return connection
  }

  async #askToken(signal: AbortSignal): Promise<string | null> {
    if (this.#getToken) return (await this.#getToken(signal)) ?? null
    const { tokenUrl } = this
    return tokenUrl ? askTokenUrl(new URL(tokenUrl, this.baseURI).href, signal) : this.#token
  }

  /** There is another way to a token than before. */
  #sourceChanged() {
    const sources = [this.#getToken, this.tokenUrl, this.#token].filter((source) => source)
    if (sources.length > 1) this.#report('token', 'two-token-sources')
    if (sources.length > 0) this.#opened?.askToken()
  }

  /** While `default` is on the tag, elements outside of any `<sg-connection>` take this one. */
  #setDefault() {
    const isWanted = this.hasAttribute('default') && this.isConnected && this.connection !== null
    if (!isWanted) {
      if (defaultOwner !== this) return
      defaultOwner = null
      $defaultConnection.set(null)
    } else if (defaultOwner === null || defaultOwner === this) {
      defaultOwner = this
      $defaultConnection.set(this.connection)
    } else this.#report('connection', 'two-defaults')
  }

  #report(phase: Phase, name: string) {
    const lang = langOf(localeOf(this))
    void inWords(name, lang, this.#opened?.baseUrl).then((reported) => {
      const detail = { phase, ...reported } satisfies ProblemDetail
      console.warn(`[sightglass] <sg-connection>: ${reported.message}`)
      this.dispatchEvent(new CustomEvent('sg-error', { detail, bubbles: true, composed: true, cancelable: true }))
    })
  }

  #close() {
    this.#stopProblem?.()
    this.#stopLine?.()
    this.#opened?.dispose()
    delete this.dataset.sgState
    this.#opened = null
    this.#announced = null
    this.#setDefault()
  }

  readonly #answer = (event: ContextRequest) => {
    const { context, callback, contextTarget } = event
    if (context !== CONTEXT || typeof callback !== 'function' || contextTarget === this) return
    event.stopPropagation()
    if (event.subscribe && !this.#askers.has(callback)) this.#askers.set(callback, () => this.#askers.delete(callback))
    if (this.connection) callback(this.connection, this.#askers.get(callback))
  }
}

register('sg-connection', ConnectionElement)
