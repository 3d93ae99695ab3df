import {
  type ComponentType,
  type ReactNode,
  type RefObject,
  use,
  useCallback,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { ControlState } from '../../../core/canvas/control-state.ts'
import { lazyPart, useText } from '../../define/index.ts'
import type { ControlDefinition, Look, Size, ViewProps } from '../controls/define-control.ts'
import type { SceneControl } from '../scene/index.ts'
import { CardContext } from './card-context.ts'
import { isInSight } from './plain-press.ts'
import { text } from './text.ts'

const CardFull = lazyPart(() => import('./CardFull.tsx').then((chunk) => chunk.CardFull), null)

/** What of a screen stands in the page itself, in front of the canvas: curves, tables, video. */
export interface ShownStates {
  stateOf(control_id: string): ControlState | undefined
  listen(changed: () => void): () => void
}

interface ViewsProps {
  layer: RefObject<HTMLDivElement | null>
  controls: readonly SceneControl[]
  states: ShownStates
  look: Look
  sn_code: string
  isEditing: boolean
  /** For a person with a share link: what the rest of the console shows stays closed. */
  isShared?: boolean
  replayTime: number | null
  children: ReactNode
}

export function Views({ layer, controls, children, ...rest }: ViewsProps) {
  return (
    <div className="screen-layer" ref={layer}>
      {controls.map(
        ({ control_id, definition }) =>
          definition.view && <ControlView key={control_id} control_id={control_id} definition={definition} {...rest} />,
      )}
      {children}
    </div>
  )
}

// biome-ignore lint/suspicious/noExplicitAny: controls of every kind, each with props of its own
type AnyDefinition = ControlDefinition<any>
const parts = new WeakMap<AnyDefinition, ComponentType<ViewProps<unknown>>>()

function partOf(definition: AnyDefinition): ComponentType<ViewProps<unknown>> {
  const known = parts.get(definition)
  if (known) return known
  const { view } = definition
  // Until it has come, what is painted there stands for it.
  const made = lazyPart<ViewProps<unknown>>(async () => {
    if (!view) throw new Error(`${definition.kind} has no view`)
    return (await view()).default
  }, null)
  parts.set(definition, made)
  return made
}

interface ControlViewProps extends Omit<ViewsProps, 'layer' | 'controls' | 'children'> {
  control_id: string
  definition: AnyDefinition
}

/** Kinds that ask for more than the values that were handed out with a shared screen. */
const CLOSED: ReadonlyMap<string, 'noAlarms' | 'noWeather' | 'noHistory' | 'noMap' | 'noDevices' | 'noScreens'> =
  new Map([
    ['alarm-list', 'noAlarms'],
    ['alarm-measures', 'noAlarms'],
    ['weather', 'noWeather'],
    ['history-table', 'noHistory'],
    ['map', 'noMap'],
    ['screen', 'noScreens'],
    ['device-list', 'noDevices'],
    ['device-tree', 'noDevices'],
    ['group-tree', 'noDevices'],
  ])

function ControlView({ control_id, definition, states, isShared = false, ...rest }: ControlViewProps) {
  const t = useText(text)
  const cards = use(CardContext)
  const card = useRef<HTMLDivElement>(null)
  /** Of the window, while it fills that. */
  const [full, setFull] = useState<Size | null>(null)
  const state = useSyncExternalStore(
    useCallback((changed) => states.listen(changed), [states]),
    useCallback(() => states.stateOf(control_id), [states, control_id]),
  )
  if (!state?.visible) return null
  const { x, y, width, height, angle, opacity, flip_x, flip_y, props } = state
  const turn = `rotate(${angle}deg) scale(${flip_x ? -1 : 1}, ${flip_y ? -1 : 1})`
  const Part = partOf(definition)
  const closed = isShared ? CLOSED.get(definition.kind) : undefined
  return (
    <div
      ref={card}
      className="screen-view"
      data-full={full ? '' : undefined}
      data-control={control_id}
      // Nobody can be expected to mean a press on what is not to be seen.
      inert={!isInSight(state)}
      style={full ? undefined : { left: x, top: y, width, height, opacity, transform: turn }}
    >
      {closed ? (
        <p className="screen-closed">{t[closed]}</p>
      ) : (
        <Part props={props} state={state} width={width} height={height} {...full} {...rest} />
      )}
      {cards && props.hasFrame === true && <CardFull card={card} full={full} onFull={setFull} cards={cards} />}
    </div>
  )
}
