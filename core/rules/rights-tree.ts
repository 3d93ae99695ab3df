import { PERMISSION_CODES, PERMISSIONS, type Permission } from '../catalogue/permissions.ts'
import type { Givable, Role } from '../contract/role.ts'

/** What a role carries, or a user holds directly. */
export type Rights = Pick<Role, 'permissions' | 'device_rights' | 'template_rights' | 'item_rights'>
export type DeviceRight = Rights['device_rights'][number]

export const NO_RIGHTS: Rights = { permissions: [], device_rights: [], template_rights: [], item_rights: [] }

export const parentOf = (code: Permission): Permission | null => PERMISSIONS[code].parent

/** From the section next above to the root. */
export function sectionsOf(code: Permission): Permission[] {
  const parent = parentOf(code)
  return parent === null ? [] : [parent, ...sectionsOf(parent)]
}

const BELOW = new Map(
  PERMISSION_CODES.map((section) => [section, PERMISSION_CODES.filter((code) => sectionsOf(code).includes(section))]),
)
/** All codes below a section, at any depth. */
export const belowOf = (section: Permission): readonly Permission[] => BELOW.get(section) ?? []

const inOrder = (codes: Iterable<Permission>): Permission[] => {
  const held = new Set(codes)
  return PERMISSION_CODES.filter((code) => held.has(code))
}

/** Gives a code with the sections that it stands in, but for those that `others` (roles) give already. */
export function check(held: readonly Permission[], code: Permission, others: readonly string[] = []): Permission[] {
  return inOrder([...held, code, ...sectionsOf(code).filter((section) => !others.includes(section))])
}

/** Takes a code with all below it. What `isKept` stays, and the sections that it stands in. */
export function uncheck(
  held: readonly Permission[],
  code: Permission,
  isKept: (code: Permission) => boolean = () => false,
): Permission[] {
  const leaving = new Set([code, ...belowOf(code)].filter((one) => !isKept(one)))
  const staying = held.filter((one) => !leaving.has(one))
  const needed = new Set(staying.flatMap(sectionsOf))
  return held.filter((one) => !leaving.has(one) || needed.has(one))
}

export type Mark = boolean | 'mixed'

/** How a code's box is drawn: mixed where some of what is below a section is held and some is not. */
export function markOf(held: ReadonlySet<string>, code: Permission, below = belowOf(code)): Mark {
  const count = below.filter((one) => held.has(one)).length
  if (count === 0) return held.has(code)
  return held.has(code) && count === below.length ? true : 'mixed'
}

interface Node<Id> {
  id: Id
  parent_id: Id | null
}

export interface TreeRow<N> {
  node: N
  /** From 1. */
  level: number
  /** Null where nothing is below it. */
  isOpen: boolean | null
  /** From 1, among its siblings. */
  position: number
  siblings: number
}

/** The rows of a tree that are in view, from top to bottom. A node whose parent is not among them stands at the top. */
export function treeRows<N extends Node<unknown>>(nodes: readonly N[], isOpen: (id: N['id']) => boolean): TreeRow<N>[] {
  type Id = N['id']
  const known = new Set(nodes.map(({ id }) => id))
  const children = new Map<Id | null, N[]>()
  for (const node of nodes) {
    const parent = node.parent_id !== null && known.has(node.parent_id) ? node.parent_id : null
    children.set(parent, [...(children.get(parent) ?? []), node])
  }
  const place = (parent: Id | null, level: number): TreeRow<N>[] => {
    const siblings = children.get(parent) ?? []
    return siblings.flatMap((node, at) => {
      const open = children.has(node.id) ? isOpen(node.id) : null
      const row = { node, level, isOpen: open, position: at + 1, siblings: siblings.length }
      return open ? [row, ...place(node.id, level + 1)] : [row]
    })
  }
  return place(null, 1)
}

/** What is above a node, the nearest first; ends where a parent is unknown or comes again. */
export function aboveOf<Id>(nodes: ReadonlyMap<Id, Node<Id>>, id: Id): Id[] {
  const above: Id[] = []
  for (let at = nodes.get(id)?.parent_id ?? null; at !== null && nodes.has(at); at = nodes.get(at)?.parent_id ?? null) {
    if (at === id || above.includes(at)) break
    above.push(at)
  }
  return above
}

/** The nodes that a search leaves: those that match, and what leads to them. */
export function found<N extends Node<unknown>>(nodes: readonly N[], matches: (node: N) => boolean): N[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const left = new Set(nodes.filter(matches).flatMap(({ id }) => [id, ...aboveOf(byId, id)]))
  return nodes.filter(({ id }) => left.has(id))
}

export type Group = Givable['device_groups'][number]
const nodesOf = (groups: readonly Group[]): ReadonlyMap<number, Node<number>> =>
  new Map(groups.map(({ group_id, parent_id }) => [group_id, { id: group_id, parent_id }]))

/** Where a right to a group comes from: a role, a group above it, or a grant for this very group. */
export type Source = 'role' | 'above' | 'own' | null
export type GroupSources = { read: Source; write: Source }

/** Reading and writing of each group: a right to a group is one to all below it. */
export function groupSources(
  groups: readonly Group[],
  own: readonly DeviceRight[],
  byRole: readonly DeviceRight[] = [],
): Map<number, GroupSources> {
  const nodes = nodesOf(groups)
  const has = (rights: readonly DeviceRight[], ids: readonly number[], isWriting: boolean) =>
    rights.some(({ group_id, may_write }) => ids.includes(group_id) && (may_write || !isWriting))
  return new Map(
    groups.map(({ group_id }) => {
      const above = aboveOf(nodes, group_id)
      const source = (isWriting: boolean): Source => {
        if (has(byRole, [group_id, ...above], isWriting)) return 'role'
        if (has(own, above, isWriting)) return 'above'
        return has(own, [group_id], isWriting) ? 'own' : null
      }
      return [group_id, { read: source(false), write: source(true) }]
    }),
  )
}

/** Writing needs reading: granting write grants read, and revoking read revokes write. */
export function setGroup(
  own: readonly DeviceRight[],
  group_id: number,
  what: 'read' | 'write',
  isOn: boolean,
): DeviceRight[] {
  const others = own.filter((right) => right.group_id !== group_id)
  if (what === 'read' && !isOn) return others
  return [...others, { group_id, may_write: what === 'write' && isOn }]
}

/** Without the rights that one to a group above says already. */
export function withoutCovered(own: readonly DeviceRight[], groups: readonly Group[]): DeviceRight[] {
  const nodes = nodesOf(groups)
  return own.filter(({ group_id, may_write }) => {
    const above = aboveOf(nodes, group_id)
    return !own.some((other) => above.includes(other.group_id) && (other.may_write || !may_write))
  })
}

/** Changing a template needs using it; its items go with its use. */
export function setTemplate(rights: Rights, template_id: number, what: 'use' | 'change', isOn: boolean): Rights {
  const others = rights.template_rights.filter((right) => right.template_id !== template_id)
  if (what === 'use' && !isOn)
    return {
      ...rights,
      template_rights: others,
      item_rights: rights.item_rights.filter((item) => item.template_id !== template_id),
    }
  return { ...rights, template_rights: [...others, { template_id, may_write: what === 'change' && isOn }] }
}

export function setItem(rights: Rights, template_id: number, item_id: number, isOn: boolean): Rights {
  const others = rights.item_rights.filter((item) => item.template_id !== template_id || item.item_id !== item_id)
  return { ...rights, item_rights: isOn ? [...others, { template_id, item_id }] : others }
}

export const countRights = (rights: Rights): number =>
  Object.values(rights).reduce((count, part: readonly unknown[]) => count + part.length, 0)

/** The same rights, in whatever order. */
export function isSame<Part extends keyof Rights>(a: Rights[Part], b: Rights[Part]): boolean {
  const listed = (rights: readonly unknown[]) =>
    rights
      .map((right) => JSON.stringify(right))
      .sort()
      .join()
  return listed(a) === listed(b)
}

/** The part of some rights that their giver holds too. */
export function givablePart(rights: Rights, { permissions, device_groups, templates }: Givable): Rights {
  const group = (id: number) => device_groups.find(({ group_id }) => group_id === id)
  const template = (id: number) => templates.find(({ template_id }) => template_id === id)
  return {
    permissions: rights.permissions.filter((code) => permissions.includes(code)),
    device_rights: rights.device_rights.flatMap(({ group_id, may_write }) => {
      const held = group(group_id)
      return held ? [{ group_id, may_write: may_write && held.may_write }] : []
    }),
    template_rights: rights.template_rights.flatMap(({ template_id, may_write }) => {
      const held = template(template_id)
      return held ? [{ template_id, may_write: may_write && held.may_write }] : []
    }),
    item_rights: rights.item_rights.filter(({ template_id, item_id }) =>
      template(template_id)?.items.some((item) => item.item_id === item_id),
    ),
  }
}
