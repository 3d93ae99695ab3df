import { expect, test } from 'vitest'
import { nearMisses } from './near-misses.ts'

test.each([
  ['PROT', 'PORT'],
  ['PORTS', 'PORT'],
  ['port', 'PORT'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['DATADIR', 'DATA_DIR'],
  ['DEMO_DEVICE', 'DEMO_DEVICES'],
])('%s is probably meant to be %s', (variable, meant) => {
  expect(nearMisses({ [variable]: '1' })).toEqual([{ variable, meant }])
})

test('what other programs read is left alone, and so is what is set beside the right name', () => {
  const others = ['HOME', 'HOSTNAME', 'PWD', 'PATH', 'LANG', 'SHELL', 'TERM', 'NODE_OPTIONS', 'NODE_PATH', 'DEV_PORT']
  expect(nearMisses(Object.fromEntries(others.map((name) => [name, '1'])))).toEqual([])
  expect(nearMisses({ PROT: '1', PORT: '2' })).toEqual([])
})
