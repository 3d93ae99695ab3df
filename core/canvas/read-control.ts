import { Control } from '../contract/documents/screen.ts'
import { arrangementOf, GROUP_KIND, isGroup } from './arrangement.ts'
import { BROKEN_KIND } from './copies.ts'
import { checkedProps } from './drawn-props.ts'
import type { KindTable, RawProps } from './kind.ts'
import { migratedProps } from './migrations.ts'
import type { Problem, ProblemKey } from './problem.ts'

/** A control that could not be read, and why. It is in the document as a placeholder with what was stored in it. */
export interface Broken {
  readonly index: number
  readonly symbol: string | null
  readonly control_id: string
  readonly stored: unknown
  readonly path: string
}

export interface Reading {
  readonly kinds: KindTable
  readonly problems: Problem[]
  readonly broken: Broken[]
  readonly symbol: string | null
}

const asRecord = (stored: unknown): RawProps =>
  typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? (stored as RawProps) : {}

export function note(
  { problems, symbol }: Reading,
  key: ProblemKey,
  stored: unknown,
  index: number,
  more: { path?: string; values?: Problem['values'] } = {},
): void {
  const { control_id, name } = asRecord(stored)
  const place = {
    control_id: typeof control_id === 'string' ? control_id.slice(0, 40) : null,
    name: typeof name === 'string' ? name.slice(0, 64) : '',
    index,
  }
  const isLost = key === 'brokenControl' || key === 'unknownKind' || key === 'newerKind' || key === 'failedMigration'
  const severity = isLost ? 'placeholder' : 'repaired'
  problems.push({ key, severity, control: place, symbol, path: more.path ?? '', values: more.values ?? {} })
}

/** A stored control, or the placeholder of one that cannot be read. Its id may still be another one's. */
export function readControl(stored: unknown, index: number, reading: Reading): Control {
  const raw = asRecord(stored)
  // A placeholder that was saved as it was: what it holds may be readable by now.
  if (raw.kind === BROKEN_KIND && Object.hasOwn(asRecord(raw.props), 'stored'))
    return readControl(asRecord(raw.props).stored, index, reading)
  const parsed = Control.safeParse(stored)
  if (!parsed.success) {
    const path = parsed.error.issues[0]?.path.map(String).join('.') ?? ''
    return setAside(stored, index, path, 'brokenControl', reading)
  }
  const control = merged(stored, parsed.data) as Control
  const kind = reading.kinds.get(control.kind)
  const { version: found } = control
  if (!kind) {
    note(reading, 'unknownKind', control, index, { values: { kind: control.kind } })
    return control
  }
  if (found > kind.version) {
    note(reading, 'newerKind', control, index, { values: { kind: control.kind, found } })
    return control
  }
  const props = found === kind.version ? control.props : migratedProps(kind, found, control.props)
  if (!props) return setAside(stored, index, 'props', 'failedMigration', reading, { found })
  const current =
    props === control.props && found === kind.version ? control : { ...control, version: kind.version, props }
  for (const path of checkedProps(current, kind).bad)
    note(reading, 'badProp', current, index, { path: `props${path && '.'}${path}` })
  return current
}

/** px of a placeholder that has none of its own. */
const SIZE = { width: 120, height: 60 }

function setAside(
  stored: unknown,
  index: number,
  path: string,
  key: ProblemKey,
  reading: Reading,
  values: Problem['values'] = {},
): Control {
  const raw = asRecord(stored)
  note(reading, key, stored, index, { path, values })
  const kept = <Key extends keyof typeof Control.shape>(field: Key, otherwise: unknown) => {
    const parsed = Object.hasOwn(raw, field) ? Control.shape[field].safeParse(raw[field]) : null
    return parsed?.success ? parsed.data : otherwise
  }
  const control = {
    control_id: kept('control_id', ''),
    kind: BROKEN_KIND,
    version: 1,
    name: kept('name', ''),
    x: kept('x', 0),
    y: kept('y', 0),
    width: kept('width', SIZE.width),
    height: kept('height', SIZE.height),
    angle: kept('angle', 0),
    flip_x: false,
    flip_y: false,
    opacity: 1,
    layer_id: kept('layer_id', 'main'),
    parent: kept('parent', null),
    locked: kept('locked', false),
    hidden: kept('hidden', false),
    props: { stored, kind: typeof raw.kind === 'string' ? raw.kind.slice(0, 40) : '' },
    bindings: {},
    events: [],
    tooltip: '',
    alarm_of: null,
  } as Control
  reading.broken.push({ index, symbol: reading.symbol, control_id: control.control_id, stored, path })
  return control
}

/** What was stored with the defaults that reading put in. Schemas inside drop what they do not name; a newer program wrote it. */
export function merged(stored: unknown, parsed: unknown): unknown {
  if (stored === parsed || typeof stored !== 'object' || stored === null || typeof parsed !== 'object') return parsed
  if (Array.isArray(stored)) return Array.isArray(parsed) ? stored.map((item, at) => merged(item, parsed[at])) : parsed
  const fields = Object.entries(parsed as object).map(([key, value]) => [key, merged(asRecord(stored)[key], value)])
  return { ...stored, ...Object.fromEntries(fields) }
}

/** Ids that are no others', groups that are there and hold no circle, layers that are there. */
export function repaired(controls: readonly Control[], layers: ReadonlySet<string>, reading: Reading): Control[] {
  const layer = [...layers][0] ?? 'main'
  const taken = new Set(controls.map(({ control_id }) => control_id))
  const seen = new Set<string>([''])
  const named = controls.map((control, index) => {
    let next = control
    if (seen.has(control.control_id)) {
      const control_id = freeId(taken)
      if (control.kind !== BROKEN_KIND) note(reading, 'sameId', control, index, { values: { id: control_id } })
      const broken = reading.broken.find((one) => one.index === index && one.symbol === reading.symbol)
      if (broken) reading.broken[reading.broken.indexOf(broken)] = { ...broken, control_id }
      next = { ...next, control_id }
    }
    seen.add(next.control_id)
    if (!layers.has(next.layer_id)) {
      if (next.kind !== BROKEN_KIND) note(reading, 'lostLayer', next, index, { values: { layer } })
      next = { ...next, layer_id: layer }
    }
    return next
  })
  return withGroups(named, reading)
}

/** Short and the same at each reading, so that two who open a document see the same ids. */
function freeId(taken: Set<string>): string {
  let number = taken.size
  while (taken.has(`r${number}`)) number += 1
  taken.add(`r${number}`)
  return `r${number}`
}

function withGroups(controls: Control[], reading: Reading): Control[] {
  const { byId } = arrangementOf(controls)
  const cut = new Set<string>()
  const safe = new Set<string>()
  for (const control of controls) {
    const way = new Set<string>()
    for (let at: Control | undefined = control; at && !safe.has(at.control_id); ) {
      if (way.has(at.control_id)) {
        cut.add(at.control_id)
        break
      }
      way.add(at.control_id)
      at = at.parent === null || cut.has(at.control_id) ? undefined : byId.get(at.parent)
    }
    for (const id of way) safe.add(id)
  }
  return controls.map((control, index) => {
    if (control.parent === null) return control
    const parent = byId.get(control.parent)
    const isThere = parent !== undefined && holdsMembers(parent)
    if (isThere && !cut.has(control.control_id)) return control
    if (control.kind !== BROKEN_KIND) note(reading, isThere ? 'circle' : 'lostParent', control, index)
    return { ...control, parent: null }
  })
}

/** A broken group goes on being one: its members are not to lose it by being opened. */
const holdsMembers = (control: Control): boolean =>
  control.kind === BROKEN_KIND ? control.props.kind === GROUP_KIND : isGroup(control)
