import type { PointSource } from '../../../core/canvas/point-source.ts'
import type { Runtime } from '../../../core/canvas/runtime.ts'
import type { Control } from '../../../core/contract/documents/screen.ts'
import { kindOf } from '../controls/kinds.ts'

/**
 * Events that a change of value sets off: when their condition becomes true, or at every change of the main value. What
 * is bad, or has not come, is no value: it changes nothing. A replay shows and hides, and does nothing else by itself.
 */
export function watchChanges(
  runtime: Pick<Runtime, 'watch'>,
  byId: ReadonlyMap<string, Control>,
  kind: PointSource['kind'],
  fire: (control: Control) => void,
): (() => void)[] {
  const stops: (() => void)[] = []
  for (const control of byId.values()) {
    control.events.forEach((event, at) => {
      if (event.on !== 'change') return
      const main = kindOf(control.kind)?.bindable[0]
      const expression = event.when || (main && control.bindings[main]?.expression)
      if (!expression) return
      const isPast = kind === 'replay'
      const actions = isPast ? event.actions.filter(({ does }) => does === 'show' || does === 'hide') : event.actions
      const due = {
        ...control,
        events: control.events.filter((_, index) => index === at).map((one) => ({ ...one, actions })),
      }
      let before: unknown
      let isFirst = true
      stops.push(
        runtime.watch(expression, ({ value, quality }) => {
          if (quality === 'waiting' || quality === 'missing' || quality === 'bad') return
          const isDue = event.when ? Boolean(value) && !before : value !== before
          const wasFirst = isFirst
          isFirst = false
          before = value
          // The first value that comes is no change: nothing is written because a screen was opened.
          if (!wasFirst && isDue) fire(due)
        }),
      )
    })
  }
  return stops
}
