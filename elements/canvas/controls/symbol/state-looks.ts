/**
 * How the body is filled: `outline` hollow, `solid` with the colour of lines, `hatched` between the two, `lit` bright,
 * `dim` dark, `faint` greyed, `plain` as the thing itself is.
 */
export type BodyLook = 'plain' | 'outline' | 'solid' | 'hatched' | 'lit' | 'dim' | 'faint'
export type Mark = 'fault' | 'trip'

/** How a state is shown without a colour: ISA-101. */
export interface StateLook {
  readonly body: BodyLook
  /** Its moving parts are solid, and move. */
  readonly isActive: boolean
  readonly isDashed: boolean
  readonly mark: Mark | null
}

const stateLook = (body: BodyLook, more: Partial<StateLook> = {}): StateLook => ({
  body,
  isActive: false,
  isDashed: false,
  mark: null,
  ...more,
})

/** By the names in `data-states`. */
export const STATE_LOOKS = {
  open: stateLook('outline'),
  closed: stateLook('solid'),
  moving: stateLook('hatched', { isActive: true }),
  stopped: stateLook('dim'),
  running: stateLook('lit', { isActive: true }),
  normal: stateLook('plain'),
  dead: stateLook('outline'),
  live: stateLook('solid', { isActive: true }),
  offline: stateLook('faint', { isDashed: true }),
  online: stateLook('plain', { isActive: true }),
  tripped: stateLook('outline', { mark: 'trip' }),
  fault: stateLook('plain', { mark: 'fault' }),
} as const satisfies Record<string, StateLook>

export type StateName = keyof typeof STATE_LOOKS
export const isStateName = (text: string): text is StateName => Object.hasOwn(STATE_LOOKS, text)

/** Nothing is known of it: an empty outline that claims no state. */
export const UNKNOWN: StateLook = stateLook('plain')
