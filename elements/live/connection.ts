import { LitElement } from 'lit'
import { type Connection, type ConnectOptions, connect } from '../../core/connection/connection.ts'
import { langOf } from '../../core/text/define-text.ts'
import { localeOf } from '../define/language.ts'
import { register } from '../define/register.ts'

const CONTEXT = 'sg-connection'

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
 */
export class ConnectionElement extends LitElement {
  static override properties = {
    baseUrl: { attribute: 'base-url' },
    getToken: { attribute: false },
    connection: { attribute: false, noAccessor: true },
  }

  declare baseUrl: string | null
  declare getToken: GetToken | null
  #given: Connection | null = null
  #opened: Connection | null = null
  #told: Connection | null = null
  /** Who wants to hear of the next connection too, and how each stops that: one function each, however often it asks. */
  readonly #askers = new Map<Answer, () => void>()

  constructor() {
    super()
    this.baseUrl = null
    this.getToken = null
    this.addEventListener('context-request', this.#answer)
  }

  get connection(): Connection | null {
    return this.#given ?? this.#opened
  }
  set connection(connection: Connection | null) {
    this.#given = connection ?? null
    this.#close()
    this.requestUpdate()
  }

  protected override createRenderRoot() {
    // Its children are the page's own and stay where they are.
    return this
  }

  override connectedCallback() {
    super.connectedCallback()
    this.style.display ||= 'contents'
    this.requestUpdate()
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    // A page that moves the element connects it again at once.
    queueMicrotask(() => {
      if (this.isConnected) return
      this.#close()
      this.#askers.clear()
    })
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>) {
    if (changed.has('baseUrl')) this.#close()
  }

  protected override updated() {
    if (!this.isConnected) return
    if (!this.connection && this.baseUrl) this.#opened = this.#open(this.baseUrl)
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
        // Read at every use: a page may set the function after the tag.
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
