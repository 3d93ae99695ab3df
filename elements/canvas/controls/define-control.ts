import type { ComponentType } from 'react'
import type { ControlState } from '../../../core/canvas/control-state.ts'
import type { ControlKind } from '../../../core/canvas/kind.ts'
import type { Trigger } from '../../../core/contract/documents/screen.ts'
import type { Value } from '../../../core/contract/telemetry.ts'
import type { Lang } from '../../../core/text/define-text.ts'

export interface Size {
  readonly width: number
  readonly height: number
}
export interface Box extends Size {
  readonly x: number
  readonly y: number
}

/** Colours and pictures as painters take them. */
export interface Look {
  /** What a document's colour is in the current theme: tokens (`var(--sg-accent)`) become colours of a canvas. */
  colour(named: string): string
  /** The kit's own, by role: `text-1`, `surface-2`, `accent`, `alarm-5`. */
  token(role: string): string
  readonly fontFamily: string
  /** Isa-101 grey, or coloured: the document's choice. */
  readonly style: 'grey' | 'coloured'
  readonly lang: Lang
  /** IANA name of the tenant's time zone. */
  readonly timezone: string
  /** A picture of the gallery or a symbol; null until it has come (the control is painted again then), 'missing' where there is none. */
  picture(address: string): CanvasImageSource | 'missing' | null
}

/** What a painter is handed beside its properties. The context is moved, turned, flipped and faded already: the box begins at 0, 0. */
export interface Painting<Props> extends Size {
  readonly context: CanvasRenderingContext2D
  readonly props: Props
  readonly state: ControlState<Props>
  readonly look: Look
  /** Milliseconds that grow while frames are wanted; 0 where motion is not (prefers-reduced-motion, pictures, thumbnails). */
  readonly motionMs: number
  /** Epoch ms of the time that the screen shows: now, or that of a replay. */
  readonly now: number
  readonly isPressed: boolean
}

/** What a control of the page's own elements (tables, curves, video) is handed. It fills its box. */
export interface ViewProps<Props> extends Size {
  readonly props: Props
  readonly state: ControlState<Props>
  readonly look: Look
  /** The device that the screen is opened for; '' where there is none. */
  readonly sn_code: string
  /** In the editor a view shows what it will look like, and takes no pointer. */
  readonly isEditing: boolean
  /** The time shown: null for now, epoch ms in a replay. */
  readonly replayTime: number | null
}

/** What pressing a control does by itself, before what its events say. Without `value` a write asks for one. */
export type OwnPress =
  | { readonly does: 'write'; readonly point: string; readonly value?: Value; readonly confirm: boolean }
  | { readonly does: 'switch_screen' | 'pop_up'; readonly screen_id: number; readonly sn_code?: string }

export type Category =
  | 'basic'
  | 'flow'
  | 'instrument'
  | 'operate'
  | 'trend'
  | 'dashboard'
  | 'media'
  | 'navigate'
  | 'structure'

/** A kind of control: what it is (`core`), and how it is drawn: on the canvas by `paint`, in the page by `view`, or both. */
export interface ControlDefinition<Props> extends ControlKind<Props> {
  readonly category: Category
  readonly paint?: (painting: Painting<Props>) => void
  /** How far it paints beyond its box, px. Painting outside is cut off. */
  readonly ink?: (props: Props, size: Size) => number
  /** The part of the box that a changed binding of the main property alone repaints; the whole box where it is not said. */
  readonly valueArea?: (props: Props, size: Size) => Box | null
  /** Repaints a second that it wants for its own motion; 0 for none. 60 at most. */
  readonly motion?: (props: Props, state: ControlState<Props>) => number
  /** In front of the canvas, whatever stands above it there: the editor says so. */
  readonly view?: () => Promise<{ default: ComponentType<ViewProps<Props>> }>
  /** What it is for assistive technology. `img` speaks its name and value. */
  readonly role: 'img' | 'button' | 'switch' | 'spinbutton' | 'link' | 'none' | 'text'
  /** Its value in words, without name, unit or quality; null where it has none. */
  readonly speak?: (props: Props, state: ControlState<Props>, lang: Lang) => string | null
  /** Null where a press does nothing: nothing to write to is chosen. */
  readonly press?: (props: Props) => OwnPress | null
  /** What can happen to it. */
  readonly triggers: readonly Trigger[]
}

/** Declares a kind: the default export of its folder's `control.ts`. */
export function defineControl<Props>(declared: ControlDefinition<Props>): ControlDefinition<Props> {
  return declared
}
