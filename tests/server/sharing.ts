import { expect } from 'vitest'
import { asToken, makeRole, makeUser } from './people.ts'
import type { TestServer } from './server.ts'

export const SHARER = [
  'P00000',
  'P10000',
  'P30000',
  'P30100',
  'P30200',
  'P30400',
  'P33000',
  'P100000',
  'P32000',
  'P82000',
  'P24000',
]
export const RECIPIENT = [...SHARER, 'P70000', 'P72000', 'P73000', 'P73100', 'P73200', 'P73300', 'P73400']

/** Somebody of the demo tenant with a session. */
export interface Member {
  user_id: number
  user_name: string
  name: string
  call: ReturnType<typeof asToken>
}

/** People who share devices of one group among themselves: the recipients reach none by their roles. */
export async function openSharing(server: TestServer) {
  const ok = async (method: string, path: string, input: object) => {
    const { meta, data } = await server.call('admin', method, path, input)
    expect({ path, code: meta.code, data }).toMatchObject({ code: '100001' })
    return data
  }
  const { group_id } = await ok('POST', '/yun/dev/group', { group_name: '分享组' })
  const { user_group_id } = await ok('POST', '/yun/user/group', { group_name: '分享用户', parent_id: null })
  const sharers = await makeRole(server, { permissions: SHARER, device_rights: [{ group_id, may_write: true }] })
  const recipients = await makeRole(server, { permissions: RECIPIENT })
  let made = 0
  const member = async ({ role_id }: { role_id: number }): Promise<Member> => {
    const user = await makeUser(server, { role_ids: [role_id], user_group_id })
    return { ...user, call: await signedIn(user) }
  }
  async function signedIn({ user_name }: { user_name: string }) {
    const { data } = await server.call(null, 'POST', '/yun/v2/user/login', { user_name, password: 'demo1234' })
    return asToken(server, data.token)
  }
  return {
    group_id,
    roles: { sharers, recipients },
    signedIn,
    sharer: () => member(sharers),
    recipient: () => member(recipients),
    /** A device that somebody registers, with a point to read and one to write, and a rule. */
    async device({ call }: Pick<Member, 'call'>): Promise<string> {
      const sn_code = `SHARE${++made}`
      const done = async (method: string, path: string, input: object) =>
        expect((await call(method, path, { sn_code, ...input })).meta.code).toBe('100001')
      await done('POST', '/dev', { dev_alias: `共享 ${made}`, password: 'secret-1', group_id })
      const point = { data_type: 'number', unit: null }
      const points = [
        { ...point, key: 'level', name: '液位' },
        { ...point, key: 'set', name: '设定', access: 'rw' },
      ]
      await done('POST', '/dev/points', { points })
      server.fleet.setConnected(sn_code, true, Date.now())
      return sn_code
    },
  }
}
export type Sharing = Awaited<ReturnType<typeof openSharing>>

/** Has a share end soon, though not so soon that it is over before the call has come through. */
export async function endSoon(set: (until_time: number) => Promise<{ meta: { code: string } }>): Promise<number> {
  for (let ms = 500; ; ms *= 2) {
    const until_time = Date.now() + ms
    const { meta } = await set(until_time)
    if (meta.code === '100001') return until_time
    if (meta.code !== '100006') throw new Error(`not shared: ${meta.code}`)
  }
}
