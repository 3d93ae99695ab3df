import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '../../../core/catalogue/durations.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { DEREGISTERED_DAYS } from '../../../core/contract/device-end.ts'
import { OPERATOR } from '../../../tests/server/alarms.ts'
import { gif, jpeg, png } from '../../../tests/server/files.ts'
import { auditOf, makeRole, makeUser } from '../../../tests/server/people.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { devicePictureAnswers } from './picture.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(async () => {
  expect(server.defects).toEqual([])
  await server.close()
})

const call = (user: string, method: string, path: string, input: object) => server.call(user, method, path, input)
const admin = async (method: string, path: string, input: object) => {
  const { meta, data } = await call('admin', method, path, input)
  expect(meta).toMatchObject({ code: '100001' })
  return data
}
const fileOf = (bytes: Buffer) => ({ name: 'x.png', content: bytes.toString('base64') })
const set = (sn_code: string, bytes: Buffer, user = 'admin') =>
  call(user, 'PUT', '/dev/picture/batch', { sn_code, file: fileOf(bytes) })
const read = (sn_code: string, user = 'admin') => call(user, 'GET', '/dev/picture', { sn_code })
const tagOf = async (sn_code: string, user = 'admin') =>
  (await call(user, 'GET', '/dev/basic', { sn_code })).data.picture_tag

let made = 0
async function create(more: object = {}): Promise<string> {
  const sn_code = `PIC${++made}`
  await admin('POST', '/dev', { sn_code, dev_alias: `泵 ${sn_code}`, password: 'secret-1', ...more })
  return sn_code
}
const rows = () => server.db.system((q) => q.selectFrom('device_picture').select(['tenant_id', 'device_id']).execute())

test('a device has one picture, which is read as it was sent, replaced, and taken away', async () => {
  const sn_code = await create()
  expect(await tagOf(sn_code)).toBeNull()
  expect((await read(sn_code)).meta.code).toBe('100002')
  const { picture_tag } = (await set(sn_code, png(8, 6))).data
  expect(await tagOf(sn_code)).toBe(picture_tag)
  expect((await read(sn_code)).data).toEqual({
    mime: 'image/png',
    width: 8,
    height: 6,
    content: png(8, 6).toString('base64'),
    tag: picture_tag,
  })
  const { data } = await set(sn_code, jpeg(40, 30))
  expect(data.picture_tag).not.toBe(picture_tag)
  expect((await read(sn_code)).data).toMatchObject({ mime: 'image/jpeg', width: 40, tag: data.picture_tag })
  await admin('DELETE', '/dev/picture', { sn_code })
  expect([await tagOf(sn_code), (await read(sn_code)).meta.code]).toEqual([null, '100002'])
})

/** Notes of a camera that was held upright, with where it was. */
function cameraNotes(): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write('II*\0', 'latin1')
  tiff.writeUInt32LE(8, 4)
  tiff.writeUInt16LE(1, 8)
  tiff.writeUInt16LE(0x0112, 10)
  tiff.writeUInt16LE(3, 12)
  tiff.writeUInt32LE(1, 14)
  tiff.writeUInt16LE(6, 18)
  return Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, Buffer.from('GPS 31.2304 N')])
}
const kept = async (sn_code: string) => Buffer.from((await read(sn_code)).data.content, 'base64')

test('what a camera noted in a picture, as where it was, is not kept, but for how it was held', async () => {
  const sn_code = await create()
  const notes = cameraNotes()
  const segment = (marker: number, content: Buffer) => {
    const length = content.length + 2
    return Buffer.concat([Buffer.from([0xff, marker, length >> 8, length & 255]), content])
  }
  const plain = jpeg(40, 30)
  const after = plain.subarray(2)
  const comment = segment(0xfe, Buffer.from('GPS of a comment'))
  await set(sn_code, Buffer.concat([plain.subarray(0, 2), segment(0xe1, notes), comment, after]))
  const photo = await kept(sn_code)
  expect(photo.includes('GPS')).toBe(false)
  expect(photo.subarray(-21).equals(after.subarray(-21))).toBe(true)
  // One note, of 6: held upright.
  expect(photo.subarray(12, 20).equals(Buffer.from('MM\0*\0\0\0\x08', 'latin1'))).toBe(true)
  expect(photo.readUInt16BE(30)).toBe(6)

  const drawn = png(8, 6)
  const text = Buffer.concat([Buffer.from([0, 0, 0, 3]), Buffer.from('tEXtGPS'), Buffer.alloc(4)])
  await set(sn_code, Buffer.concat([drawn.subarray(0, 33), text, drawn.subarray(33), Buffer.from('GPS behind it')]))
  expect((await kept(sn_code)).equals(drawn)).toBe(true)

  const chunk = (kind: string, content: Buffer) => {
    const head = Buffer.alloc(8)
    head.write(kind, 'latin1')
    head.writeUInt32LE(content.length, 4)
    return Buffer.concat([head, content])
  }
  const webp = (flags: number, ...more: Buffer[]) => {
    const body = Buffer.concat([
      Buffer.from('WEBP'),
      chunk('VP8X', Buffer.from([flags, 0, 0, 0, 7, 0, 0, 5, 0, 0])),
      chunk('VP8 ', Buffer.alloc(20)),
      ...more,
    ])
    return chunk('RIFF', body)
  }
  await set(sn_code, webp(0b1100, chunk('EXIF', Buffer.from('GPS of it!')), chunk('XMP ', Buffer.from('<GPS />!'))))
  expect((await kept(sn_code)).equals(webp(0))).toBe(true)
})

test('a picture that is none, moves, is empty or is larger than 1 MB is refused at its field', async () => {
  const sn_code = await create()
  const large = Buffer.concat([png(), randomBytes(LIMITS.imageBytes)])
  for (const bytes of [Buffer.from('x'), gif(4, 4), png(4, 4, [6000, 6000]), large]) {
    const refused = await set(sn_code, bytes)
    expect(refused.meta.code).toBe('201801')
    expect(refused.data.fields).toMatchObject([{ field: 'file' }])
  }
  expect(await tagOf(sn_code)).toBeNull()
  const full = Buffer.concat([png(), randomBytes(LIMITS.imageBytes - png().length)])
  expect((await set(sn_code, full)).meta.code).toBe('100001')
  // What follows the end of a picture is none of it.
  expect((await read(sn_code)).data.content).toBe(png().toString('base64'))
})

test('whoever sees a device sees its picture, and only who may edit the device changes it', async () => {
  const { group_id } = await admin('POST', '/yun/dev/group', { group_name: '有图的' })
  const sn_code = await create({ group_id })
  await set(sn_code, png())
  const user = async (permissions: string[], may_write: boolean) => {
    const device_rights = [{ group_id, may_write }]
    const { role_id } = await makeRole(server, { permissions, device_rights })
    return (await makeUser(server, { role_ids: [role_id] })).user_name
  }
  const seeing = await user(['P00000', 'P30000', 'P30200'], false)
  const reading = await user(['P00000', 'P30000'], true)
  const blind = (await makeUser(server, { role_ids: [] })).user_name
  for (const one of [seeing, reading]) expect((await read(sn_code, one)).meta.code).toBe('100001')
  expect((await read(sn_code, 'rival')).meta.code).toBe('110509')
  expect((await read(sn_code, blind)).meta.success).toBe(0)
  const remove = (one: string) => call(one, 'DELETE', '/dev/picture', { sn_code })
  for (const [one, code] of [
    [seeing, '110539'],
    [reading, '100015'],
    ['rival', '110509'],
  ] as const) {
    expect((await set(sn_code, png(9, 9), one)).meta.code).toBe(code)
    expect((await remove(one)).meta.code).toBe(code)
  }
  expect((await read(sn_code)).data.width).toBe(4)
})

test('a change of a picture is recorded with what it was and is, and without its bytes', async () => {
  const sn_code = await create()
  await set(sn_code, png(8, 6))
  // The same once more is no change.
  await set(sn_code, png(8, 6))
  await admin('DELETE', '/dev/picture', { sn_code })
  const lines = (await auditOf(server)).filter(
    ({ action, target }) => action === 'device-edit' && target.includes(sn_code),
  )
  const shape = expect.stringMatching(/^image\/png, 8 × 6, \d+ B, .{6}$/)
  expect(lines.map(({ detail }) => detail)).toEqual(
    expect.arrayContaining([
      { scene_picture: { before: null, after: shape } },
      { scene_picture: { before: shape, after: null } },
    ]),
  )
  expect(lines).toHaveLength(2)
  expect(JSON.stringify(lines)).not.toContain(png(8, 6).toString('base64').slice(0, 40))
})

test('a device that is deregistered keeps its picture until it is deleted', async () => {
  const sn_code = await create()
  const { picture_tag } = (await set(sn_code, png())).data
  const { device_id } = await admin('DELETE', '/dev', { sn_code })
  expect((await read(sn_code)).meta.code).toBe('110509')
  await admin('PUT', '/dev/deregistered', { device_id })
  expect(await tagOf(sn_code)).toBe(picture_tag)
  await admin('DELETE', '/dev', { sn_code })
  const deregistered_time = Date.now() - (DEREGISTERED_DAYS + 1) * DAY_MS
  await server.db.system((q) =>
    q.updateTable('device').set({ deregistered_time }).where('device_id', '=', device_id).execute(),
  )
  expect((await rows()).some((row) => row.device_id === device_id)).toBe(true)
  await server.db.system((q) => q.deleteFrom('device').where('device_id', '=', device_id).execute())
  expect((await rows()).some((row) => row.device_id === device_id)).toBe(false)
})

test.each([
  ['with its history', true],
  ['without its history', false],
])('a device that another organisation accepts %s brings its picture', async (_, with_history) => {
  const sn_code = await create()
  const { picture_tag } = (await set(sn_code, png())).data
  await admin('POST', '/dev/transfer', { sn_code, user_name: 'rival', with_history })
  const { rows: offers } = (await call('rival', 'GET', '/dev/transfer', { of: 'received', search: sn_code })).data
  const { offer_id } = offers[0]
  expect((await call('rival', 'PUT', '/dev/transfer', { offer_id })).meta.code).toBe('100001')
  expect(await tagOf(sn_code, 'rival')).toBe(picture_tag)
  expect((await read(sn_code, 'rival')).data.content).toBe(png().toString('base64'))
  expect((await read(sn_code)).meta.code).toBe('110509')
})

test('an organisation has room for so many bytes of pictures, those of deregistered devices among them', async () => {
  const [first, second] = [await create(), await create()]
  const bytes = png(8, 6)
  const { fleet, db, budgets } = server
  const used = await db.system((q) =>
    q
      .selectFrom('device_picture')
      .select(sql<number>`coalesce(sum(octet_length(content)), 0)::int`.as('used'))
      .where('tenant_id', '=', fleet.get(first)?.tenant_id ?? 0)
      .executeTakeFirstOrThrow(),
  )
  const answers = devicePictureAnswers({ db, fleet, budgets, most: used.used + bytes.length })
  const caller = { ...OPERATOR, tenant_id: fleet.get(first)?.tenant_id ?? 0, user_type: 1, roles: ['P30200'] }
  const give = (sn_code: string) => answers.set({ sn_code, file: fileOf(bytes) }, caller)
  await give(first)
  await give(first)
  await expect(give(second)).rejects.toMatchObject({ code: '100019' })
  await admin('DELETE', '/dev', { sn_code: first })
  await expect(give(second)).rejects.toMatchObject({ code: '100019' })
  await answers.remove({ sn_code: second }, caller)
})
