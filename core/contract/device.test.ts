import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { device, NewDevice, Point } from './device.ts'
import { deviceGroup } from './device-group.ts'

const pump = { sn_code: 'PU0001', password: 'device-PU0001', dev_alias: 'Pump' }
const fieldsOf = (schema: z.ZodMiniType, input: unknown) =>
  z.safeParse(schema, input).error?.issues.map(({ path }) => path.join('.')) ?? []

test('a name of blanks alone is refused wherever a name is required', () => {
  expect(fieldsOf(NewDevice, { ...pump, dev_alias: ' \t\u3000' })).toEqual(['dev_alias'])
  expect(fieldsOf(device.edit.input, { sn_code: 'PU0001', dev_alias: '   ' })).toEqual(['dev_alias'])
  expect(fieldsOf(device.register.input, { ...pump, dev_alias: '   ' })).toEqual(['dev_alias'])
  expect(fieldsOf(deviceGroup.create.input, { group_name: '   ' })).toContain('group_name')
  expect(fieldsOf(Point, { key: 'flow', name: '   ', data_type: 'number' })).toEqual(['name'])
})

test('leading and trailing blanks are removed and do not count', () => {
  const written = { ...pump, dev_alias: ` ${'名'.repeat(30)} `, site_name: ' North ', contact_email: ' a@b.example ' }
  expect(NewDevice.parse(written)).toMatchObject({
    dev_alias: '名'.repeat(30),
    site_name: 'North',
    contact_email: 'a@b.example',
  })
})

test.each(['not-mail', 'a@b', '@b.example', 'a b@c.example', 'a@b@c.example', 'a@b..example'])(
  '%s is no e-mail address',
  (contact_email) => expect(fieldsOf(NewDevice, { ...pump, contact_email })).toEqual(['contact_email']),
)

test.each(['', 'wang.li+pumps@plant.example', '王丽@泵站.中国'])(
  '"%s" is taken as an e-mail address',
  (contact_email) => expect(fieldsOf(NewDevice, { ...pump, contact_email })).toEqual([]),
)
