import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { LIMITS } from '../../core/catalogue/limits.ts'
import { words } from '../../core/text/words.ts'
import { useElement, useSheet, useText } from '../context/element-context.ts'
import { Button, IconButton } from './Button.tsx'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'
import sheet from './toasts.css?sheet'

export interface ToastItem {
  id: string | number
  type: 'success' | 'warning' | 'info' | 'error'
  /** In place of the icon of its type. */
  mark?: ReactNode
  text: string
  /** An error's code, shown small. */
  code?: string
  /** 3000 by default, 5000 for errors, 8000 with an action; null for one that stays until it is closed. */
  durationMs?: number | null
  /** "Undo" */
  action?: { label: string; run: () => void }
}

interface ToastsProps {
  toasts: readonly ToastItem[]
  onDismiss: (id: ToastItem['id']) => void
  /** They hang below it, at the end of the window: apart from those of what the user does. */
  below?: HTMLElement
}

const ICON_OF: Record<ToastItem['type'], IconName> = {
  success: 'check',
  warning: 'warning',
  info: 'info',
  error: 'octagon',
}

/** Long enough to read what can be done, and to do it. */
const ACTION_MS = 8000

const durationOf = ({ durationMs, type, action }: ToastItem) =>
  durationMs === undefined ? (action ? ACTION_MS : type === 'error' ? LIMITS.errorToastMs : LIMITS.toastMs) : durationMs

function focused(): Element | null {
  let at = document.activeElement
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement
  return at
}

/** Whether the middle of the element that has the focus is under this one. */
function coversFocus(box: Element): boolean {
  const active = focused()
  if (!active || box.contains(active)) return false
  const [over, under] = [box, active].map((element) => element.getBoundingClientRect()) as [DOMRect, DOMRect]
  const x = (under.left + under.right) / 2
  const y = (under.top + under.bottom) / 2
  return x > over.left && x < over.right && y > over.top && y < over.bottom
}

/** Draws a list of toasts that somebody else keeps, at the other side of the window where they would lie on the focus; time stands still while the pointer or the focus is on them. */
export function Toasts({ toasts, onDismiss, below }: ToastsProps) {
  useSheet(sheet)
  const { portal } = useElement()
  const [isPaused, setPaused] = useState(false)
  const [layer, setLayer] = useState<HTMLElement | null>(null)
  const isEmpty = toasts.length === 0
  useEffect(() => {
    if (!isEmpty) setLayer(portal())
  }, [isEmpty, portal])
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    if (below && !isEmpty) setTop(below.getBoundingClientRect().bottom)
  }, [below, isEmpty])
  const box = useRef<HTMLDivElement>(null)
  const [isAside, setAside] = useState(false)
  useEffect(() => {
    if (!layer || isEmpty) return
    const makeWay = () => {
      if (box.current && coversFocus(box.current)) setAside((was) => !was)
    }
    makeWay()
    addEventListener('keyup', makeWay)
    return () => removeEventListener('keyup', makeWay)
  }, [layer, isEmpty])
  if (!layer || isEmpty) return null
  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: only holds the clock, nothing to press
    <div
      ref={box}
      className={below ? 'toasts toasts-below' : 'toasts'}
      data-aside={isAside || undefined}
      {...(below && !isAside && { style: { insetBlockStart: top } })}
      data-react-aria-top-layer
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      {toasts.map((toast) => (
        <Toast key={toast.id} toast={toast} isPaused={isPaused} onDismiss={() => onDismiss(toast.id)} />
      ))}
    </div>,
    layer,
  )
}

/** What fades can be pressed no more; at once for who wants no motion. */
function fadeOut(box: HTMLElement | null, onGone: () => void): void {
  if (!box) return
  box.inert = true
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  const timing = { duration: isStill ? 0 : LIMITS.toastFadeMs, fill: 'forwards' } as const
  // Refused where its owner takes it away before.
  box.animate({ opacity: 0 }, timing).finished.then(onGone, () => {})
}

function Toast({ toast, isPaused, onDismiss }: { toast: ToastItem; isPaused: boolean; onDismiss: () => void }) {
  const { close } = useText(words)
  const leftMs = useRef(durationOf(toast))
  const box = useRef<HTMLDivElement>(null)
  const leave = () => fadeOut(box.current, onDismiss)
  const leaveInTime = useEffectEvent(leave)
  useEffect(() => {
    const ms = leftMs.current
    if (isPaused || ms === null) return
    const from = Date.now()
    const timer = setTimeout(leaveInTime, ms)
    return () => {
      clearTimeout(timer)
      leftMs.current = Math.max(1000, ms - (Date.now() - from))
    }
  }, [isPaused])
  return (
    <div ref={box} className={`toast toast-${toast.type}`} role={toast.type === 'error' ? 'alert' : 'status'}>
      {toast.mark ?? <Icon name={ICON_OF[toast.type]} />}
      <p className="toast-text">
        {toast.text}
        {toast.code && <code className="toast-code">{toast.code}</code>}
      </p>
      {toast.action && (
        <Button
          look="plain"
          onPress={() => {
            toast.action?.run()
            leave()
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <IconButton icon="close" label={close} onPress={leave} />
    </div>
  )
}
