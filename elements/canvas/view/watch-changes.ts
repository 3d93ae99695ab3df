import type { PointSource } from '../../../core/canvas/point-source.ts'
import type { Runtime } from '../../../core/canvas/runtime.ts'
import { type Control, isPageAction } from '../../../core/contract/documents/screen.ts'
import { kindOf } from '../controls/kinds.ts'
import type { ChangeEvent } from './run-actions.ts'

/**
 * Events that a change of value sets off: when their condition becomes true, or at every change of the main value. What
 * is bad, or has not come, is no value: it changes nothing. A screen that nobody touches acts on its page alone; a replay
 * shows and hides, and does nothing else by itself.
 */
export function watchChanges(
  runtime: Pick<Runtime, 'watch'>,
  byId: ReadonlyMap<string, Control>,
  kind: PointSource['kind'],
  fire: (control: Control, event: ChangeEvent) => void,
): (() => void)[] {
  const stops: (() => void)[] = []
  for (const control of byId.values()) {
    control.events.forEach((event) => {
      if (event.on !== 'change') return
      const main = kindOf(control.kind)?.bindable[0]
      const expression = event.when || (main && control.bindings[main]?.expression)
      if (!expression) return
      const isPast = kind === 'replay'
      const actions = event.actions
        .filter(isPageAction)
        .filter(({ does }) => !isPast || does === 'show' || does === 'hide')
      if (actions.length === 0) return
      let before: unknown
      let isFirst = true
      stops.push(
        runtime.watch(expression, ({ value, quality }) => {
          if (quality === 'waiting' || quality === 'missing' || quality === 'bad') return
          const isDue = event.when ? Boolean(value) && !before : value !== before
          const wasFirst = isFirst
          isFirst = false
          before = value
          // The first value that comes is no change: nothing happens because a screen was opened.
          if (!wasFirst && isDue) fire(control, { actions, item_id: event.item_id })
        }),
      )
    })
  }
  return stops
}
