import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { regionOf, regionWords } from './districts.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(async () => {
  expect(server.defects).toEqual([])
  await server.close()
})
const listed = async (input: object) => (await server.call('admin', 'GET', '/districtInfo', input)).data
const NANSHAN = { region_code: '440305', region_text: '' }

test('provinces are divided into cities, and cities into districts', async () => {
  const provinces = await listed({})
  expect(provinces).toHaveLength(34)
  expect(provinces).toContainEqual({ region_code: '440000', name: '广东省', name_en: 'Guangdong', is_divided: true })
  const cities = await listed({ parent_code: '440000' })
  expect(cities).toContainEqual({ region_code: '440300', name: '深圳市', name_en: 'Shenzhen', is_divided: true })
  expect(cities).toContainEqual({ region_code: '441900', name: '东莞市', name_en: 'Dongguan', is_divided: false })
  const name_en = 'Nanshan District'
  expect(await listed({ parent_code: '440300' })).toContainEqual({
    region_code: '440305',
    name: '南山区',
    name_en,
    is_divided: false,
  })
  expect(await listed({ parent_code: '440305' })).toEqual([])
})

test('a region is read from what it is written as, and from its code', () => {
  expect(regionWords(NANSHAN, 'zh')).toBe('广东省 深圳市 南山区')
  expect(regionWords(NANSHAN, 'en')).toBe('Nanshan District, Shenzhen, Guangdong')
  for (const text of ['440305', '广东省深圳市南山区', '广东省/深圳市/南山区', ' nanshan district, Shenzhen, Guangdong'])
    expect(regionOf(text)).toEqual(NANSHAN)
  expect(regionWords({ region_code: '110108', region_text: '' }, 'zh')).toBe('北京市 海淀区')
  expect(regionOf('Hamburg, Germany')).toEqual({ region_code: '', region_text: 'Hamburg, Germany' })
})

test('a device says where it stands in the language of its reader, and is found by each division around it', async () => {
  const edited = { sn_code: 'TS0001', region_code: '440305', region_text: '', remarks: ' behind the hall ' }
  const { data } = await server.call('admin', 'PUT', '/dev/basic', edited, { 'accept-language': 'en' })
  expect(data).toMatchObject({
    region: 'Nanshan District, Shenzhen, Guangdong',
    province_code: '440000',
    city_code: '440300',
    area_code: '440305',
    remarks: 'behind the hall',
  })
  for (const [region_code, sns] of Object.entries({
    440000: ['TS0001'],
    440300: ['TS0001'],
    440305: ['TS0001'],
    440304: [],
  })) {
    const { rows } = (await server.call('admin', 'GET', '/dev', { region_code })).data
    expect(rows.map(({ sn_code }: { sn_code: string }) => sn_code)).toEqual(sns)
  }
  const { meta, data: refused } = await server.call('admin', 'PUT', '/dev/basic', { ...edited, region_code: '999999' })
  expect([meta.code, refused.fields[0].field]).toEqual(['100006', 'region_code'])
  const elsewhere = { sn_code: 'TS0001', region_code: '', region_text: 'Hamburg' }
  expect((await server.call('admin', 'PUT', '/dev/basic', elsewhere)).data).toMatchObject({
    region: 'Hamburg',
    province_code: '',
  })
})
