import type * as z from 'zod/mini'

/** Props of a control before its kind has validated them. */
export type RawProps = Readonly<Record<string, unknown>>

/** What the program knows of a kind of control without drawing it. */
export interface ControlKind<Props = RawProps> {
  /** As documents name it; never changes. */
  readonly kind: string
  /** Counts up at each change of `props` that older documents do not fit. */
  readonly version: number
  readonly props: z.ZodMiniType<Props>
  /** What a newly drawn control has. */
  readonly defaults: Props
  /** Size in px of one that is placed by a click. */
  readonly size: { readonly width: number; readonly height: number }
  /** From the props of a version to those of the next: `migrate[1]` makes version 2 of version 1. */
  readonly migrate?: Readonly<Record<number, (old: RawProps) => RawProps>>
  /**
   * What can be bound beside the properties that every control has, by path; the first is the main one (a value's
   * `value`): what a point that is dropped onto the control is bound to.
   */
  readonly bindable: readonly string[]
  /** Path of the list of points that it draws: a point that is dropped onto it is added there, and no property is its main one. */
  readonly pointList?: string
  /** Many of them stand for one point, as pipes do: an alarm is drawn at one only where its author names whose. */
  readonly isUnmarked?: true
}

/** The kinds that a program has, by name. */
export type KindTable = ReadonlyMap<string, ControlKind>
