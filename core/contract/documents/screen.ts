import * as z from 'zod/mini'
import { LIMITS } from '../../catalogue/limits.ts'
import { byKey, rowOf } from '../telemetry.ts'

/** The newest version of the document's own form; kinds of controls count their versions for themselves. */
export const SCREEN_VERSION = 1

/** px of the document; a coordinate further out than this is a mistake, and would cost a canvas its precision. */
export const FARTHEST_PX = 100_000
const px = z.number().check(z.minimum(-FARTHEST_PX), z.maximum(FARTHEST_PX))
const extent = z.number().check(z.minimum(0), z.maximum(FARTHEST_PX))

const span = rowOf<[number, number]>(z.number(), 2)
/** Keeps what it does not name: a newer program's fields survive an older editor. */
const open = <Shape extends z.core.$ZodShape>(shape: Shape) => z.catchall(z.object(shape), z.unknown())

export const ControlId = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,40}$/))

/**
 * A rule from a value to what is drawn: the first range that holds the value wins. `from` is inclusive, `to` exclusive;
 * one that is left out is open. `is` compares exactly, for texts, booleans and enums.
 */
export const Range = z.object({
  from: z.optional(z.number()),
  to: z.optional(z.number()),
  is: z.optional(z.union([z.string(), z.number(), z.boolean()])),
  /** What the property becomes. */
  gives: z.unknown(),
})
export type Range = z.infer<typeof Range>

/**
 * Where a property takes its value from. `expression` is of `core/rules/expression`; a point is the shortest one: its key
 * (`flow`) for the device that the screen is opened for, `SN.flow` for a fixed one.
 */
export const Binding = z.object({
  expression: z.string().check(z.maxLength(4096)),
  ranges: z.optional(z.array(Range).check(z.maxLength(LIMITS.controlStates))),
  /** What the property becomes where no range holds the value; without it the property keeps what it has. */
  otherwise: z.optional(z.unknown()),
  /** A line from the value's `from` to the property's `to`, held at its ends; lower below upper. */
  scale: z.optional(z.object({ from: span, to: span })),
})
export type Binding = z.infer<typeof Binding>

/** Whether something can lie between two bounds; one that is left out is open. */
export const isRising = (from: number | undefined, to: number | undefined): boolean =>
  from === undefined || to === undefined || from < to

/**
 * Whether every range of a binding can hold a value. Checked where somebody edits a binding: stored ones are drawn as they
 * are.
 */
export const isSound = ({ ranges = [], scale }: Binding): boolean =>
  ranges.every(({ from, to }) => isRising(from, to)) && (!scale || isRising(...scale.from))

export const Trigger = z.enum(['click', 'double_click', 'press', 'release', 'change'])
export type Trigger = z.infer<typeof Trigger>
/** What a person does to a control, by pointer or key. */
export type PressTrigger = Exclude<Trigger, 'change'>

/**
 * What a control changes at the server, with the rights of whoever presses it. Nothing but a press sets it off: a change of
 * value would act with the rights of whoever happens to watch.
 */
const ServerAction = z.union([
  /** `value` is an expression; `confirm` asks first. Two-step points, points of other devices, groups of the gallery and what is not seen ask in any case. */
  z.object({
    does: z.literal('write'),
    point: z.string().check(z.maxLength(96)),
    value: z.string().check(z.maxLength(4096)),
    confirm: z._default(z.boolean(), true),
  }),
  z.object({ does: z.literal('acknowledge'), point: z.optional(z.string().check(z.maxLength(96))) }),
])
/** What a control does on the page. Addresses are http, https or mailto: anything else is refused where it is typed and where it is opened. */
const PageAction = z.union([
  /** Screens by id, of the same template; `sn_code` opens it for another device. */
  z.object({
    does: z.literal('switch_screen'),
    screen_id: z.int(),
    sn_code: z.optional(z.string().check(z.maxLength(LIMITS.snCode))),
  }),
  z.object({
    does: z.literal('pop_up'),
    screen_id: z.int(),
    sn_code: z.optional(z.string().check(z.maxLength(LIMITS.snCode))),
  }),
  z.object({ does: z.literal('back') }),
  z.object({ does: z.literal('open_link'), url: z.string().check(z.maxLength(2048)) }),
  z.object({ does: z.literal('show'), control_id: ControlId }),
  z.object({ does: z.literal('hide'), control_id: ControlId }),
])
export type PageAction = z.infer<typeof PageAction>
export const Action = z.union([ServerAction, PageAction])
export type Action = z.infer<typeof Action>

/** What needs a press, by its name: also of documents that were not read. */
export const needsPress = (does: unknown): does is z.infer<typeof ServerAction>['does'] =>
  does === 'write' || does === 'acknowledge'
export const isPageAction = (action: Action): action is PageAction => !needsPress(action.does)

export const ControlEvent = z.object({
  /** Server actions of `change` are kept, not done, and refused when the screen is published. */
  on: Trigger,
  /** For `change`: only when this expression becomes true; without it at every change. */
  when: z.optional(z.string().check(z.maxLength(4096))),
  actions: z.array(Action).check(z.maxLength(20)),
  /** The permission item (its id) that its user must hold. */
  item_id: z.optional(z.int()),
})
export type ControlEvent = z.infer<typeof ControlEvent>

/**
 * One control. `x`, `y` is the left upper corner of the unturned box, in px of the document; `angle` in degrees, clockwise
 * about the box's middle. `props` belongs to the kind and is validated by the kind's own schema; an unknown kind keeps it.
 * Controls stand in painting order, the hindmost first. A group is a control of kind `group`; its members name it as
 * `parent` and keep coordinates of the document, so that nothing else has to know of groups.
 */
export const Control = open({
  control_id: ControlId,
  kind: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,39}$/)),
  version: z._default(z.int().check(z.minimum(1)), 1),
  name: z._default(z.string().check(z.maxLength(64)), ''),
  x: px,
  y: px,
  width: extent,
  height: extent,
  angle: z._default(z.number().check(z.minimum(-360), z.maximum(360)), 0),
  flip_x: z._default(z.boolean(), false),
  flip_y: z._default(z.boolean(), false),
  /** 0 to 1. */
  opacity: z._default(z.number().check(z.minimum(0), z.maximum(1)), 1),
  layer_id: z._default(ControlId, 'main'),
  parent: z._default(z.nullable(ControlId), null),
  locked: z._default(z.boolean(), false),
  hidden: z._default(z.boolean(), false),
  props: z._default(byKey(z.unknown()), {}),
  /** By property: of `props`, by its path (`states.0.text`), or `visible`, `x`, `y`, `width`, `height`, `angle`, `opacity`, `flicker`. */
  bindings: z._default(byKey(Binding), {}),
  events: z._default(z.array(ControlEvent).check(z.maxLength(20)), []),
  /** Shown when a person points at it. */
  tooltip: z._default(z.string().check(z.maxLength(200)), ''),
  /** The point, or device (`SN.*`), whose open alarm is drawn at the control; empty for the points that it is bound to, null for none. */
  alarm_of: z._default(z.nullable(z.string().check(z.maxLength(96))), ''),
  /** The permission item whose holders may use it; others see it only. */
  item_id: z.optional(z.int()),
})
export type Control = z.infer<typeof Control>

export const Layer = open({
  layer_id: ControlId,
  name: z.string().check(z.maxLength(32)),
  locked: z._default(z.boolean(), false),
  hidden: z._default(z.boolean(), false),
})
export type Layer = z.infer<typeof Layer>

/** A screen as it is stored, exported and drawn. What this program does not know it keeps. */
export const ScreenDocument = open({
  version: z.int().check(z.minimum(1)),
  width: z.number().check(z.minimum(16), z.maximum(20_000)),
  height: z.number().check(z.minimum(16), z.maximum(20_000)),
  /** A colour of CSS or a token (`var(--sg-surface-0)`), and a picture of the gallery over it. */
  background: z._default(
    open({ color: z.string().check(z.maxLength(64)), picture: z.optional(z.string().check(z.maxLength(200))) }),
    { color: 'var(--sg-surface-0)' },
  ),
  /** How symbols are drawn: ISA-101 grey, or in colour. */
  style: z._default(z.enum(['grey', 'coloured']), 'grey'),
  layers: z._default(z.array(Layer).check(z.minLength(1), z.maxLength(50)), [
    { layer_id: 'main', name: '', locked: false, hidden: false },
  ]),
  guides: z._default(z.object({ x: z.array(px), y: z.array(px) }), { x: [], y: [] }),
  /** px; 0 for none. */
  grid: z._default(z.number().check(z.minimum(0), z.maximum(500)), 10),
  controls: z.array(Control).check(z.maxLength(LIMITS.controlsPerScreen)),
  /** Reusable groups, by id: where a group names one as `props.symbol`, its members come from here. */
  symbols: z._default(byKey(open({ name: z.string(), width: extent, height: extent, controls: z.array(Control) })), {}),
})
export type ScreenDocument = z.infer<typeof ScreenDocument>
