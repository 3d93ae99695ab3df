import { createHmac } from 'node:crypto'
import type { GuestClaims } from '../../core/contract/guest-token.ts'
import type { TestServer } from './server.ts'

/** The origin that the tests' embed keys allow. */
export const PORTAL = 'https://portal.example'

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** What a portal's server does, and what a forger would: any header and claims, signed with the secret of `embed_key`. */
export function signed(embed_key: string, claims: Partial<Record<keyof GuestClaims, unknown>>, header: object = {}) {
  const dot = embed_key.lastIndexOf('.')
  const kid = embed_key.slice(0, dot)
  const iat = (claims.iat as number | undefined) ?? Math.floor(Date.now() / 1000)
  const body = {
    iss: kid,
    iat,
    exp: iat + 600,
    sub: 'u1',
    name: '王工',
    actions: ['read', 'write', 'confirm'],
    resources: { all: true },
    ...claims,
  }
  const text = `${part({ alg: 'HS256', typ: 'JWT', kid, ...header })}.${part(body)}`
  return `${text}.${createHmac('sha256', embed_key.slice(dot + 1))
    .update(text)
    .digest('base64url')}`
}

/** A key that hands out everything; `overrides` replace its defaults. */
export async function makeKey(server: TestServer, user_name: string, overrides: object = {}) {
  const { meta, data } = await server.call(user_name, 'POST', '/yun/embed/key', {
    name: `key ${Math.random()}`,
    origins: [PORTAL],
    actions: ['read', 'write', 'confirm'],
    resources: { all: true },
    ...overrides,
  })
  if (meta.success !== 1) throw new Error(`no key: ${meta.code} ${JSON.stringify(data)}`)
  return data as { key_id: string; name: string; embed_key: string }
}

/** An open alarm of a device. */
export async function makeAlarm({ db, fleet }: TestServer, sn_code: string): Promise<string> {
  const device = fleet.get(sn_code)
  if (!device) throw new Error(`no device ${sn_code}`)
  const { tenant_id, device_id } = device
  const { alarm_id } = await db.system((q) =>
    q
      .insertInto('alarm')
      .values({
        tenant_id,
        device_id,
        sn_code,
        rule_id: Math.floor(Math.random() * 1e9),
        key: 'temperature',
        alarm_level: 3,
        alarm_name: 'hot',
        alarm_time: Date.now(),
      })
      .returning('alarm_id')
      .executeTakeFirstOrThrow(),
  )
  return String(alarm_id)
}
