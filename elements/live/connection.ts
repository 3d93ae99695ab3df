import { type Connection, type ConnectOptions, connect } from '../../core/connection/connection.ts'
import { langOf } from '../../core/text/lang.ts'
import { localeOf } from '../define/language.ts'
import { register } from '../define/register.ts'

const CONTEXT = 'sg-connection'
const BASE_URL = 'base-url'
/** Set on the tag before it was defined, these would hide the accessors. */
const PROPERTIES = ['baseUrl', 'getToken', 'connection']

type GetToken = NonNullable<ConnectOptions['getToken']>
type Answer = (connection: Connection, unsubscribe?: () => void) => void

/** The event of the community context protocol, as any element may send it. */
interface ContextRequest extends Event {
  context?: unknown
  contextTarget?: EventTarget
  subscribe?: boolean
  callback?: Answer
}

/**
 * `<sg-connection base-url="https://console.example.com">` gives the elements inside it, also those within shadow
 * roots, their connection.
 *
 * Its property `getToken` is a function that answers the token of the embedding page's user; it is asked again when the
 * server has refused the last one. `connection` is the open connection, or one of the page's own to hand down instead.
 * The connection opens when the element is on a page with a `base-url`, and is closed when it is taken off.
 *
 * It draws nothing, and so does without any library: a page may hold it long before the first element arrives.
 */
export class ConnectionElement extends HTMLElement {
  static readonly observedAttributes = [BASE_URL]

  #getToken: GetToken | null = null
  #given: Connection | null = null
  #opened: Connection | null = null
  #told: Connection | null = null
  /** Who wants to hear of the next connection too, and how each stops that: one function each, however often it asks. */
  readonly #askers = new Map<Answer, () => void>()

  constructor() {
    super()
    this.addEventListener('context-request', this.#answer)
  }

  get baseUrl(): string | null {
    return this.getAttribute(BASE_URL)
  }
  set baseUrl(url: string | null) {
    if (url) this.setAttribute(BASE_URL, url)
    else this.removeAttribute(BASE_URL)
  }

  /** Read at every use: a page may set it after the tag, and replace it. */
  get getToken(): GetToken | null {
    return this.#getToken
  }
  set getToken(getToken: GetToken | null) {
    this.#getToken = getToken ?? null
  }

  get connection(): Connection | null {
    return this.#given ?? this.#opened
  }
  set connection(connection: Connection | null) {
    this.#given = connection ?? null
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

  attributeChangedCallback(_name: string, before: string | null, url: string | null) {
    if (before === url) return
    this.#close()
    this.#provide()
  }

  #provide() {
    if (!this.isConnected) return
    if (!this.#given && !this.#opened && this.baseUrl) this.#opened = this.#open(this.baseUrl)
    const { connection } = this
    if (!connection || connection === this.#told) return
    this.#told = connection
    for (const [answer, stop] of this.#askers) answer(connection, stop)
    // Elements that asked before this tag was defined ask again.
    this.dispatchEvent(
      Object.assign(new Event('context-provider', { bubbles: true, composed: true }), {
        context: CONTEXT,
        contextTarget: this,
      }),
    )
  }

  #open(baseUrl: string): Connection | null {
    try {
      return connect({
        baseUrl,
        getToken: async () => (await this.getToken?.()) ?? null,
        lang: () => langOf(localeOf(this)),
      })
    } catch {
      console.error(`[sightglass] <sg-connection base-url="${baseUrl}">: not an address`)
      return null
    }
  }

  #close() {
    this.#opened?.dispose()
    this.#opened = null
    this.#told = null
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
