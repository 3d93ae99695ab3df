import { type FocusEvent, type PointerEvent, type UIEvent, useEffect, useMemo, useRef } from 'react'

/** A finger is gone from the screen between two presses. */
const TOUCH_MS = 1500
/** Who neither scrolls nor presses a key for so long is not reading here. A pointer that rests may press at any moment. */
const IDLE_MS = 60_000
/** Px: less is no scrolling. */
const SCROLLED = 4

/** Rows that stay in their places while they are held. */
export interface HeldRows {
  hold(isHeld: boolean): void
}

type Reason = 'pointer' | 'touch' | 'focus' | 'scroll' | 'selection'

/** Keeps the rows where they are while somebody hovers, touches, holds the focus, has scrolled or has a selection. */
export function useHold(rows: HeldRows, hasSelection = false) {
  const reasons = useRef(new Set<Reason>())
  const set = useMemo(
    () => (reason: Reason, isThere: boolean) => {
      if (isThere) reasons.current.add(reason)
      else reasons.current.delete(reason)
      rows.hold(reasons.current.size > 0)
    },
    [rows],
  )
  useEffect(() => set('selection', hasSelection), [set, hasSelection])

  const { handlers, stop } = useMemo(() => {
    let lifted: ReturnType<typeof setTimeout> | undefined
    let idle: ReturnType<typeof setTimeout> | undefined
    const lift = () => {
      clearTimeout(lifted)
      lifted = setTimeout(() => set('touch', false), TOUCH_MS)
    }
    const stir = () => {
      clearTimeout(idle)
      idle = setTimeout(() => {
        set('focus', false)
        set('scroll', false)
      }, IDLE_MS)
    }
    const hover = ({ pointerType }: PointerEvent) => pointerType !== 'touch' && set('pointer', true)
    return {
      stop() {
        clearTimeout(lifted)
        clearTimeout(idle)
      },
      handlers: {
        onPointerEnter: hover,
        onPointerMove: hover,
        onPointerLeave: () => set('pointer', false),
        onPointerDown({ pointerType }: PointerEvent) {
          clearTimeout(lifted)
          if (pointerType === 'touch') set('touch', true)
        },
        onPointerUp: lift,
        onPointerCancel: lift,
        onFocus() {
          set('focus', true)
          stir()
        },
        onBlur({ currentTarget, relatedTarget }: FocusEvent) {
          if (!currentTarget.contains(relatedTarget)) set('focus', false)
        },
        onKeyUp() {
          set('focus', true)
          stir()
        },
        // As it goes down: it does not come up from a table that stands inside.
        onScrollCapture({ target }: UIEvent) {
          set('scroll', (target as HTMLElement).scrollTop > SCROLLED)
          stir()
        },
      },
    }
  }, [set])
  useEffect(() => {
    const held = reasons.current
    return () => {
      stop()
      held.clear()
      rows.hold(false)
    }
  }, [rows, stop])
  return handlers
}
