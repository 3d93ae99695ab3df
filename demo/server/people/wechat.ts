import { createHash, randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import type { Settings } from '../settings.ts'

export type WechatSettings = Pick<
  Settings,
  'WECHAT_APP_ID' | 'WECHAT_APP_SECRET' | 'WECHAT_AUTHORIZE_URL' | 'WECHAT_TOKEN_URL'
>

const STATE_MS = 10 * MINUTE_MS
const PATIENCE_MS = 15_000
const KEPT = 20_000

/** WeChat answers HTTP 200 with `errcode` where it refuses. */
const Granted = z.object({ openid: z.string().check(z.minLength(1), z.maxLength(128)) })

/** WeChat's OAuth 2 (authorization code): who consents there is bound to the user who set out from here. */
export interface Wechat {
  /** Where the user consents; null without an application. The state is good once, for 10 minutes, for this session. */
  authorizeUrl(session_hash: string, back: string): string | null
  /** The user's id at WeChat; null for a state that is not this session's, and for a code that WeChat refuses. */
  openidOf(session_hash: string, code: string, state: string): Promise<string | null>
}

export function openWechat(settings: WechatSettings, now: () => number = Date.now): Wechat {
  const { WECHAT_APP_ID: appid, WECHAT_APP_SECRET: secret } = settings
  const states = new Map<string, { session_hash: string; until: number }>()
  // The page that a state comes back to must not be able to guess another's: kept as a digest.
  const digest = (state: string) => createHash('sha256').update(state).digest('base64')

  return {
    authorizeUrl(session_hash, back) {
      if (appid === '' || secret === '') return null
      const state = randomBytes(24).toString('base64url')
      if (states.size >= KEPT) states.delete(states.keys().next().value as string)
      states.set(digest(state), { session_hash, until: now() + STATE_MS })
      const url = new URL(settings.WECHAT_AUTHORIZE_URL)
      const query = { appid, redirect_uri: back, response_type: 'code', scope: 'snsapi_login', state }
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      url.hash = 'wechat_redirect'
      return url.href
    },

    async openidOf(session_hash, code, state) {
      const kept = states.get(digest(state))
      states.delete(digest(state))
      if (!kept || kept.session_hash !== session_hash || kept.until <= now()) return null
      const url = new URL(settings.WECHAT_TOKEN_URL)
      const query = { appid, secret, code, grant_type: 'authorization_code' }
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) })
      const granted = Granted.safeParse(await response.json().catch(() => null))
      return granted.success ? granted.data.openid : null
    },
  }
}
