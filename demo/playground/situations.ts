import { guestToken } from '../portals/snippets/guest-token.mjs'

interface Words {
  zh: string
  en: string
}

/** Failures of calls and sockets on their way, each a small server of its own; `open` is the console itself. */
export const GATES = {
  open: { zh: '请求直接到达控制台。', en: 'Calls go to the console itself.' },
  hold: {
    zh: '请求到达一个收下后不回复的端口；10 秒后元素会说明等待过久。',
    en: 'Calls go to a port that takes them and never replies; after 10 s the element says that it takes long.',
  },
  cut: { zh: '请求到达一个立即断开的端口。', en: 'Calls go to a port that hangs up on each of them.' },
  garble: {
    zh: '请求到达一个总是回复 HTML 页面的端口，如同中间的代理。',
    en: 'Calls go to a port that answers each with a page of HTML, as a proxy in between would.',
  },
  trouble: {
    zh: '请求到达一个总是回复“操作失败”（100002）的端口。',
    en: 'Calls go to a port that refuses each with 100002, as a console in trouble would.',
  },
} as const satisfies Record<string, Words>
export type Gate = keyof typeof GATES

interface TokenPlan {
  how: Words
  resources: Record<string, unknown>
  actions: readonly string[]
  /** How long ago it was signed. */
  ageS: number
}

/** How long a guest token lives. */
const LIFE_S = 600
const ALL = { resources: { all: true }, actions: ['read', 'write', 'confirm'], ageS: 0 }
/** A token that has so little left is replaced after seconds. */
const NEARLY_OVER_S = LIFE_S - 5

/** What the playground's own endpoint signs. */
export const TOKENS = {
  whole: { ...ALL, how: { zh: '令牌包含演示租户的全部设备。', en: 'The token names all devices of the demo tenant.' } },
  others: {
    ...ALL,
    resources: { devices: ['OTHER0001'] },
    how: { zh: '令牌只包含一台不存在的设备。', en: 'The token names only a device that does not exist.' },
  },
  none: {
    ...ALL,
    actions: ['confirm'],
    how: { zh: '令牌不允许读取。', en: 'The token does not allow reading.' },
  },
  fading: {
    ...ALL,
    ageS: NEARLY_OVER_S,
    how: {
      zh: '第一个令牌完整但即将到期；几秒后的下一个令牌不再允许读取。',
      en: 'The first token is whole and nearly over; the next one, seconds later, no longer allows reading.',
    },
  },
  ended: { ...ALL, ageS: 2 * LIFE_S, how: { zh: '令牌已过期。', en: 'The token is over.' } },
} as const satisfies Record<string, TokenPlan>
export type TokenKind = keyof typeof TOKENS

/** How each state is reached, unless an element's example says otherwise. */
export const SITUATIONS = {
  ready: { gate: 'open', token: 'whole' },
  loading: { gate: 'hold', token: 'whole' },
  empty: { gate: 'open', token: 'others' },
  stale: { gate: 'open', token: 'whole' },
  offline: { gate: 'cut', token: 'whole' },
  forbidden: { gate: 'open', token: 'none' },
  expired: { gate: 'open', token: 'ended' },
  error: { gate: 'trouble', token: 'whole' },
} as const satisfies Record<string, { gate: Gate; token: TokenKind }>
export type State = keyof typeof SITUATIONS

/** A guest token of this kind, signed as any portal's server does; `nowS` in epoch seconds. */
export function signToken(embed_key: string, kind: TokenKind, nowS = Math.floor(Date.now() / 1000)): string {
  const { resources, actions, ageS } = TOKENS[kind]
  return guestToken(embed_key, { id: 'playground', name: 'Playground' }, resources, [...actions], nowS - ageS)
}
