import { expect, test } from 'vitest'
import { birthOf } from './birth.ts'
import { createNodes } from './nodes.ts'

const NODE_MB = 8
const ROOM_MB = 256
const birth = birthOf([], '')

/** Nodes `1/a`, `1/b` … are of tenant 1. Each is born with so many MB, in a birth of its own and one of a device. */
function openNodes() {
  const gaveWay: [string, string[]][] = []
  const tenantOf = (sn: string) => (sn.startsWith('guest') ? undefined : Number(sn.split('/')[0]))
  const nodes = createNodes({ tenantOf, gaveWay: (sn, devices) => gaveWay.push([sn, devices]) })
  const bear = (sn: string, mb = NODE_MB) => {
    nodes.open(sn, 0)
    const half = (mb * 1_048_576) / 2
    return nodes.bear(sn, '', birth, half) && nodes.bear(sn, `${sn}/device`, birth, half)
  }
  /** Nodes of a tenant that are born until one has no room. */
  const fill = (tenant_id: number) => {
    let count = 0
    while (bear(`${tenant_id}/${count}`)) count++
    return count
  }
  return { nodes, gaveWay, bear, fill }
}

test('an organisation that fills the room for births gives way to the nodes of another one', () => {
  const { nodes, gaveWay, bear, fill } = openNodes()
  expect(fill(1)).toBe(ROOM_MB / NODE_MB)
  expect(gaveWay).toEqual([])
  expect(bear('2/a', 1)).toBe(true)
  expect(gaveWay).toEqual([['1/0', ['1/0/device']]])
  expect(nodes.get('1/0')).toBe(undefined)
  expect(nodes.nodeOf('1/0/device')).toBe(undefined)
  expect(nodes.get('1/1')?.births.size).toBe(2)
})

test('an organisation that gave way takes its room back from no other one', () => {
  const { nodes, gaveWay, bear, fill } = openNodes()
  fill(1)
  bear('2/a')
  expect(bear('1/0')).toBe(false)
  expect(gaveWay.map(([sn]) => sn)).toEqual(['1/0'])
  expect(nodes.get('2/a')?.births.size).toBe(2)
})

test('organisations that fill the room for births have as much of it each, and none of them pushes out another', () => {
  const { gaveWay, bear, fill } = openNodes()
  fill(1)
  expect(fill(2)).toBe(ROOM_MB / NODE_MB / 2)
  gaveWay.length = 0
  expect([bear('1/again'), bear('2/again')]).toEqual([false, false])
  expect(gaveWay).toEqual([])
})

test('unregistered nodes take no room of organisations, nor organisations theirs', () => {
  const { gaveWay, bear, fill } = openNodes()
  let guests = 0
  while (bear(`guest${guests}`, 0.25)) guests++
  expect(guests).toBe(32)
  expect(fill(1)).toBe(ROOM_MB / NODE_MB)
  expect(bear(`guest${guests}`, 0.25)).toBe(false)
  expect(gaveWay).toEqual([])
})
