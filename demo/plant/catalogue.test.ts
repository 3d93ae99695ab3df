import { expect, test } from 'vitest'
import { plantDevices, plantKinds } from './catalogue.ts'

const NAMED = 'WW0001 WW0002 CR0001 CR0002 BH0001 HX0001 TR0001 PV0001 GW0001 GW0002 AH0001 CT0001'.split(' ')

test('the first twelve devices of the plant have fixed names, and none of its devices is the test stand', () => {
  const devices = plantDevices(5000, 7)
  expect(devices.slice(0, 12).map(({ sn_code }) => sn_code)).toEqual(NAMED)
  expect(devices).toHaveLength(5000)
  expect(devices.filter(({ sn_code }) => sn_code.startsWith('TS'))).toEqual([])
})

test('device SNs are unique, and are letters and digits of less than 20 characters', () => {
  const sns = plantDevices(5000, 7).map(({ sn_code }) => sn_code)
  expect(new Set(sns).size).toBe(sns.length)
  expect(sns).toContain('WW0101')
  for (const sn of sns) expect(sn).toMatch(/^[A-Z]{2}\d{4,10}$/)
})

test('the same seed describes the same devices', () => {
  expect(plantDevices(40, 7)).toEqual(plantDevices(40, 7))
})

test('every card number is an ICCID of 20 digits', () => {
  for (const { card_no } of plantDevices(200, 7)) expect(card_no).toMatch(/^898600\d{14}$/)
})

test('every alarm rule watches a point that its kind has, with a name in both languages', () => {
  for (const { points, alarm_rules } of plantKinds) {
    const keys = points.map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
    for (const { key, name, text, why } of alarm_rules) {
      expect(keys).toContain(key)
      for (const said of [name, ...why]) expect(said.zh && said.en).toBeTruthy()
      expect(Boolean(text.zh)).toBe(Boolean(text.en))
    }
    for (const { access, data_type, write_min, write_max } of points)
      if (access === 'rw' && data_type === 'number') expect(write_max).toBeGreaterThan(write_min ?? Number.NaN)
  }
})
