import { useEffect, useEffectEvent, useRef, useState } from 'react'
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
  text: string
  /** An error's code, shown small. */
  code?: string
  /** 3000 by default, 5000 for errors, 8000 with an action. */
  durationMs?: number
  /** "Undo" */
  action?: { label: string; run: () => void }
}

interface ToastsProps {
  toasts: readonly ToastItem[]
  onDismiss: (id: ToastItem['id']) => void
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
  durationMs ?? (action ? ACTION_MS : type === 'error' ? LIMITS.errorToastMs : LIMITS.toastMs)

/** Draws a list of toasts that somebody else keeps; time stands still while the pointer or the focus is on them. */
export function Toasts({ toasts, onDismiss }: ToastsProps) {
  useSheet(sheet)
  const { portal } = useElement()
  const [isPaused, setPaused] = useState(false)
  const [layer, setLayer] = useState<HTMLElement | null>(null)
  const isEmpty = toasts.length === 0
  useEffect(() => {
    if (!isEmpty) setLayer(portal())
  }, [isEmpty, portal])
  if (!layer || isEmpty) return null
  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: only holds the clock, nothing to press
    <div
      className="toasts"
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
    if (isPaused) return
    const from = Date.now()
    const timer = setTimeout(leaveInTime, leftMs.current)
    return () => {
      clearTimeout(timer)
      leftMs.current = Math.max(1000, leftMs.current - (Date.now() - from))
    }
  }, [isPaused])
  return (
    <div ref={box} className={`toast toast-${toast.type}`} role={toast.type === 'error' ? 'alert' : 'status'}>
      <Icon name={ICON_OF[toast.type]} />
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
