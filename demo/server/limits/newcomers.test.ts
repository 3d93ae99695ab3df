import { expect, test } from 'vitest'
import { networkOf } from './network-of.ts'
import { type NewcomerLimits, openNewcomers } from './newcomers.ts'

function opened(limits: Partial<NewcomerLimits> = {}) {
  const clock = { time: 0 }
  const newcomers = openNewcomers({ mostOfNetwork: 2, most: 100, graceMs: 1000, ...limits }, () => clock.time)
  const ended: string[] = []
  const enter = (address: string, name = address) => newcomers.enter(networkOf(address), () => ended.push(name))
  return { clock, ended, enter }
}

test('a silent connection gives its place to a new one of its network', () => {
  const { clock, ended, enter } = opened()
  enter('192.0.2.1', 'first')
  enter('192.0.2.1', 'second')
  expect(enter('192.0.2.1', 'too early')).toBeNull()
  expect(enter('192.0.2.2', 'another network')).not.toBeNull()
  clock.time += 1000
  expect(enter('192.0.2.1', 'third')).not.toBeNull()
  expect(ended).toEqual(['first'])
})

test('a connection that has signed in keeps its place until it is verified', () => {
  const { clock, ended, enter } = opened()
  const first = enter('192.0.2.1', 'first')
  enter('192.0.2.1', 'second')
  first?.spoke()
  clock.time += 1000
  expect(enter('192.0.2.1', 'third')).not.toBeNull()
  expect(ended).toEqual(['second'])
  expect(enter('192.0.2.1')).toBeNull()
  first?.leave()
  first?.leave()
  expect(enter('192.0.2.1')).not.toBeNull()
  expect(enter('192.0.2.1')).toBeNull()
})

test('all networks of a site of IPv6 have four times the places of one', () => {
  const { enter } = opened()
  const entered = Array.from({ length: 20 }, (_, n) => enter(`2001:db8:1:${n}::1`))
  expect(entered.filter(Boolean)).toHaveLength(8)
  expect(enter('2001:db8:2::1')).not.toBeNull()
})

test('a full server takes a place from the network with most of them', () => {
  const { clock, ended, enter } = opened({ mostOfNetwork: 3, most: 4 })
  enter('192.0.2.1', 'alone')
  for (const name of ['a', 'b', 'c']) enter('192.0.2.2', name)
  expect(enter('192.0.2.3', 'too early')).toBeNull()
  clock.time += 1000
  expect(enter('192.0.2.3', 'newcomer')).not.toBeNull()
  expect(ended).toEqual(['a'])
})
