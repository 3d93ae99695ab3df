import { type Control, Layer, type ScreenDocument } from '../../contract/documents/screen.ts'
import { controlOf, withControls, withMembers } from '../arrangement.ts'
import type { Commands } from '../editor-api.ts'
import { meant } from '../selected.ts'
import type { Session } from '../session.ts'

const MOST_LAYERS = 50

type Layering = Pick<Commands, 'lock' | 'hide' | 'addLayer' | 'removeLayer' | 'setLayer' | 'moveLayer' | 'toLayer'>

export function layerCommands(session: Session): Layering {
  const changed = (ids: readonly string[], change: Partial<Control>) => (before: ScreenDocument) =>
    withControls(
      before,
      ids.flatMap((id) => {
        const control = controlOf(before, id) as Control
        return Object.entries(change).every(([key, value]) => control[key] === value) ? [] : { ...control, ...change }
      }),
    )

  return {
    lock(locked, ids) {
      const units = meant(session, ids)
      return session.edit(locked ? 'stepLocked' : 'stepUnlocked', units.length, changed(units, { locked }))
    },
    hide(hidden, ids) {
      const units = meant(session, ids)
      return session.edit(hidden ? 'stepHidden' : 'stepShown', units.length, changed(units, { hidden }))
    },
    addLayer(name) {
      const { document } = session.state()
      const taken = new Set(document.layers.map(({ layer_id }) => layer_id))
      let layer_id = session.newId()
      while (taken.has(layer_id)) layer_id = session.newId()
      const layer = Layer.safeParse({ layer_id, name })
      if (!layer.success || document.layers.length >= MOST_LAYERS) return null
      session.edit('stepLayers', 1, (before) => ({ ...before, layers: [...before.layers, layer.data] }))
      return layer_id
    },
    removeLayer(layer_id) {
      const { layers } = session.state().document
      const at = layers.findIndex((layer) => layer.layer_id === layer_id)
      const heir = layers[at - 1] ?? layers[at + 1]
      if (at === -1 || !heir) return false
      return session.editWhole('stepLayers', 1, (before) => ({
        ...inLayer(before, layer_id, heir.layer_id),
        layers: layers.toSpliced(at, 1),
      }))
    },
    setLayer(layer_id, change) {
      const { layers } = session.state().document
      const at = layers.findIndex((layer) => layer.layer_id === layer_id)
      const old = layers[at]
      const layer = Layer.safeParse({ ...old, ...change })
      if (!old || !layer.success) return false
      if (Object.entries(change).every(([key, value]) => old[key] === value)) return false
      return session.edit('stepLayers', 1, (before) => ({ ...before, layers: layers.with(at, layer.data) }))
    },
    moveLayer(layer_id, to) {
      const { layers } = session.state().document
      const at = layers.findIndex((layer) => layer.layer_id === layer_id)
      const layer = layers[at]
      const place = Math.max(0, Math.min(layers.length - 1, Math.trunc(to)))
      if (!layer || place === at) return false
      const moved = layers.toSpliced(at, 1).toSpliced(place, 0, layer)
      return session.edit('stepLayers', 1, (before) => ({ ...before, layers: moved }))
    },
    toLayer(layer_id, ids) {
      const { document } = session.state()
      if (!document.layers.some((layer) => layer.layer_id === layer_id)) return false
      const units = meant(session, ids)
      const all = withMembers(document, units).map(({ control_id }) => control_id)
      return session.edit('stepToLayer', units.length, changed(all, { layer_id }))
    },
  }
}

/** Layers are the screen's, and its symbols' controls name them too. */
function inLayer(document: ScreenDocument, from: string, to: string): ScreenDocument {
  const moved = (controls: readonly Control[]): Control[] =>
    controls.map((control) => (control.layer_id === from ? { ...control, layer_id: to } : control))
  const symbols = Object.entries(document.symbols).map(([id, symbol]) =>
    symbol.controls.some(({ layer_id }) => layer_id === from)
      ? [id, { ...symbol, controls: moved(symbol.controls) }]
      : [id, symbol],
  )
  return { ...document, controls: moved(document.controls), symbols: Object.fromEntries(symbols) }
}
