import { type PointerEvent as PressEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'

/** A press that wanders no further than this is a press. */
const SLACK_PX = 5
/** Nearer to an edge than this, the tree scrolls by itself. */
const EDGE_PX = 28
const SCROLL_PX = 8
/** A closed branch opens under a node that is held over it so long. */
const OPEN_MS = 600

/** Where a node is held: over another, over the place that stands for the top (null), or over nothing that takes it. */
type Over<Id> = Id | null | undefined

export interface Drag<Id> {
  readonly id: Id
  readonly over: Over<Id>
}

interface NodeDragOptions<Id> {
  tree: RefObject<HTMLElement | null>
  /** Follows the pointer. */
  ghost: RefObject<HTMLElement | null>
  /** Of a row, by its `data-id`. */
  idOf: (row: Element) => Id | undefined
  mayDrag: (id: Id) => boolean
  mayDrop: (id: Id, parent: Id | null) => boolean
  onDrop: (id: Id, parent: Id | null) => void
  onOpen: (id: Id) => void
}

/**
 * Drags a node of a tree onto another, with mouse or pen; a finger scrolls. Escape lets it go where it was. Pointer
 * events, not the browser's own dragging: that one cannot say within a shadow root what it is over.
 */
export function useNodeDrag<Id>({ tree, ghost, ...act }: NodeDragOptions<Id>) {
  const [drag, setDrag] = useState<Drag<Id> | null>(null)
  const pressed = useRef<{ id: Id; pointerId: number; x: number; y: number } | null>(null)
  const at = useRef({ x: 0, y: 0 })
  const wasDragged = useRef(false)

  const overAt = useEffectEvent((id: Id): Over<Id> => {
    const root = tree.current?.getRootNode() as ShadowRoot | Document | undefined
    const under = root?.elementFromPoint(at.current.x, at.current.y)
    if (!under || !tree.current?.contains(under)) return undefined
    const row = under.closest('[role=treeitem]')
    const parent = row ? act.idOf(row) : null
    return parent !== undefined && act.mayDrop(id, parent) ? parent : undefined
  })
  const renew = useEffectEvent(() => {
    if (!drag) return
    if (ghost.current) ghost.current.style.translate = `${at.current.x + 12}px ${at.current.y + 8}px`
    const over = overAt(drag.id)
    if (over !== drag.over) setDrag({ id: drag.id, over })
  })
  const move = useEffectEvent((event: PointerEvent) => {
    const from = pressed.current
    if (!from || event.pointerId !== from.pointerId) return
    at.current = { x: event.clientX, y: event.clientY }
    if (drag) return renew()
    if (Math.hypot(event.clientX - from.x, event.clientY - from.y) < SLACK_PX) return
    // From here on also what happens outside of the window is heard.
    tree.current?.setPointerCapture(from.pointerId)
    wasDragged.current = true
    setDrag({ id: from.id, over: undefined })
  })
  const end = useEffectEvent((isDropped: boolean) => {
    pressed.current = null
    if (drag && isDropped && drag.over !== undefined) act.onDrop(drag.id, drag.over)
    setDrag(null)
  })
  const scroll = useEffectEvent(() => {
    const box = tree.current?.getBoundingClientRect()
    if (!box || !tree.current) return
    if (at.current.y < box.top + EDGE_PX) tree.current.scrollTop -= SCROLL_PX
    else if (at.current.y > box.bottom - EDGE_PX) tree.current.scrollTop += SCROLL_PX
    renew()
  })

  useEffect(() => {
    const up = () => end(true)
    const cancel = () => end(false)
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', up)
    window.addEventListener('pointercancel', cancel)
    return () => {
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', up)
      window.removeEventListener('pointercancel', cancel)
    }
  }, [])

  const isDragging = drag !== null
  useEffect(() => {
    if (!isDragging) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      end(false)
    }
    let frame = requestAnimationFrame(function next() {
      scroll()
      frame = requestAnimationFrame(next)
    })
    window.addEventListener('keydown', onKey, { capture: true })
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('keydown', onKey, { capture: true })
    }
  }, [isDragging])

  const over = drag?.over
  const open = useEffectEvent((id: Id) => act.onOpen(id))
  useEffect(() => {
    if (over === undefined || over === null) return
    const timer = setTimeout(() => open(over), OPEN_MS)
    return () => clearTimeout(timer)
  }, [over])

  return {
    drag,
    onPointerDown(event: PressEvent, row: Element | null) {
      const id = row ? act.idOf(row) : undefined
      wasDragged.current = false
      if (event.button !== 0 || event.pointerType === 'touch' || id === undefined || !act.mayDrag(id)) return
      pressed.current = { id, pointerId: event.pointerId, x: event.clientX, y: event.clientY }
    },
    /** True once for the click that ends a drag. */
    isClickOfDrag() {
      const was = wasDragged.current
      wasDragged.current = false
      return was
    },
  }
}
