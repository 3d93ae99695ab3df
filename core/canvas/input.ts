import type { Editor, KeyPress, Modifiers, PointerAt, Tool } from './editor-api.ts'
import { hitAt } from './hit-test.ts'
import type { Gesture, Session } from './session.ts'
import { panGesture } from './tools/pan.ts'
import { pathGesture } from './tools/path.ts'
import { placeGesture } from './tools/place.ts'
import { openAt, selectGesture } from './tools/select.ts'
import { panned, zoomed } from './viewport.ts'

/** How much a px of the wheel zooms: a notch of 100 by a fifth. */
const WHEEL = 0.002

type Input = Pick<
  Editor,
  'pointerDown' | 'pointerMove' | 'pointerUp' | 'doubleClick' | 'cancel' | 'wheel' | 'use' | 'keyUp'
> & {
  /** Whether the key belongs to what is under way. */
  keyDown(press: KeyPress): boolean
  begin(gesture: Gesture | null): boolean
  update(at: PointerAt): void
  end(): void
}

const MODIFIERS: Readonly<Record<string, keyof Modifiers>> = {
  Shift: 'shift',
  Alt: 'alt',
  Control: 'ctrl',
  Meta: 'ctrl',
}

/** Leads pointers and keys to the gesture that they belong to. */
export function createInput(session: Session): Input {
  let isSpaceHeld = false
  let last: PointerAt = { x: 0, y: 0 }

  const cancel = () => {
    const { gesture } = session
    gesture?.cancel()
    if (gesture || session.state().overlay.hovered !== null) session.finish()
  }
  const end = () => {
    const { gesture } = session
    gesture?.up(last)
    if (gesture && session.gesture === gesture) session.finish()
  }
  const begin = (gesture: Gesture | null): boolean => {
    if (gesture) session.begin(gesture)
    return gesture !== null
  }
  const gestureFor = (at: PointerAt): Gesture | null => {
    const { tool } = session.state()
    if (at.button === 1 || isSpaceHeld || (tool.name === 'pan' && (at.button ?? 0) === 0))
      return panGesture(session, at)
    if ((at.button ?? 0) !== 0) return null
    if (tool.name === 'place') return placeGesture(session, at)
    return tool.name === 'path' ? pathGesture(session) : selectGesture(session, at)
  }
  /** The context menu is for what is below the pointer. */
  const pickForMenu = (at: PointerAt) => {
    const hit = hitAt(session, at, false, at.isTouch)
    if (hit === null) session.select([])
    else if (!session.state().selection.includes(hit)) session.select([hit])
  }
  const again = (held: Partial<Modifiers>) => {
    last = { ...last, ...held }
    session.gesture?.move(last)
  }

  return {
    begin,
    cancel,
    pointerDown(at) {
      const { gesture } = session
      if (gesture?.down && (at.button ?? 0) === 0 && !isSpaceHeld) return gesture.down(at)
      // Another button: what is under way goes on. The same one again: letting go was never heard.
      if (gesture && (at.button ?? 0) !== 0) return
      if (gesture) end()
      last = at
      if (at.button === 2) return pickForMenu(at)
      session.seal()
      session.overlay({ hovered: null })
      if (begin(gestureFor(at))) session.gesture?.down?.(at)
    },
    pointerMove(at) {
      last = at
      if (session.gesture) return session.gesture.move(at)
      if (session.state().tool.name === 'select') session.overlay({ hovered: hitAt(session, at) })
    },
    pointerUp(at) {
      last = at
      const { gesture } = session
      if (!gesture) return
      gesture.up(at)
      if (session.gesture === gesture && !gesture.down) session.finish()
    },
    doubleClick(at) {
      const { gesture } = session
      if (gesture?.name === 'path') gesture.key?.('Enter')
      else if (!gesture && session.state().tool.name === 'select') openAt(session, at)
    },
    update: (at) => {
      last = at
      session.gesture?.move(at)
    },
    end,
    wheel({ x, y, deltaX, deltaY, ctrl, shift }) {
      const { view } = session.state()
      if (ctrl) session.look(zoomed(view, view.zoom * Math.exp(-deltaY * WHEEL), { x, y }))
      else session.look(panned(view, shift && deltaX === 0 ? { x: -deltaY, y: 0 } : { x: -deltaX, y: -deltaY }))
    },
    use(tool: Tool) {
      cancel()
      session.use(tool)
    },
    keyDown({ key, ctrl }) {
      const modifier = MODIFIERS[key]
      if (modifier) {
        again({ [modifier]: true })
        return session.gesture !== null
      }
      if (key === ' ') {
        isSpaceHeld = true
        return true
      }
      const { gesture } = session
      if (!gesture || key === 'Escape') return false
      if (gesture.key?.(key)) return true
      // Whatever else a key does, it would do it to half a gesture.
      if (ctrl && key.toLowerCase() === 'z') cancel()
      return true
    },
    keyUp({ key }) {
      const modifier = MODIFIERS[key]
      if (modifier) again({ [modifier]: false })
      if (key === ' ') isSpaceHeld = false
    },
  }
}
