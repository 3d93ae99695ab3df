import { type RefObject, useEffect, useEffectEvent } from 'react'
import { useSheet, useText } from '../../define/index.ts'
import { IconButton } from '../../kit/Button.tsx'
import type { Size } from '../controls/define-control.ts'
import type { Cards } from './card-context.ts'
import sheet from './card-full.css?sheet'
import { text } from './card-text.ts'

interface CardFullProps {
  card: RefObject<HTMLElement | null>
  /** Of the window while the card fills it; null else. */
  full: Size | null
  onFull: (full: Size | null) => void
  cards: Cards
}

const windowSize = (): Size => ({ width: innerWidth, height: innerHeight })

/**
 * Makes a card as large as the window and back. It stays where it is in the page: what it shows goes on, and it is in front of
 * everything because it is in the top layer.
 */
export function CardFull({ card, full, onFull, cards }: CardFullProps) {
  useSheet(sheet)
  const t = useText(text)
  const isFull = full !== null
  const resize = useEffectEvent(() => onFull(windowSize()))
  const leave = useEffectEvent(() => onFull(null))
  const tell = useEffectEvent((isFilling: boolean) => cards.onFull(isFilling))
  useEffect(() => {
    const { current } = card
    if (!isFull || !current) return
    current.popover = 'manual'
    current.showPopover()
    tell(true)
    const onKey = (event: KeyboardEvent) => {
      const [at] = event.composedPath()
      // What is open before it, as a menu, goes first.
      if (event.key !== 'Escape' || (at instanceof Element && at.closest('.sg-portal'))) return
      event.preventDefault()
      event.stopPropagation()
      leave()
    }
    const button = () => current.querySelector<HTMLElement>(':scope > .card-full button')
    // What is behind it is not to be reached; what opens before it, as a menu, is.
    const onLeft = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Element && !relatedTarget.closest('[popover]')) button()?.focus()
    }
    addEventListener('resize', resize)
    // Before the name of its button, which hears Escape too.
    addEventListener('keydown', onKey, true)
    current.addEventListener('focusout', onLeft)
    button()?.focus()
    return () => {
      removeEventListener('resize', resize)
      removeEventListener('keydown', onKey, true)
      current.removeEventListener('focusout', onLeft)
      // The focus stays on its button, wherever that stands then.
      current.popover = null
      button()?.focus()
      tell(false)
    }
  }, [isFull, card])
  return (
    <div className="card-full">
      {isFull && cards.note && <span role="status">{cards.note}</span>}
      <IconButton
        icon={isFull ? 'close' : 'expand'}
        label={isFull ? t.leave : t.fill}
        onPress={() => onFull(isFull ? null : windowSize())}
      />
    </div>
  )
}
