import { isOn } from '../../../core/canvas/geometry.ts'
import type { Control, ScreenDocument } from '../../../core/contract/documents/screen.ts'
import type { Lang, Translated } from '../../../core/text/define-text.ts'
import type { Look } from '../controls/define-control.ts'
import { paintedBox, type SceneControl } from '../scene/index.ts'
import { isCovered } from './covers.ts'
import type { Details } from './details/use-details.tsx'
import { drawnAlarms } from './drawn-alarms.ts'
import { isPainted, paintsAt } from './is-painted.ts'
import { createSight, middleOf } from './plain-press.ts'
import { createProxies, type Proxied, type Proxies } from './proxies.ts'
import { devicesIn, nameOf } from './spoken-names.ts'
import { openStage, type Stage } from './stage.ts'
import type { Tipped } from './Tip.tsx'
import type { text } from './text.ts'
import type { PressedScreen, useActions } from './use-actions.ts'
import type { ZoomMode } from './view-fit.ts'
import { watchChanges } from './watch-changes.ts'

/** A document with its values. */
export interface Opened extends PressedScreen {
  controls: readonly SceneControl[]
  byId: ReadonlyMap<string, Control>
}

interface ScreenParts {
  opened: Opened
  host: HTMLElement
  layer: HTMLElement
  proxyLayer: HTMLElement
  page: Pick<ScreenDocument, 'width' | 'height' | 'background'>
  look: Look
  zoom: ZoomMode
  lang: Lang
  words: Translated<(typeof text)['rows']>
  actions: Pick<ReturnType<typeof useActions>, 'press' | 'change' | 'isActive' | 'pointsOf' | 'blocked' | 'underWay'>
  details: Pick<Details, 'open' | 'openMenu'>
  onTip: (tipped: Tipped | null) => void
}

/** Draws a document, and stands for its controls in the page, until it is disposed of. */
export function openScreen({ opened, lang, actions, details, onTip, ...parts }: ScreenParts): {
  readonly stage: Stage
  readonly proxies: Proxies
  dispose(): void
} {
  const { runtime, source, sn_code, controls, byId } = opened
  const ofControl =
    <T>(otherwise: T, ask: (control: Control) => T) =>
    (control_id: string): T => {
      const control = byId.get(control_id)
      return control ? ask(control) : otherwise
    }
  const { led } = actions.underWay
  if (led.time !== null) led.time = source.now()
  const definitions = new Map(controls.map(({ control_id, definition }) => [control_id, definition]))
  const covers: Parameters<typeof isCovered>[2] = {
    controls,
    stateOf: (control_id) => runtime.state(control_id),
    paintsAt: ({ definition }, state, at) => paintsAt(definition, state, parts.look, source.now(), at),
  }
  const sight = createSight({
    byId,
    states: runtime.states(),
    now: () => source.now(),
    isOnTop(control_id, at) {
      const state = runtime.state(control_id)
      if (!state) return false
      const { x, y } = at ?? middleOf(state)
      const isOnPage = x >= 0 && y >= 0 && x <= width && y <= height
      return isOnPage && isOn(state, { x, y }) && !isCovered(control_id, { x, y }, covers)
    },
    paintedBox(control_id, state) {
      const definition = definitions.get(control_id)
      return definition ? paintedBox(definition, state) : state
    },
    ledTime: () => led.time,
    isPainted(control_id) {
      const [definition, state] = [definitions.get(control_id), runtime.state(control_id)]
      return definition !== undefined && state !== undefined && isPainted(definition, state, parts.look, source.now())
    },
  })
  const isOwn = ofControl(false, actions.isActive)
  // Asked for at each move of the pointer: its expressions are read once.
  const points = new Map<string, ReturnType<typeof actions.pointsOf>>()
  const pointsOf = ofControl([], (control) => {
    const known = points.get(control.control_id) ?? actions.pointsOf(control)
    points.set(control.control_id, known)
    return known
  })
  /** Pressing it opens its points: nothing of its own happens then. */
  const opens = (control_id: string) => !isOwn(control_id) && pointsOf(control_id).length > 0
  const isActive = (control_id: string) => isOwn(control_id) || opens(control_id)
  const nameFor = (control: Control) => nameOf(control, runtime, source, sn_code, lang)
  const asked = (control: Control) => ({
    control_id: control.control_id,
    name: nameFor(control),
    points: pointsOf(control.control_id),
  })
  const trigger: Parameters<typeof openStage>[0]['onTrigger'] = (control_id, on, at) => {
    const control = byId.get(control_id)
    if (!control) return
    if (on !== 'click' || !opens(control_id))
      return actions.press(control, on, opened, () => sight.isPlain(control_id, at))
    onTip(null)
    details.open(asked(control))
  }
  const blocked = ofControl(null, (control) => (isOwn(control.control_id) ? actions.blocked(control) : null))
  const tip = (control_id: string | null, spot: { x: number; y: number } | null) => {
    const control = control_id === null ? undefined : byId.get(control_id)
    onTip(control ? { control, spot, blocked: blocked(control.control_id) } : null)
  }
  const { width, height, background } = parts.page
  const stage = openStage({
    host: parts.host,
    layer: parts.layer,
    controls,
    page: { width, height, background },
    look: parts.look,
    now: () => source.now(),
    zoom: parts.zoom,
    isActive,
    hasMenu: (control_id) => pointsOf(control_id).length > 0,
    onMenu(control_id, event) {
      const control = byId.get(control_id)
      if (!control) return
      onTip(null)
      details.openMenu(asked(control), { x: event.clientX, y: event.clientY })
    },
    isBlocked: (control_id) => blocked(control_id) !== null,
    onTrigger: trigger,
    onHover: tip,
    onPainterError: (_control_id, _kind, error) => reportError(error),
  })
  const proxies = createProxies(proxiedOf(controls, byId, isActive, opens), {
    layer: parts.proxyLayer,
    lang,
    words: parts.words,
    stateOf: (control_id) => runtime.state(control_id),
    nameOf: ofControl('', nameFor),
    alarmsOf: (control_id) => drawnAlarms(control_id, runtime, source),
    blocked,
    press: (control_id) => trigger(control_id, 'press'),
    release: (control_id) => trigger(control_id, 'release'),
    click: (control_id) => trigger(control_id, 'click'),
    focused: (control_id) => tip(control_id, null),
  })
  const all = [...byId.keys()]
  const stops = [
    runtime.listen((changed) => {
      sight.changed(changed)
      stage.update(changed)
      proxies.changed(changed.keys())
    }),
    ...watchChanges(runtime, byId, source.kind, actions.change),
    // Who may write, and what a point is called, comes with what is known of its device.
    ...[...devicesIn(byId.values(), sn_code)].map((device) =>
      source.listen(device, (keys) => keys.length === 0 && proxies.changed(all)),
    ),
  ]
  stage.update(runtime.states())
  return {
    stage,
    proxies,
    dispose() {
      for (const stop of stops) stop()
      proxies.dispose()
      stage.dispose()
    },
  }
}

function proxiedOf(
  controls: readonly SceneControl[],
  byId: ReadonlyMap<string, Control>,
  isActive: (control_id: string) => boolean,
  opens: (control_id: string) => boolean,
): Proxied[] {
  return controls.flatMap(({ control_id, definition }) => {
    const active = isActive(control_id)
    // What stands in the page itself speaks for itself.
    if (definition.view || (definition.role === 'none' && !active)) return []
    const description = byId.get(control_id)?.tooltip ?? ''
    return [{ control_id, definition, description, isActive: active, opens: opens(control_id) }]
  })
}
