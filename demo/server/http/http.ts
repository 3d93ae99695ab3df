import type { IncomingHttpHeaders } from 'node:http'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RouteOptions,
} from 'fastify'
import { SUCCESS } from '../../../core/catalogue/codes.ts'
import { hasRight } from '../../../core/catalogue/held-rights.ts'
import type { Language } from '../../../core/catalogue/words.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import { type Contract, contract } from '../../../core/contract/contract.ts'
import type { GuestAction } from '../../../core/contract/embed.ts'
import type { Answers, Endpoint } from '../../../core/contract/endpoint.ts'
import type { FileReply } from '../../../core/contract/file.ts'
import { guestActionsOf, isOpenToVisitors } from '../../../core/contract/guest-calls.ts'
import { fromTexts } from '../../../core/contract/wire.ts'
import { DbError } from '../db/db.ts'
import { forAll } from '../limits/call-now.ts'
import { boundConnections } from '../limits/connections.ts'
import { familiar } from '../limits/familiar.ts'
import { demand } from '../limits/limiter.ts'
import type { LoopAccounts } from '../limits/loop-accounts.ts'
import { networkOf } from '../limits/network-of.ts'
import { type Budgets, claimsFrom } from '../limits/rates.ts'
import { openSharedTime, type SharedTime } from '../limits/shared-time.ts'
import { inTurnsOf } from '../limits/turns.ts'
import type { Settings } from '../settings.ts'
import { writeAnswer } from './answer-json.ts'
import { type Bodies, bodyBytesOf, isBulk, isForm, openBodies, tooLarge } from './body-sizes.ts'
import { refusalOfReference } from './broken-reference.ts'
import type { BrowserKeys } from './browser-key.ts'
import { countCall, countSize, spendCalls } from './call-limits.ts'
import { type Caller, type CallerOf, isLet, NOBODY, principalOf, turnsOf } from './caller.ts'
import { type Ends, openCallsUnderWay } from './calls-under-way.ts'
import { allowOrigins } from './cors.ts'
import { mountDocs } from './docs-page.ts'
import { mountEmbeddingPage } from './embedding-page.ts'
import { granted, languageOf, refused, sendEnvelope } from './envelope.ts'
import { WrongField } from './field-errors.ts'
import { goneOf } from './gone.ts'
import { type HeldAnswers, NoRoomForReply, openHeldAnswers } from './held-answers.ts'
import { checkInput, type Input } from './input.ts'
import { LargeInput } from './large-body.ts'
import { mountMapFiles } from './map-files.ts'
import type { Missing } from './missing.ts'
import { readInSlices, readInTurnsOf } from './read-in-slices.ts'
import { guardedServer, limitRequests } from './request-limits.ts'
import { type AllowedHosts, mountStatic } from './static.ts'
import { isSessionToken } from './token-kinds.ts'
import { openWrittenAnswers, type WrittenAnswers } from './written-answers.ts'
import { holderOfToken } from './wrong-tokens.ts'

/** What the server owes: an answer for every call of the contract. */
export type ServerAnswers = { [D in keyof Contract]: Answers<Contract[D], Caller> }

export interface HttpParts extends Ends {
  settings: Pick<Settings, 'BASE_PATH' | 'CORS_ORIGINS' | 'FRAME_HOSTS' | 'MEDIA_HOSTS' | 'PUBLIC_URL' | 'TRUST_PROXY'>
  answers: ServerAnswers
  budgets: Budgets
  browsers: Pick<BrowserKeys, 'idOf'>
  callerOf: CallerOf
  /** Callers without a token, who sign: by what they signed, which counts once, and afterwards by their session. */
  signed: {
    callerOf(headers: IncomingHttpHeaders): Promise<Caller | null>
    callerOfHash(session_hash: string): Promise<Caller | null>
  }
  /** What an organisation calls the product; '' where it has no name of its own. */
  nameOf(tenant_id: number): Promise<string>
  /** Hosts that pages of an organisation may show, by its policy's id; null for an id of none. */
  allowedBy(policy_id: string): Promise<AllowedHosts | null>
  /** Folder of the built front end. */
  dist: string
  /** Folder of maps that are one file each. */
  maps: string
  /** What an organisation may take of the event loop for all its work. */
  whole?: LoopAccounts
  /** What the server cannot work without and has not got now, with the reason; within 2 s. */
  missing(): Promise<Missing>
  /** Prometheus text. */
  metrics(): Promise<{ mime: string; text: string }>
  /** Called after every call, for counting. `route` is `METHOD /path`. */
  onCall?(call: { route: string; code: string; tookMs: number }): void
  /** A defect, reported once each; holds no input, header or token. */
  onDefect(message: string, error: unknown): void
}

const FORM_FIELDS = 1000
/** A request comes whole within this. */
const REQUEST_MS = 120_000
/** Longer than the minute after which proxies end idle connections. */
const KEEP_ALIVE_MS = 72_000
/** What reading may take of the event loop, by unknown callers together and by one organisation. */
const READING_SHARE = 0.6
/** For what never changes at its address. */
const FOREVER = 'public, max-age=31536000, immutable'
/** Writing all of them down takes 2 to 4 ms. Whoever reads them does so every few seconds. */
const METRICS_COST = 20

/** When a request arrived. Fastify's own `elapsedTime` counts only with its logger on. */
const began = new WeakMap<FastifyRequest, number>()

type AnyAnswer = (input: unknown, caller: Caller) => Promise<unknown>
type SentFile = FileReply

/** HTTP of the server: the contract's calls, their documents, the built elements and the console. Not listening yet. */
export function openHttp(parts: HttpParts): FastifyInstance {
  const mayEnter = limitRequests(parts)
  const isBehindProxy = parts.settings.TRUST_PROXY > 0
  const app = Fastify({
    logger: false,
    serverFactory: (handler) =>
      guardedServer({ requestTimeout: REQUEST_MS, keepAliveTimeout: KEEP_ALIVE_MS }, mayEnter, handler),
    // Of X-Forwarded-For only what these proxies wrote: the rest is the caller's word.
    trustProxy: (_address, hop) => hop < parts.settings.TRUST_PROXY,
    forceCloseConnections: true,
    frameworkErrors: (error, request, reply) => refuse(parts, error, request as FastifyRequest, reply as FastifyReply),
  })
  const openTime = (whole?: LoopAccounts) => openSharedTime({ share: READING_SHARE, whole })
  const time = { strangers: openTime(), organisations: openTime(parts.whole) }
  readInSlices(app.server, { time, isBehindProxy, onDefect: parts.onDefect })
  // Behind a proxy all are the proxy's: there it is the proxy that counts them.
  if (!isBehindProxy) boundConnections(app.server)
  app.addHook('onRequest', async (request, reply) => {
    began.set(request, performance.now())
    reply.headers({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    })
  })
  allowOrigins(app, parts.settings.CORS_ORIGINS)
  // Nobody asks for what comes with it: the body is not read.
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) throw notFound(app, request, reply)
  })
  const bodies = openBodies(parts.budgets)
  const callsUnderWay = openCallsUnderWay(parts)
  const checking = openSharedTime({ whole: parts.whole })
  const held = openHeldAnswers()
  const written = openWrittenAnswers()
  readBodies(app, bodies)
  app.setErrorHandler((error: FastifyError, request, reply) => refuse(parts, error, request, reply))
  app.setNotFoundHandler((request, reply) => refuse(parts, notFound(app, request, reply), request, reply))
  app.get('/healthz', async () => ({ status: 'ok' }))
  // Each asks the store, or is as large as a document.
  const count = (request: FastifyRequest, cost = 1) =>
    demand(...claimsFrom(parts.budgets, 'publicCalls', fromOf(parts, request), cost))
  app.get('/readyz', async (request, reply) => {
    count(request)
    const missing = await parts.missing()
    const isReady = Object.keys(missing).length === 0
    return reply.code(isReady ? 200 : 503).send(isReady ? { status: 'ready' } : { status: 'not ready', missing })
  })
  app.get('/metrics', async (request, reply) => {
    count(request, METRICS_COST)
    const { mime, text } = await parts.metrics()
    return reply.type(mime).send(text)
  })
  for (const [domain, calls] of Object.entries(contract)) {
    const answers = parts.answers[domain as keyof Contract] as unknown as Record<string, AnyAnswer>
    for (const [name, endpoint] of Object.entries<Endpoint>(calls)) {
      const mounted = {
        endpoint,
        opensTo: guestActionsOf(domain, name),
        opensToVisitors: isOpenToVisitors(domain, name),
      }
      mount(app, { ...parts, bodies, checking, callsUnderWay, held, written }, mounted, answers[name] as AnyAnswer)
    }
  }
  mountDocs(app, count)
  mountEmbeddingPage(app, count, parts.settings.PUBLIC_URL)
  const { BASE_PATH, MEDIA_HOSTS, FRAME_HOSTS } = parts.settings
  const { dist, maps, allowedBy } = parts
  mountMapFiles(app, maps)
  mountStatic(app, {
    dist,
    basePath: BASE_PATH,
    allowed: { media: MEDIA_HOSTS, frames: FRAME_HOSTS, tiles: [], mapFiles: [] },
    allowedBy,
  })
  return app
}

/** 404, or 405 with the methods that there are at that path. */
function notFound(app: FastifyInstance, { url }: FastifyRequest, reply: FastifyReply): ApiError {
  const [path = ''] = url.split('?')
  const methods = ['GET', 'POST', 'PUT', 'DELETE'].filter((method) => app.hasRoute({ method, url: path }))
  if (methods.length > 0) reply.header('allow', methods.join(', '))
  return new ApiError('100002', { status: methods.length > 0 ? 405 : 404 })
}

/** JSON and forms; an empty body is an empty object. */
function readBodies(app: FastifyInstance, bodies: Bodies): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (body.length === 0) return {}
    return bodies.read(request, body)
  })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (request: FastifyRequest, body: string) => {
      bodies.require(request, Buffer.byteLength(body))
      return readForm(body)
    },
  )
}

/** The texts of a form by their fields. Throws where it has more than any that a person fills in. */
function readForm(body: string): Record<string, string[]> {
  // Without a prototype: a field may be called `__proto__`.
  const texts: Record<string, string[]> = Object.create(null)
  let count = 0
  for (const [key, text] of new URLSearchParams(body)) {
    count += 1
    if (count > FORM_FIELDS) throw tooLarge()
    const known = texts[key]
    if (known) known.push(text)
    else texts[key] = [text]
  }
  return texts
}

interface MountParts extends HttpParts {
  callsUnderWay: ReturnType<typeof openCallsUnderWay>
  bodies: Bodies
  /** Time to check what was sent, in which organisations take turns. */
  checking: SharedTime
  held: HeldAnswers
  written: WrittenAnswers
}

/** Who makes a call: when its headers came, and now. */
interface Called {
  first: Caller
  /** Throws what a new call would be refused with. */
  callerNow(): Promise<Caller>
}

/** A call, the actions that open it to guests, and whether visitors of share links may make it. */
interface Mounted {
  endpoint: Endpoint
  opensTo: readonly GuestAction[]
  opensToVisitors: boolean
}

function mount(app: FastifyInstance, parts: MountParts, mounted: Mounted, answer: AnyAnswer): void {
  const { endpoint } = mounted
  const calls = new WeakMap<FastifyRequest, Called>()
  const at = (url: string): RouteOptions => ({
    method: endpoint.method,
    url,
    bodyLimit: bodyBytesOf(endpoint),
    // Strangers are refused before a byte of the body is read.
    onRequest: async (request, reply) => {
      const from = fromOf(parts, request)
      if (endpoint.needs === 'public') {
        demand(...claimsFrom(parts.budgets, 'publicCalls', from))
        // Nobody known sends it, and its pieces may be as many as its bytes.
        if (request.headers['transfer-encoding'] !== undefined) {
          reply.header('connection', 'close')
          throw new ApiError('100005', { status: 411 })
        }
      }
      const known = await authorize(parts, mounted, request)
      if (endpoint.needs !== 'public') readInTurnsOf(request.raw.socket, turnsOf(known), principalOf(known))
      parts.bodies.admit(request, reply, endpoint, known)
      const address = addressOf(request)
      const ofCall = {
        address,
        from,
        agent: request.headers['user-agent'] ?? '',
        host: request.hostname,
        lang: languageOf(request),
        isForm: isForm(request.headers['content-type']),
        gone: goneOf(reply.raw),
        productName: () => parts.nameOf(known.tenant_id),
        spend: (calls: number) =>
          endpoint.needs !== 'public' && spendCalls(parts.budgets, { ...known, address }, calls),
        requireStill: async () => void (await callerNow()),
      }
      // Others are told what this finds, too.
      const callerNow = async (): Promise<Caller> => ({
        ...(await forAll(() => authorizeAgain(parts, mounted, request, known))),
        ...ofCall,
      })
      calls.set(request, { first: { ...known, ...ofCall }, callerNow })
    },
    handler: async (request, reply) => {
      const language = languageOf(request)
      const { first, callerNow } = calls.get(request) as Called
      // A body may come minutes after its headers: the session, key or right that they were let in by may be over.
      const caller = request.body === undefined ? first : await callerNow()
      const count = (size: number) => endpoint.needs !== 'public' && countSize(parts.budgets, caller, size)
      const hasChanged = endpoint.method !== 'GET' && endpoint.changesNothing !== true
      let owner: number | undefined
      const showsOf = (tenant_id: number) => {
        owner = tenant_id
      }
      const keep = (size: number) => {
        count(size)
        return parts.held.hold(reply, caller, size, hasChanged, owner)
      }
      // Those of bulk loads are counted by themselves.
      if (!isBulk(endpoint)) count(parts.bodies.sizeOf(request))
      const read = () => inputOf(endpoint, request, language)
      // Whoever signs in only comes to look.
      const isChange = hasChanged && endpoint.needs !== 'public'
      // What ends the call meanwhile ends it while it waits to be checked, too.
      const answered = await parts.callsUnderWay(caller, isChange, {
        async answer(caller) {
          const input = endpoint.needs === 'public' ? read() : await inTurn(parts.checking, caller, read)
          if ('refused' in input) throw new ApiError(input.refused.code, input.refused)
          return inTurnsOf(turnsOf(caller), () => answer(input.value, { ...caller, showsOf }))
        },
        callerNow,
      })
      if (endpoint.reply === 'file') {
        const file = endpoint.output.parse(answered) as SentFile
        reportCall(parts, request, SUCCESS)
        keep(file.content.length)
        return sendFile(reply, file)
      }
      const chunks = await parts.written.write(caller, answered, hasChanged, (turns) =>
        writeAnswer(endpoint.output, answered, caller, turns),
      )
      const envelope = granted(chunks, language)
      reportCall(parts, request, SUCCESS)
      return sendEnvelope(request, reply, envelope, { onPacked: keep(envelope.length) })
    },
  })
  for (const url of [endpoint.path, ...(endpoint.also ?? [])]) app.route(at(url))
}

async function authorize(parts: HttpParts, mounted: Mounted, request: FastifyRequest): Promise<Caller> {
  if (mounted.endpoint.needs === 'public') return NOBODY
  const caller = await counted(parts, request, () =>
    holderOf(parts, request, () => parts.signed.callerOf(request.headers)),
  )
  const allowed = allow(mounted, request, caller)
  countCall(parts.budgets, { ...allowed, address: addressOf(request) })
  return allowed
}

/** As `authorize`, for one whom it let in `before`: of the caches as a rule, and counted no more. */
async function authorizeAgain(
  parts: HttpParts,
  mounted: Mounted,
  request: FastifyRequest,
  { session_hash }: Caller,
): Promise<Caller> {
  if (mounted.endpoint.needs === 'public') return NOBODY
  return allow(mounted, request, await holderOf(parts, request, () => parts.signed.callerOfHash(session_hash)))
}

/** The holder of a request's token, or of its signature. */
function holderOf(
  { callerOf }: HttpParts,
  { headers: { 'x-token': token, origin } }: FastifyRequest,
  ofSignature: () => Promise<Caller | null>,
): Promise<Caller | null> {
  return typeof token === 'string' && token !== '' ? callerOf(token, origin) : ofSignature()
}

/** The caller, where there is one who may make the call. */
function allow(mounted: Mounted, { headers }: FastifyRequest, caller: Caller | null): Caller {
  const { 'x-user': user, 'x-tenant': tenant } = headers
  const isSame = (header: unknown, id: number | undefined) =>
    header === undefined || header === '' || header === `${id}`
  // A page that believes to be someone else has mixed up its sessions: it must sign in again.
  if (!caller || !isSame(user, caller.user_id) || !isSame(tenant, caller.tenant_id))
    throw new ApiError('100009', { status: 500 })
  if (caller.must_change_password && !mounted.endpoint.beforeOwnPassword) throw new ApiError('110006')
  if (!isOpenTo(mounted, caller) || !isOwn(mounted.endpoint, caller)) throw new ApiError('100015')
  return caller
}

/** Finds who holds a token, and counts those that nobody holds. */
function counted(
  parts: HttpParts,
  request: FastifyRequest,
  findHolder: () => Promise<Caller | null>,
): Promise<Caller | null> {
  const { 'x-token': token, sig } = request.headers
  // Those of guests and visitors are refused by their signature, and cost no look into the store.
  const isOfSession = typeof token === 'string' && token !== '' ? isSessionToken(token) : sig !== undefined
  return isOfSession ? holderOfToken(parts.budgets, fromOf(parts, request), findHolder) : findHolder()
}

/** Whoever hung up before he was heard has no address any more, whatever Fastify's types say. */
const addressOf = ({ ip }: { ip: string | undefined }): string => ip ?? ''

/** Whose budget the call of somebody unknown is. */
function fromOf({ browsers }: HttpParts, request: FastifyRequest): string {
  const key = request.headers['x-browser']
  const id = typeof key === 'string' ? browsers.idOf(key) : null
  return id === null ? networkOf(addressOf(request)) : familiar(id)
}

function isOpenTo({ endpoint: { needs }, opensTo, opensToVisitors }: Mounted, caller: Caller): boolean {
  if (caller.visitor) return opensToVisitors
  if (caller.guest) return isLet(caller, opensTo)
  return typeof needs === 'string' || needs.some((right) => hasRight(caller.roles, right))
}

/** Whether this caller is the user himself, where a call asks for that, and may change what the call changes. */
function isOwn({ method, ownOnly, changesNothing }: Endpoint, { by, is_experience }: Caller): boolean {
  if (ownOnly) return by === null && !is_experience
  return !is_experience || method === 'GET' || changesNothing === true
}

/** Does something for a call in its organisation's time: at once while there is some left. */
async function inTurn<T>(time: SharedTime, caller: Caller, work: () => T): Promise<T> {
  const [owner, member] = [turnsOf(caller), principalOf(caller)]
  let done: { value: T } | undefined
  const isDone = time.atOnce(
    owner,
    () => {
      done = { value: work() }
    },
    member,
  )
  return isDone && done ? done.value : time.slice(owner, work, member)
}

type Texts = Record<string, string | string[]>

function inputOf(endpoint: Endpoint, request: FastifyRequest, language: Language): Input {
  const { body } = request
  return body instanceof LargeInput ? body.input : checkInput(endpoint, readInput(endpoint, request), language)
}

function readInput(endpoint: Endpoint, request: FastifyRequest): unknown {
  if (endpoint.method === 'GET' || endpoint.method === 'DELETE')
    return fromTexts(endpoint.input, { ...(request.query as Texts), ...(request.params as Texts) })
  if (request.body === undefined || request.body === null) return {}
  return isForm(request.headers['content-type']) ? fromTexts(endpoint.input, request.body as Texts) : request.body
}

function sendFile(reply: FastifyReply, { name, mime, content, is_kept }: SentFile): FastifyReply {
  return reply
    .type(mime)
    .headers({
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      'cache-control': is_kept ? FOREVER : 'no-store',
    })
    .send(Buffer.from(content.buffer, content.byteOffset, content.byteLength))
}

function reportCall(parts: HttpParts, request: FastifyRequest, code: string): void {
  const path = request.routeOptions?.url
  const route = path ? `${request.method} ${path}` : 'unknown path'
  const now = performance.now()
  // What the parser of HTTP itself refuses never arrived.
  parts.onCall?.({ route, code, tookMs: now - (began.get(request) ?? now) })
}

/** What HTTP itself refuses, by Fastify's status; anything else below 500 is an input that cannot be read. */
const refusalOf = (error: { statusCode?: number }, report: () => void): ApiError | null => {
  // Class 22: a text or number that fits its schema and no column, like a NUL.
  if (error instanceof DbError && error.code.startsWith('22')) return new ApiError('100006')
  if (error instanceof DbError && error.code === '23503') return refusalOfReference(error, report)
  const status = error.statusCode ?? 500
  if (status >= 500) return null
  return new ApiError('100005', { status: status === 413 || status === 414 || status === 415 ? status : 200 })
}

function refuse(
  parts: HttpParts,
  error: Error & { statusCode?: number },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (error instanceof NoRoomForReply) {
    const { socket } = request.raw
    reply.hijack()
    // Browsers, and proxies, send a call again by themselves whose connection ends before the headers of its answer.
    reply.raw.writeHead(200, { 'content-length': 1 }).flushHeaders()
    socket.end(() => socket.destroy())
    return
  }
  const report = () => parts.onDefect(`${request.method} ${request.routeOptions?.url ?? ''} failed`, error)
  const refusal = error instanceof ApiError ? error : refusalOf(error, report)
  if (!refusal) report()
  const language = languageOf(request)
  const shown = refusal instanceof WrongField ? refusal.in(language) : (refusal ?? new ApiError('100003'))
  reportCall(parts, request, shown.code)
  if (shown.wait_s > 0) reply.header('retry-after', shown.wait_s)
  return sendEnvelope(request, reply, refused(shown, language), { status: shown.status })
}
