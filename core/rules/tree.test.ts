import { describe, expect, test } from 'vitest'
import { aboveOf, arrange, belowOf, foundNodes, mayMoveBelow, visibleRows } from './tree.ts'

const node = (id: number, parent_id: number | null) => ({ object: { id, parent_id } })
const ids = (nodes: readonly { object: { id: number } }[]) => nodes.map(({ object }) => object.id)
const drawn = (nodes: ReturnType<typeof node>[], isOpen = (_id: number) => true) =>
  visibleRows(arrange(nodes), isOpen).map(({ node: { object }, level }) => `${'-'.repeat(level - 1)}${object.id}`)

/** 1 (2 (4), 3) and 5. */
const tree = arrange([node(4, 2), node(1, null), node(2, 1), node(3, 1), node(5, null)])

describe('the rows of a tree', () => {
  test('children stand below their parents, in the order given', () => {
    expect(drawn([node(3, 1), node(1, null), node(2, null), node(4, 3)])).toEqual(['1', '-3', '--4', '2'])
  })

  test('rows below a closed node are not listed', () => {
    expect(drawn([node(1, null), node(2, 1), node(3, 2)], (id) => id === 1)).toEqual(['1', '-2'])
  })

  test('a node whose parent is not visible stands at the top', () => {
    expect(drawn([node(5, 99), node(6, 5)])).toEqual(['5', '-6'])
  })

  test('nodes in a circle are not lost, and are listed once', () => {
    expect(drawn([node(1, 3), node(2, 1), node(3, 2), node(4, 3), node(5, 5)])).toEqual(['1', '-2', '--3', '---4', '5'])
    expect(drawn([node(4, 3), node(1, 3), node(2, 1), node(3, 2)])).toEqual(['3', '-4', '-1', '--2'])
  })

  test('a row has its position among its siblings and whether it can be opened', () => {
    expect(
      visibleRows(tree, () => false).map(({ isOpen, position, siblings }) => [isOpen, position, siblings]),
    ).toEqual([
      [false, 1, 2],
      [null, 2, 2],
    ])
  })
})

test('a node knows its ancestors and its descendants', () => {
  expect(ids(aboveOf(tree, 4))).toEqual([2, 1])
  expect(ids(belowOf(tree, 1))).toEqual([2, 4, 3])
  expect(ids(belowOf(tree, 5))).toEqual([])
})

test.each([
  ['below a node beside it', 3, 2, true],
  ['below a node of another branch', 2, 5, true],
  ['to the top', 4, null, true],
  ['below itself', 2, 2, false],
  ['below its own child', 1, 2, false],
  ['below its own grandchild', 1, 4, false],
  ['to where it stands', 2, 1, false],
  ['to the top, where it stands', 1, null, false],
  ['below what is not there', 2, 99, false],
])('moving a node %s is allowed or refused', (_where, id, parent, may) => {
  expect(mayMoveBelow(tree, id, parent)).toBe(may)
})

test('a search keeps the matches and their ancestors, and no other rows', () => {
  expect(ids(foundNodes(tree, ({ object }) => object.id === 4)).sort()).toEqual([1, 2, 4])
  expect(foundNodes(tree, () => false)).toEqual([])
})

test('two thousand nodes, each below the previous one, are arranged', () => {
  const chain = Array.from({ length: 2000 }, (_, at) => node(at + 1, at || null))
  expect(drawn(chain)).toHaveLength(2000)
})
