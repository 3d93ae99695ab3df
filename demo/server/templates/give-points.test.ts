import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { granted, makeDevice, makeTemplate } from '../../../tests/server/shown-screens.ts'
import { countingStatements } from '../../../tests/server/statements.ts'
import type { Db } from '../db/db.ts'
import type { LiveDevice } from '../fleet/fleet.ts'
import type { Caller } from '../http/caller.ts'
import { templateEditAnswers } from './edit.ts'
import { openGivingPoints } from './give-points.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(async () => {
  expect(server.defects).toEqual([])
  await server.close()
})

const named = (name: string) => [{ key: 'flow', name, data_type: 'number', item_id: null }]
const nameOf = (sn_code: string) => server.fleet.get(sn_code)?.points.get('flow')?.name

async function pumps() {
  const template_id = await makeTemplate(server, { points: named('Flow') })
  const sns = [await makeDevice(server, { template_id }), await makeDevice(server, { template_id })]
  return { template_id, sns, devices: sns.map((sn_code) => server.fleet.get(sn_code) as LiveDevice) }
}

test('points of a template that many give at once are given to a device once', async () => {
  const { devices } = await pumps()
  const given = async (times: number) => {
    const { db, count } = countingStatements(server.db)
    const givePoints = openGivingPoints({ db, fleet: server.fleet })
    await Promise.all(Array.from({ length: times }, () => givePoints({ tenant_id: 1 } as Caller, devices, 1)))
    return count()
  }
  expect(await given(20)).toBe(await given(1))
})

test('many who change the points of a template at once are all done, and its devices have what it has then', async () => {
  const { template_id, sns } = await pumps()
  const edits = Array.from({ length: 10 }, (_, n) =>
    granted(server.call('admin', 'PUT', '/yun/module', { template_id, points: named(`Flow ${n}`) })),
  )
  await Promise.all(edits)
  const { points } = await granted(server.call('admin', 'GET', '/yun/module/basic', { template_id }))
  expect(sns.map(nameOf)).toEqual([points[0].name, points[0].name])
})

test('edits of templates of an organisation have the store one after the other, so that none waits there in vain', async () => {
  const { template_id } = await pumps()
  let [underWay, most] = [0, 0]
  const db: Db = {
    ...server.db,
    async tenant(...transaction) {
      underWay += 1
      most = Math.max(most, underWay)
      return server.db.tenant(...transaction).finally(() => {
        underWay -= 1
      }) as never
    },
  }
  const { edit } = templateEditAnswers({ db, fleet: server.fleet, givePoints: async () => {} })
  const caller = (await server.sessions.callerOf(await server.tokenOf('admin'))) as Caller
  await Promise.all([1, 2, 3, 4].map((n) => edit({ template_id, description: `${n}` }, caller)))
  expect(most).toBe(1)
})
