import type { Endpoint } from '../../../core/contract/endpoint.ts'
import { type NamedCall, refusalsOf } from '../../../demo/server/http/openapi.ts'
import { ask, CALLS, type Heard, nameOf } from './ask.ts'
import { devicesFile } from './files.ts'
import { isBeyondLink, renewed } from './gallery.ts'
import { inputOf, type Kind, type Reference, referencesOf } from './inputs.ts'
import { anothersIn, around, isMarked, type Mark } from './marks.ts'
import type { KnownId, Person, Tenant } from './tenant.ts'
import { sessionOf, type World } from './world.ts'

/** Picks one of several; the same ones again for the same seed. */
export type Pick = <T>(all: readonly T[]) => T | undefined

export function picker(seed: number): Pick {
  let state = seed >>> 0
  return (all) => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return all[((t ^ (t >>> 14)) >>> 0) % all.length]
  }
}

export interface SweepOptions {
  seed: number
  /** Only one in so many calls of each person. */
  oneIn?: number
  /** Only these people; all of the world without. */
  askers?: readonly Person[]
  /** Only these calls. */
  only?: readonly string[]
  /** Stands around every call. */
  around?: (name: string, person: Person, run: () => Promise<Heard>) => Promise<Heard>
}

const MISSING: Record<Kind, string | number> = {
  device: 'NONE',
  point: 'none',
  deviceGroup: 999_999_999,
  template: 999_999_999,
  item: 999_999_999,
  alarm: '999999999',
  rule: '999999999',
  command: 'none',
  user: 999_999_999,
  userGroup: 999_999_999,
  role: 999_999_999,
  key: 'sgk_AAAAAAAAAAAAAAAA',
  session: 'none',
  templateGroup: 999_999_999,
  screen: 999_999_999,
  version: 999_999_999,
  dashboard: 999_999_999,
  dashboardVersion: 999_999_999,
  escalation: 999_999_999,
  webhook: 999_999_999,
  delivery: 999_999_999,
  resource: 999_999_999,
  category: 999_999_999,
  link: 999_999_999,
  middleware: 999_999_999,
  geofence: 999_999_999,
  notice: 999_999_999,
  message: 999_999_999,
  bulletin: 999_999_999,
  shiftEntry: 999_999_999,
  virtualDevice: 'NONE',
  formula: 'NONE.none',
  nonstandard: 999_999_999,
  deregistered: 999_999_999,
  offer: 999_999_999,
}

/** An id that nothing has. */
export const missing = (kind: Kind): string | number => MISSING[kind]

interface Question {
  input: Record<string, unknown>
  /** Names something of another tenant: what would change anything has to be refused. */
  isForeign: boolean
}

const isReading = ({ method, changesNothing }: Endpoint) => method === 'GET' || changesNothing === true
const shapeOf = ({ endpoint }: NamedCall) => (endpoint.input as unknown as { shape: object }).shape
const has = (call: NamedCall, field: string) => Object.hasOwn(shapeOf(call), field)

/** Ids by kind, of one owner. */
type Pool = (kind: Kind) => unknown

const OF_DEVICES = ['device', 'deviceGroup', 'alarm', 'command', 'virtualDevice', 'formula', 'deregistered'] as const
/** Of whoever made them, and administrators. */
const OWN = ['dashboard', 'dashboardVersion'] as const
const BEYOND: Partial<Record<Person['who'], readonly Kind[]>> = {
  administrator2: ['user', 'userGroup', 'role', 'session', ...OWN],
  'sub-user': ['user', 'userGroup', 'role', 'session', 'shiftEntry', ...OF_DEVICES, ...OWN],
  guest: [...OF_DEVICES, 'resource'],
  visitor: [...OF_DEVICES, 'resource'],
}

/** What is a person's own, what is of other tenants, and what of the own tenant is not for this person. */
function poolsOf({ people }: World, { who, tenant: own }: Person, pick: Pick) {
  const beyond = BEYOND[who] ?? []
  const of = ({ ids }: Tenant, kind: Kind, isTaken: (known: KnownId) => boolean) =>
    pick(ids[kind].filter(isTaken))?.id ?? MISSING[kind]
  const isOthers = ({ tenant_id }: Tenant) => tenant_id !== own.tenant_id && tenant_id !== 0
  const foreign = [...new Set(people.map(({ tenant }) => tenant))].filter(isOthers)
  const mine: Pool = (kind) => of(own, kind, ({ isBeyond }) => !isBeyond || !beyond.includes(kind))
  const anothers =
    (tenant: Tenant): Pool =>
    (kind) =>
      of(tenant, kind, () => true)
  const hidden: Pool = (kind) => of(own, kind, ({ isBeyond }) => isBeyond === beyond.includes(kind))
  return { beyond, foreign, mine, anothers, hidden }
}

/** What a person asks of a call: by ids of the own, and by those of others. */
function questionsOf(world: World, person: Person, call: NamedCall, pick: Pick): Question[] {
  const { mark } = person.tenant
  const { beyond, foreign, mine, anothers, hidden } = poolsOf(world, person, pick)
  const made: Made = (named) => inputOf(call, { mark, named })
  const references = referencesOf(call)
  if (call.endpoint.needs === 'public') return publicQuestions(call, made, foreign)
  const hasBeyond = references.some(({ kind }) => beyond.includes(kind))
  if (call.endpoint.method === 'GET') {
    const others = [...foreign.slice(0, 2).map(anothers), ...(hasBeyond ? [hidden] : [])]
    const keys = person.tenant.ids.point.map(({ id }) => id)
    return readingQuestions(call, made, { mark, keys: keys.length > 0 ? keys : ['none'], foreign, mine, others })
  }
  if (nameOf(call) === 'deviceImport.start') return importsOf(made, person, foreign.map(anothers))
  if (references.length === 0)
    return [{ input: { ...made(() => undefined), ...HARMLESS[nameOf(call)] }, isForeign: false }]
  const theirs = anothers(pick(foreign) as Tenant)
  /** One place names what is not the person's, the others what is. */
  const mixed = (pool: Pool, isMeant: (reference: Reference) => boolean) =>
    references
      .filter(isMeant)
      .map(({ path }) => made((reference) => (reference.path === path ? pool : mine)(reference.kind)))
  const taken = has(call, 'sn_code') && !references.some(({ path }) => path === 'sn_code')
  const inputs = [
    made(({ kind }) => theirs(kind)),
    ...(references.length > 1 ? mixed(theirs, () => true) : []),
    ...(hasBeyond ? mixed(hidden, ({ kind }) => beyond.includes(kind)) : []),
    ...(taken ? [{ ...made(({ kind }) => mine(kind)), sn_code: theirs('device') }] : []),
  ]
  return inputs.map((input) => ({ input, isForeign: true }))
}

/** Files of devices that are others': to be changed, or taken. */
const importsOf = (made: Made, { tenant: { mark } }: Person, others: readonly Pool[]): Question[] =>
  others.map((pool) => {
    const input = made(() => undefined)
    const content = devicesFile(`${pool('device')}`, mark.word)
    const file = { ...(input.file as object), content }
    return { input: { ...input, file, update_existing: true, skip_wrong: true }, isForeign: true }
  })

/** Inputs with which a call that names nothing changes nothing that is counted. */
const HARMLESS: Record<string, Record<string, unknown>> = {
  // Of settings that nobody has.
  'organisationSettings.save': { version: -1 },
  'template.create': {
    points: [
      { key: 'a', name: 'a', data_type: 'number' },
      { key: 'a', name: 'b', data_type: 'number' },
    ],
  },
}

interface Readable {
  mark: Mark
  /** Of the own points: texts come from some of them only. */
  keys: readonly (string | number)[]
  foreign: readonly Tenant[]
  mine: Pool
  others: readonly Pool[]
}
type Made = (named: (reference: Reference) => unknown) => Record<string, unknown>

function readingQuestions(call: NamedCall, made: Made, { mark, keys, foreign, mine, others }: Readable): Question[] {
  const asking = (input: Record<string, unknown>, isForeign = false) => ({
    input: { ...input, ...(has(call, 'page_size') && { page_size: 100 }) },
    isForeign,
  })
  const bare = without(made)
  const named = (pool: Pool) => made(({ kind }) => pool(kind))
  const references = referencesOf(call)
  const kinds = references.map(({ kind }) => kind)
  const namesSome = kinds.length > 0
  // Of several names the first that is refused hides what the others would find. What such a filter leaves may be a count
  // of nothing: what is another's is known by its mark.
  const single = bare && references.length > 1 ? references : []
  const alone = (pool: Pool) =>
    single.map(({ path }) => made((one) => (one.path === path ? pool(one.kind) : undefined)))
  // Of the own some are gone by now: one pick may find nothing.
  const points = kinds.includes('point') ? keys : [keys[0], keys[0], keys[0]]
  const own = points.map((key) => asking(named((kind) => (kind === 'point' ? key : mine(kind)))))
  const words = [mark, ...foreign.slice(0, 1).map((tenant) => tenant.mark)].map(({ word }) => word)
  // A handful of each kind is all that it finds.
  if (call.domain === 'find') words.push(mark.outside, mark.hidden)
  const searched = bare && has(call, 'search') ? words.map((search) => asking({ ...bare, search })) : []
  return [
    ...(bare ? [asking(bare)] : []),
    ...(namesSome ? [...own, ...others.map((pool) => asking(named(pool), true))] : []),
    ...others.flatMap(alone).map((input) => asking(input)),
    ...searched,
    ...(has(call, 'format') ? [asking({ ...named(mine), format: 'csv' })] : []),
  ]
}

/** The input that names nothing; null for a call that needs a name. */
function without(made: Made): Record<string, unknown> | null {
  try {
    return made(() => undefined)
  } catch {
    return null
  }
}

/** Questions of an outsider about people whose names and addresses are known. */
function publicQuestions(call: NamedCall, made: Made, tenants: readonly Tenant[]): Question[] {
  const input = made(() => undefined)
  const asking = tenants.map(({ mark }) => ({
    ...input,
    ...(has(call, 'user_name') && { user_name: `${mark.word}admin` }),
    ...(has(call, 'address') && { address: `+44 ${mark.digits}9999` }),
  }))
  const isAbout = has(call, 'user_name') || has(call, 'address')
  return (isAbout ? asking : [input]).map((query) => ({ input: query, isForeign: false }))
}

const PEOPLE = ['user', 'userGroup', 'role', 'privilege', 'audit', 'session', 'account', 'find']
/** Of another domain, and about people all the same. */
const OF_PEOPLE = ['deviceShare.people', 'template.people', 'dashboard.candidates']
const domainOf = (call: NamedCall) => (OF_PEOPLE.includes(nameOf(call)) ? 'user' : call.domain)

/** What of others, or of what is not this person's, stands in a text; null when nothing does. */
export function leakIn(world: World, person: Person, text: string, domain: string): string | null {
  const { tenant, who, isOfDashboard } = person
  const others = new Set(world.people.map((person) => person.tenant))
  others.delete(tenant)
  const part = anothersIn(
    text,
    tenant.mark,
    [...others].map(({ mark }) => mark),
  )
  if (part !== null) return `of another tenant: …${around(text, part)}…`
  const { outside, hidden } = tenant.mark
  const overseesSome = who === 'administrator2' || who === 'sub-user'
  if (overseesSome && PEOPLE.includes(domain) && text.includes(outside))
    return `of people beyond the subtree: …${around(text, outside)}…`
  const seesSome = who === 'sub-user' || who === 'guest' || who === 'visitor'
  if (seesSome && text.includes(hidden)) return `of devices beyond the rights: …${around(text, hidden)}…`
  if ((who === 'visitor' || isOfDashboard) && isBeyondLink(text, tenant.mark))
    return `of points beyond the link: ${text.slice(0, 200)}`
  return null
}

/** A refusal may repeat the key of a point in the request, and the SN of a device. */
function withoutEcho(world: World, { text }: Heard): string {
  const tenants = new Set(world.people.map(({ tenant }) => tenant))
  const ids = [...tenants].flatMap(({ ids }) => [...ids.point, ...ids.device])
  const echoes = ids.flatMap(({ id }) => [
    `: ${id}"`,
    `{"id":"${id}","code":"110509"}`,
    // Of a formula.
    `没有您可见的设备 ${id}"`,
  ])
  return echoes.reduce((left, echo) => left.replaceAll(echo, ''), text)
}

/** What a call of many answers for each of them. */
const eachOf = (data: { results?: { code: unknown }[] } | { code: unknown }[] | null) =>
  Array.isArray(data) ? data : data?.results

const isRefused = (name: string, { isDone, data }: Heard): boolean =>
  !isDone ||
  // Ends a session of the caller's own, or none.
  name === 'account.endSession' ||
  // Passed over.
  data?.changed === 0 ||
  eachOf(data)?.every(({ code }) => typeof code === 'string' && code !== '100001') === true

/** Whether the contract names the refusal: who reads it writes a program by it. A limit of calls (429) is of every call. */
const isNamed = (call: NamedCall, { status, code }: Heard): boolean =>
  status === 429 || refusalsOf(call.endpoint).includes(code) || UNNAMED[nameOf(call)] === code
const UNNAMED: Record<string, string> = {}

export interface Swept {
  /** What somebody saw or could do and should not. */
  leaks: string[]
  /** Who saw something with the own mark, by call and person. */
  seen: Set<string>
  requests: number
}

/** Everybody makes every call, side by side; one after the other where something stands around a call. */
export async function sweep(world: World, options: SweepOptions): Promise<Swept> {
  const { seed, askers = world.people } = options
  const swept: Swept = { leaks: [], seen: new Set(), requests: 0 }
  const asking = (person: Person, i: number) => askAll(world, options, swept, person, picker(seed + i))
  if (options.around) for (const [i, person] of askers.entries()) await asking(person, i)
  else await Promise.all(askers.map(asking))
  return swept
}

async function askAll(world: World, options: SweepOptions, swept: Swept, person: Person, pick: Pick): Promise<void> {
  const { only, oneIn = 1 } = options
  const chances = Array.from({ length: oneIn }, (_, i) => i === 0)
  for (const [name, call] of CALLS) {
    if ((only && !only.includes(name)) || !pick(chances)) continue
    if (call.endpoint.needs === 'public' && person.who !== 'nobody') continue
    for (const question of questionsOf(world, person, call, pick))
      await askOne(world, options, swept, { person, call, ...question })
  }
}

interface PersonQuestion extends Question {
  person: Person
  call: NamedCall
}

async function askOne(
  world: World,
  { around: stand }: SweepOptions,
  swept: Swept,
  question: PersonQuestion,
): Promise<void> {
  const { person, call, input, isForeign } = question
  const name = nameOf(call)
  const asker = await askerOf(world, person, name)
  const run = () => ask(world.server, asker, name, input)
  const heard = await (stand ? stand(name, person, run) : run())
  swept.requests++
  const report = (what: string) =>
    swept.leaks.push(`${person.who} of ${person.tenant.tenant_id}, ${name} ${JSON.stringify(input)}: ${what}`)
  // Few answers hold anything of others, be it an echo.
  const seeming = leakIn(world, person, heard.text, domainOf(call))
  const leak = seeming && leakIn(world, person, withoutEcho(world, heard), domainOf(call))
  if (leak) report(leak)
  if (isForeign && !isReading(call.endpoint) && !isRefused(name, heard))
    report(`was done: ${JSON.stringify(heard.data)}`)
  const isSeeking = call.endpoint.method === 'GET' || name === 'virtualDevice.try'
  if (isForeign && isSeeking && !LEAVES_OUT.includes(name) && isFound(heard))
    report(`was found: ${JSON.stringify(heard.data)}`)
  if (!heard.isDone && !isNamed(call, heard)) report(`is refused with ${heard.code}, which the contract does not name`)
  if (heard.code === '100003' && name !== 'account.bindWechat') report('is a defect')
  if (heard.code === '100009' && person.who !== 'nobody') report('was signed out')
  if (isMarked(heard.text, person.tenant.mark)) swept.seen.add(`${person.who} ${name}`)
}

/** A sign-out is one of a session for it; the visitor's calls are counted by address, which is another each time. */
async function askerOf({ server }: World, person: Person, name: string) {
  if (name === 'session.logout' && person.user_id !== 0) return sessionOf(server, person.tenant, person.user_id)
  if (person.who === 'visitor') return { ...person, token: renewed(server, person) }
  return person.who === 'experience' ? { ...person, address: `11.${counter()}` } : person
}

let counted = 0
const counter = () => {
  const n = Math.floor(counted++ / 200)
  return `${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
}

/** Of several things they answer the asker's own alone: what is another's is known by its mark. */
const LEAVES_OUT = ['find.known']

/** What a formula comes to over a point that is not there. */
const isNothing = (one: unknown) =>
  typeof one === 'object' && one !== null && 'problem' in one && 'value' in one && one.value === null

/** Whether something was found by what is not the asker's. */
function isFound({ isDone, data }: Heard): boolean {
  if (!isDone) return false
  if (Array.isArray(data)) return data.some((one) => !isNothing(one))
  return !(Array.isArray(data?.rows) && data.rows.length === 0)
}
