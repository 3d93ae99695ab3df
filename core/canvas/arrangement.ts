import type { Control, ScreenDocument } from '../contract/documents/screen.ts'

export const GROUP_KIND = 'group'

/** A group whose members stand in the document. */
export const isGroup = (control: Control): boolean =>
  control.kind === GROUP_KIND && typeof control.props.symbol !== 'string'
/** The symbol that a group shows; null for anything else. */
export const symbolOf = (control: Control): string | null =>
  control.kind === GROUP_KIND && typeof control.props.symbol === 'string' ? control.props.symbol : null

/** Controls by id, by place in the painting order, and by group. */
export interface Arrangement {
  readonly byId: { get(id: string): Control | undefined; has(id: string): boolean }
  readonly placeOf: ReadonlyMap<string, number>
  /** In painting order; null for those of no group. Undefined where there are none. */
  readonly members: { get(group: string | null): readonly Control[] | undefined }
  /** The same for other objects of the same ids and groups in the same places. */
  derived(controls: readonly Control[]): Arrangement
}

const made = new WeakMap<readonly Control[], Arrangement>()

/** Made once for each list of controls. */
export function arrangementOf(controls: readonly Control[]): Arrangement {
  const known = made.get(controls)
  if (known) return known
  const placeOf = new Map<string, number>()
  controls.forEach(({ control_id }, place) => {
    placeOf.set(control_id, place)
  })
  const places = new Map<string | null, number[]>()
  controls.forEach(({ parent }, place) => {
    const group = parent !== null && placeOf.has(parent) ? parent : null
    const siblings = places.get(group)
    if (siblings) siblings.push(place)
    else places.set(group, [place])
  })
  return arrange(controls, placeOf, places)
}

function arrange(
  controls: readonly Control[],
  placeOf: ReadonlyMap<string, number>,
  places: ReadonlyMap<string | null, readonly number[]>,
): Arrangement {
  const at = (place: number | undefined) => (place === undefined ? undefined : controls[place])
  const arrangement: Arrangement = {
    byId: { get: (id) => at(placeOf.get(id)), has: (id) => placeOf.has(id) },
    placeOf,
    members: { get: (group) => places.get(group)?.map((place) => controls[place] as Control) },
    derived: (others) => arrange(others, placeOf, places),
  }
  made.set(controls, arrangement)
  return arrangement
}

export const controlOf = (document: ScreenDocument, id: string): Control | undefined =>
  arrangementOf(document.controls).byId.get(id)

/** The groups around a control, the nearest first. */
export function groupsAround(document: ScreenDocument, id: string): Control[] {
  const { byId } = arrangementOf(document.controls)
  const around: Control[] = []
  let group = byId.get(byId.get(id)?.parent ?? '')
  while (group && !around.includes(group)) {
    around.push(group)
    group = byId.get(group.parent ?? '')
  }
  return around
}

/** Ids with all that their groups hold, at any depth, in painting order. */
export function withMembers(document: ScreenDocument, ids: Iterable<string>): Control[] {
  const { byId, members, placeOf } = arrangementOf(document.controls)
  const found = new Set<string>()
  const open = [...ids].filter((id) => byId.has(id))
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue
    found.add(id)
    for (const member of members.get(id) ?? []) open.push(member.control_id)
  }
  const place = (id: string) => placeOf.get(id) ?? 0
  return [...found].sort((a, b) => place(a) - place(b)).map((id) => byId.get(id) as Control)
}

/** What is selected where a control is meant: the outermost group around it that is not the entered one or around it. */
export function unitOf(document: ScreenDocument, id: string, entered: string | null): string {
  const way = [id, ...groupsAround(document, id).map(({ control_id }) => control_id)]
  const inside = entered === null ? way.length : way.indexOf(entered)
  return way[(inside < 1 ? way.length : inside) - 1] as string
}

/** Of ids, those that stand in none of the others. */
export function outermost(document: ScreenDocument, ids: readonly string[]): string[] {
  const chosen = new Set(ids)
  return [...chosen].filter((id) => !groupsAround(document, id).some(({ control_id }) => chosen.has(control_id)))
}

/** Whether a control, its layer or a group around it is locked, or hidden. */
export function isBarred(document: ScreenDocument, control: Control, by: 'locked' | 'hidden'): boolean {
  if (control[by] || document.layers.find(({ layer_id }) => layer_id === control.layer_id)?.[by]) return true
  return control.parent !== null && groupsAround(document, control.control_id).some((group) => group[by])
}

/** Puts changed controls in the place of those of their id; the same document where none differs. */
export function withControls(document: ScreenDocument, changed: Iterable<Control>): ScreenDocument {
  const arrangement = arrangementOf(document.controls)
  let controls: Control[] | null = null
  let isArranged = true
  for (const control of changed) {
    const place = arrangement.placeOf.get(control.control_id)
    const old = place === undefined ? undefined : document.controls[place]
    if (place === undefined || !old || old === control) continue
    controls ??= document.controls.slice()
    controls[place] = control
    isArranged &&= old.parent === control.parent
  }
  if (!controls) return document
  if (isArranged) arrangement.derived(controls)
  return { ...document, controls }
}
