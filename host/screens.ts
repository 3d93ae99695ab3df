/** What of the frame and its preferences an element has to know. */
export interface Surroundings {
  readonly isWall: boolean
  /** Marks of unconfirmed alarms flash. */
  readonly flashes: boolean
}

/** What an element takes from the address: parts of the path by attribute, and queries that it may also change. */
interface ScreenAddress {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: readonly string[]
  /** Queries that others write, by the attribute that takes them. */
  readonly from?: Readonly<Record<string, string>>
  /** Queries of one beginning, by the attribute that takes all of them, as a query: `var-area=4` is its `area=4`. */
  readonly prefixed?: Readonly<Record<string, string>>
  /** Attributes that are always the same. */
  readonly attributes?: Readonly<Record<string, string>>
  /** Attributes by what is around it; null for those that it has not. */
  readonly around?: (surroundings: Surroundings) => Record<string, string | null>
  /** Where closing it leads when it was opened by its address alone. */
  readonly closesTo?: string
  /** Its own headings begin at the second level, as those of a part of somebody's page do. */
  readonly isPart?: true
}

const ADDRESSES: Readonly<Record<string, ScreenAddress>> = {
  'sg-device-monitor': {
    // A virtual device's page names it otherwise.
    path: { id: 'sn', product: 'sn' },
    query: ['tab', 'points', 'moment', 'alarm', 'rule', 'range', 'start', 'end', 'table', 'earlier', 'compare'],
    isPart: true,
  },
  'sg-alarm-history': {
    query: ['search', 'sn', 'group', 'level', 'type', 'lasted', 'start', 'end', 'sort', 'page', 'alarm'],
  },
  'sg-alarm-kpi': { query: ['range', 'start', 'end', 'sn', 'group', 'positions', 'bucket'] },
  'sg-shift-log': {
    query: ['search', 'author', 'sn', 'kind', 'start', 'end', 'page', 'about', 'alarm'],
  },
  'sg-device-share': { query: ['of', 'search', 'page'] },
  'sg-device-list': { query: ['search', 'group', 'state', 'tag', 'region', 'sort', 'page', 'show'] },
  'sg-account': {
    query: ['section'],
    // As OAuth 2 names them.
    from: { 'wechat-code': 'code', 'wechat-state': 'state' },
    attributes: { 'back-path': 'account?section=security' },
  },
  'sg-alarm-feed': {
    query: ['sn', 'group', 'levels', 'states', 'search', 'mode', 'sort', 'tab', 'alarm'],
    from: { 'group-by': 'by' },
    // The bar above all pages calls.
    attributes: { autofocus: '', calls: 'none' },
    around: ({ flashes }) => ({ flash: flashes ? '' : null }),
  },
  'sg-escalations': { query: ['tab'] },
  'sg-audit': { query: ['search', 'action', 'start', 'end', 'page'] },
  'sg-messages': { query: ['box', 'search', 'filter', 'sort', 'page'] },
  'sg-system-messages': { query: ['search', 'filter', 'page'] },
  'sg-log-list': { query: ['kind', 'search', 'action', 'sn', 'user', 'start', 'end', 'page'] },
  'sg-operations': { query: ['search', 'page', 'kind'] },
  'sg-roles': { query: ['search', 'page'] },
  'sg-virtual-devices': { query: ['search', 'group', 'sort', 'page', 'device', 'new'] },
  'sg-device-groups': { query: ['search', 'group'] },
  'sg-user-groups': { query: ['search', 'group'] },
  'sg-users': { query: ['search', 'group', 'roles', 'state', 'sort', 'page'] },
  'sg-screen-monitor': {
    query: ['sn', 'template', 'screen'],
    around: ({ isWall }) => ({ list: isWall ? 'drawer' : null }),
    isPart: true,
  },
  'sg-dashboards': {
    query: ['dashboard', 'sn', 'search', 'rotate', 'range', 'start', 'end', 'compare'],
    prefixed: { variables: 'var-' },
    around: ({ isWall }) => ({ list: isWall ? 'drawer' : null }),
    isPart: true,
  },
  'sg-canvas-editor': { path: { id: 'screen' }, closesTo: '/configureManage/devTemplate', isPart: true },
  'sg-dashboard-editor': { from: { dashboard: 'id' }, closesTo: '/dashboard', isPart: true },
  'sg-template-sources': { path: { id: 'template' } },
  'sg-templates': { query: ['search', 'group', 'type', 'published', 'of', 'page', 'template', 'tab'] },
  'sg-template-binding': { query: ['search', 'template', 'group', 'page'] },
  'sg-device-map': { query: ['search', 'group', 'state', 'sn', 'track'] },
  'sg-device-board': { query: ['search', 'group', 'state', 'sn'] },
}

/** Whether the page around an element has to give the first heading. */
export const needsHeading = (tag: string): boolean => ADDRESSES[tag]?.isPart ?? false

/** The page that closing an element leads to when it was opened by its address alone. */
export const closesTo = (tag: string): string => ADDRESSES[tag]?.closesTo ?? '/'

/** What queries of one beginning say, as a query without it; null where there is none. */
function within(query: URLSearchParams, prefix: string): string | null {
  const found = [...query].filter(([name]) => name.startsWith(prefix))
  if (found.length === 0) return null
  return new URLSearchParams(found.map(([name, value]) => [name.slice(prefix.length), value])).toString()
}

/** The attributes that an address gives an element; null for those that it leaves out. */
export function attributesOf(
  tag: string,
  params: Readonly<Record<string, string>>,
  search: string,
): Record<string, string | null> {
  const { path = {}, query = [], from = {}, prefixed = {}, attributes = {} } = ADDRESSES[tag] ?? {}
  const searchParams = new URLSearchParams(search)
  return {
    ...attributes,
    ...Object.fromEntries(Object.entries(from).map(([attribute, name]) => [attribute, searchParams.get(name)])),
    ...Object.fromEntries(query.map((name) => [name, searchParams.get(name)])),
    ...Object.fromEntries(
      Object.entries(prefixed).map(([attribute, prefix]) => [attribute, within(searchParams, prefix)]),
    ),
    ...Object.fromEntries(Object.values(path).map((attribute) => [attribute, null])),
    ...Object.fromEntries(
      Object.entries(path).flatMap(([param, attribute]) =>
        params[param] === undefined ? [] : [[attribute, params[param]]],
      ),
    ),
  }
}

/** The attributes that an element has by what is around it. */
export const surroundingAttributes = (tag: string, surroundings: Surroundings): Record<string, string | null> =>
  ADDRESSES[tag]?.around?.(surroundings) ?? {}

/** The query after an element has said what it shows now; names that are not the element's to set are passed over. */
export function searchAfter(tag: string, search: string, view: unknown): string {
  const query = new URLSearchParams(search)
  const said = typeof view === 'object' && view !== null ? (view as Record<string, unknown>) : {}
  const { query: own = [], from = {}, prefixed = {} } = ADDRESSES[tag] ?? {}
  const names = [...own.map((name) => [name, name] as const), ...Object.entries(from)]
  for (const [attribute, name] of names) {
    if (!Object.hasOwn(said, attribute)) continue
    const value = said[attribute]
    if (value === null || value === undefined || value === '') query.delete(name)
    else query.set(name, String(value))
  }
  for (const [attribute, prefix] of Object.entries(prefixed)) {
    if (!Object.hasOwn(said, attribute)) continue
    for (const name of [...query.keys()]) if (name.startsWith(prefix)) query.delete(name)
    for (const [name, value] of new URLSearchParams(String(said[attribute] ?? ''))) query.set(`${prefix}${name}`, value)
  }
  return query.toString()
}
