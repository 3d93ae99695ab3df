import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { refusalOf } from '../../../tests/server/people.ts'
import { uniqueName } from '../../../tests/server/screens.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { granted, makeDevice, makeTemplate } from '../../../tests/server/shown-screens.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(async () => {
  expect(server.defects).toEqual([])
  await server.close()
})

const word = (text: string) => ({ zh: text, en: text })
/** An enum of 200 words of 64 characters: some 30,000 as JSON. */
const full = Object.fromEntries(
  Array.from({ length: LIMITS.enumWords }, (_, i) => [i, word('x'.repeat(LIMITS.enumWord))]),
)
const point = (key: string, enum_text: object = { 1: word(key) }) => ({ key, name: key, data_type: 'enum', enum_text })
/** Fewer than a template may have. */
const eight = (name: string) => Array.from({ length: 8 }, (_, i) => point(`${name}${i}`, full))
const add = (sn_code: string, points: object[]) => server.call('admin', 'POST', '/dev/points', { sn_code, points })
const bind = (template_id: number, sn_codes: string[]) =>
  server.call('admin', 'PUT', '/yun/module/binding', { template_id, sn_codes })
const edit = (template_id: number, points: object[]) =>
  server.call('admin', 'PUT', '/yun/module', { template_id, points })

/** What is counted of the organisation, and what its points really have. */
const bytes = async () => {
  const { rows } = await server.db.system((q) =>
    sql<{ counted: number; real: number }>`select c.enum_bytes as counted,
      (select coalesce(sum(octet_length(enum_text::text)), 0)::bigint from point p where p.tenant_id = c.tenant_id) as real
      from point_count c join tenant t on t.tenant_id = c.tenant_id where t.name = '演示水务'`.execute(q),
  )
  return rows[0] ?? { counted: 0, real: 0 }
}
/** As if points of others had so many. */
const setCounted = (enum_bytes: number) =>
  server.db.system((q) =>
    sql`update point_count c set enum_bytes = ${enum_bytes} from tenant t
      where t.tenant_id = c.tenant_id and t.name = '演示水务'`.execute(q),
  )

test('the words of all enums that a template, a device or a virtual device is given together are bounded', async () => {
  const nine = [...eight('a'), point('b', full)]
  const sn_code = await makeDevice(server)
  const made = { module_name: uniqueName('枚举'), points: nine }
  expect(refusalOf(await server.call('admin', 'POST', '/yun/module', made))).toBe('100006 points')
  expect(refusalOf(await add(sn_code, nine))).toBe('100006 points')
  const formulas = nine.map((one) => ({ ...one, formula: '1' }))
  const fictitious = { dev_alias: uniqueName('虚拟'), points: formulas }
  expect(refusalOf(await server.call('admin', 'POST', '/yun/dev/fictitious', fictitious))).toBe('100006 points')
  await makeTemplate(server, { points: eight('a') })
})

test('a device has twice the words of a template at most, however often it is given some', async () => {
  const sn_code = await makeDevice(server)
  await granted(add(sn_code, eight('a')))
  await granted(add(sn_code, eight('b')))
  expect(refusalOf(await add(sn_code, [...eight('c')]))).toBe('100006 points')
  // The same ones again are no more.
  await granted(add(sn_code, eight('a')))
  const template_id = await makeTemplate(server, { points: eight('c') })
  expect(await granted(bind(template_id, [sn_code]))).toEqual([{ id: sn_code, code: '100019' }])
})

test('the words of an organisation’s enums are counted by the table of its points, whoever writes it', async () => {
  const isCounted = async () => {
    const { counted, real } = await bytes()
    expect(counted).toBe(real)
    return counted
  }
  const before = await isCounted()
  const sn_codes = [await makeDevice(server), await makeDevice(server)]
  await granted(add(sn_codes[0] ?? '', [point('a'), point('b')]))
  expect(await isCounted()).toBeGreaterThan(before)
  const template_id = await makeTemplate(server, { points: [point('a', full)] })
  await granted(bind(template_id, sn_codes))
  expect(await isCounted()).toBeGreaterThan(before + 50_000)
  await granted(edit(template_id, [point('a')]))
  expect(await isCounted()).toBeLessThan(before + 1000)
})

test('words of enums beyond what an organisation may have are refused, wherever they come from', async () => {
  const sn_codes = [await makeDevice(server), await makeDevice(server)]
  const small = await makeTemplate(server, { points: [point('a')] })
  const large = await makeTemplate(server, { points: [point('a', full)] })
  await granted(bind(small, sn_codes))
  const { counted } = await bytes()
  await setCounted(LIMITS.enumBytes - 1000)
  expect(refusalOf(await add(sn_codes[0] ?? '', [point('z', full)]))).toBe('100019 points')
  expect(refusalOf(await bind(large, sn_codes))).toBe('100019 template_id')
  expect(refusalOf(await edit(small, [point('a', full)]))).toBe('100019 points')
  const register = { sn_code: uniqueName('N').slice(0, 12), dev_alias: '新', template_id: large }
  expect((await server.call('admin', 'POST', '/yun/dev', register)).meta.code).not.toBe('100001')
  // What adds none is as before.
  await granted(edit(small, [{ ...point('a'), name: '改名' }]))
  await setCounted(counted)
})
