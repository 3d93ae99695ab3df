import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiError } from '../../../core/contract/api-error.ts'
import { control, documentOf, makeScreen, publish, uniqueName } from '../../../tests/server/screens.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { summaryOf, withVersionsRead } from '../documents/index.ts'
import { type CallNow, whileAnswering } from '../limits/call-now.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const admin = async (method: string, path: string, input: object) => {
  const { meta, data } = await server.call('admin', method, path, input)
  expect(meta.code).toBe('100001')
  return data
}
const bound = (expression: string) => documentOf([control('c', { bindings: { value: { expression } } })])

/** A screen of a template of its own. */
async function drawn(document: object) {
  const input = { module_name: uniqueName('总览'), module_type: 'nonstandard' }
  const { template_id } = await admin('POST', '/yun/module', input)
  return { template_id, screen_id: await makeScreen(server, document, { template_id }) }
}

/** A published one, and a link to it. */
async function shared(document: object, more: object = {}) {
  const { template_id, screen_id } = await drawn(document)
  await publish(server, template_id)
  const { share } = await admin('POST', '/yun/components/share', { screen_id, name: 'x', ...more })
  return { template_id, screen_id, share }
}

const open = (share: string, more: object = {}) => server.call(null, 'POST', '/yun/shared/module', { share, ...more })

async function shown(share: string) {
  const { devices } = (await open(share)).data
  return devices.flatMap(({ sn_code, points }: { sn_code: string; points: { key: string }[] }) =>
    points.map(({ key }) => `${sn_code}.${key}`),
  )
}

/** Changes what the store keeps of the version that a screen shows. */
const setKept = (screen_id: number, kept: { document?: string; summary?: null; points?: null; guards?: null }) =>
  server.db.system((q) => q.updateTable('screen_version').set(kept).where('screen_id', '=', screen_id).execute())
const asBefore = { summary: null, points: null, guards: null }

const kept = (screen_id: number) =>
  server.db.system((q) =>
    q
      .selectFrom('screen_version')
      .select(['summary', 'points', 'guards'])
      .where('screen_id', '=', screen_id)
      .where('kind', '=', 'published')
      .executeTakeFirstOrThrow(),
  )

/** One symbol with a long expression, used so many times with another point each. */
const expanding = (uses: number) =>
  documentOf(
    Array.from({ length: uses }, (_, n) =>
      control(`u${n}`, { kind: 'group', props: { symbol: 'one', points: { p: `q${n}` } } }),
    ),
    {
      symbols: {
        one: {
          name: 'one',
          width: 10,
          height: 10,
          controls: Array.from({ length: 40 }, (_, n) =>
            control(`c${n}`, { bindings: { value: { expression: `$p + ${'a + '.repeat(900)}a` } } }),
          ),
        },
      },
    },
  )

test('an opening of a share link reads no expression of the document: what it binds was read when it was published', async () => {
  const { share, screen_id } = await shared(bound('TS0001.temperature'))
  await setKept(screen_id, { document: JSON.stringify(bound('TS0001.setpoint')) })
  expect(await shown(share)).toEqual(['TS0001.temperature'])
})

test('a version that was published before is read at its first opening, and never again', async () => {
  const { share, screen_id } = await shared(bound('TS0001.temperature'))
  const before = await kept(screen_id)
  await setKept(screen_id, asBefore)
  expect(await shown(share)).toEqual(['TS0001.temperature'])
  expect(await kept(screen_id)).toEqual(before)
})

test('a call that waits for a version which is being read goes on when the session of the call that began it ends', async () => {
  const { screen_id } = await shared(bound('TS0001.temperature'))
  await setKept(screen_id, asBefore)
  const { tenant_id, version_id } = await server.db.system((q) =>
    q
      .selectFrom('screen_version')
      .select(['tenant_id', 'version_id'])
      .where('screen_id', '=', screen_id)
      .where('kind', '=', 'published')
      .executeTakeFirstOrThrow(),
  )
  const call = (): CallNow => ({ ended: null, hasWritten: false, isChange: false, isAnswered: false })
  const ending = call()
  const read = (it: CallNow, before: () => void) =>
    whileAnswering(it, () =>
      withVersionsRead(server.db, tenant_id, (q) => {
        before()
        return summaryOf(q, version_id)
      }),
    )
  const ended = new ApiError('100009')
  const first = expect(read(ending, () => {})).rejects.toBe(ended)
  // By then the first one has found that the version was not read yet, and reads it.
  const second = read(call(), () => {
    ending.ended = ended
  })
  expect(await second).toBeDefined()
  await first
})

test('nothing is read of a screen before the password of its link was typed', async () => {
  const { share, screen_id } = await shared(bound('TS0001.temperature'), { password: 'abcd' })
  await setKept(screen_id, asBefore)
  expect((await open(share)).meta.code).toBe('118302')
  expect(await kept(screen_id)).toEqual(asBefore)
  expect((await open(share, { password: 'abcd' })).meta.code).toBe('100001')
  expect(await kept(screen_id)).not.toEqual(asBefore)
})

test('a version that was published before and expands to too much is read once, shown to its organisation and to no visitor', async () => {
  const { share, screen_id, template_id } = await shared(bound('TS0001.temperature'))
  const large = expanding(60)
  await setKept(screen_id, { document: JSON.stringify(large), ...asBefore })
  expect((await open(share)).meta.code).toBe('115002')
  expect(await kept(screen_id)).toMatchObject({ points: 'null' })
  await setKept(screen_id, { document: JSON.stringify(bound('TS0001.temperature')) })
  expect((await open(share)).meta.code).toBe('115002')
  expect(await admin('GET', '/yun/view', { template_id })).toMatchObject({ screen: { width: 400 } })
})

test('a screen whose groups expand to too much is not published, and named with what to mend', async () => {
  const { template_id } = await drawn(expanding(60))
  const refusal = async (language: string) => {
    const headers = { 'accept-language': language }
    const input = { template_id, is_published: true }
    const { meta, data } = await server.call('admin', 'POST', '/yun/module/publish', input, headers)
    expect([meta.code, data.fields[0].field]).toEqual(['115002', 'screens'])
    return data.fields[0].message
  }
  expect(await refusal('en')).toMatch(/use the groups less often, or make their expressions shorter$/)
  expect(await refusal('zh')).toMatch(/减少组合的使用次数，或缩短其中的表达式$/)
})
