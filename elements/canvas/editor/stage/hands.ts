import { Canvas, Control, controlsUtils, FabricObject, type TPointerEvent } from 'fabric/es'
import type { Frame, Handle, Modifiers } from '../../../../core/canvas/editor-api.ts'
import type { Spot } from '../../../../core/canvas/geometry.ts'

/** What is drawn at the frame; spots and sizes are px of the view. */
export interface ShownFrame extends Omit<Frame, 'ids'> {
  /** Corners of a path, in shares of the frame; null for anything that is resized by its frame. */
  readonly corners: readonly Spot[] | null
}

export interface HandsColours {
  readonly accent: string
  readonly fill: string
}

export interface HandsListener {
  begin(
    what: { name: 'resize'; handle: Handle } | { name: 'rotate' } | { name: 'vertex'; index: number },
    at: Spot,
  ): boolean
  update(at: Spot, held: Modifiers): void
  end(): void
}

export interface Hands {
  show(frame: ShownFrame | null): void
  resize(width: number, height: number): void
  setColours(colours: HandsColours): void
  /** Where no handle is. */
  setCursor(cursor: string): void
  /** A handle has the pointer. */
  isHolding(): boolean
  /** The gesture ended otherwise: by a key, by another pointer. */
  letGo(): void
  dispose(): void
}

const HANDLES: Readonly<Record<string, Handle>> = {
  tl: 'nw',
  mt: 'n',
  tr: 'ne',
  mr: 'e',
  br: 'se',
  mb: 's',
  bl: 'sw',
  ml: 'w',
}
/** px; a finger has more of it. */
const HANDLE_PX = 8
const TOUCH_PX = 28
const ROTATE_AT_PX = -22
/** A frame that is smaller has no room for handles at its sides. */
const SIDES_FROM_PX = 28

const heldBy = (event: TPointerEvent): Modifiers => ({
  shift: event.shiftKey,
  alt: event.altKey,
  ctrl: event.ctrlKey || event.metaKey,
})

type Held = Parameters<HandsListener['begin']>[0]

/** Handles at the corners and sides, and the one that turns. */
function frameControls(handlers: (what: Held) => object): Record<string, Control> {
  const own = controlsUtils.createObjectDefaultControls()
  for (const [name, control] of Object.entries(own)) {
    const handle = HANDLES[name]
    Object.assign(control, handlers(handle ? { name: 'resize', handle } : { name: 'rotate' }))
    // Fabric's own name of the action decides what it does besides: scaling turns the sign of a flipped object.
    control.getActionName = () => (handle ? 'size' : 'turn')
    control.actionName = handle ? 'size' : 'turn'
    if (handle) control.cursorStyleHandler = controlsUtils.scaleCursorStyleHandler
    else {
      control.offsetY = ROTATE_AT_PX
      control.cursorStyleHandler = () => 'grab'
      control.render = controlsUtils.renderCircleControl
    }
  }
  return own
}

/** Stands for the frame: nothing of it is seen but its handles and its border. */
function createProxy(controls: Record<string, Control>): FabricObject {
  const proxy = new FabricObject({
    originX: 'center',
    originY: 'center',
    fill: '',
    strokeWidth: 0,
    objectCaching: false,
    hasBorders: true,
    transparentCorners: false,
    cornerSize: HANDLE_PX,
    touchCornerSize: TOUCH_PX,
    borderScaleFactor: 1,
    padding: 0,
    lockMovementX: true,
    lockMovementY: true,
    lockScalingFlip: true,
    visible: false,
  })
  proxy.controls = controls
  // Only its handles are to be caught: what is inside belongs to the drawing below.
  proxy.containsPoint = () => false
  // A press elsewhere is for the editor.
  proxy.onDeselect = () => true
  return proxy
}

/**
 * The handles of what is selected: one object of fabric that stands for the frame, with its controls, cursors and rules
 * of touch. What they do is the editor's: it moves the document, and the frame follows.
 */
export function createHands(host: HTMLElement, listener: HandsListener): Hands {
  const element = host.ownerDocument.createElement('canvas')
  host.append(element)
  const canvas = new Canvas(element, {
    containerClass: 'stage-hands',
    enablePointerEvents: true,
    selection: false,
    preserveObjectStacking: true,
    renderOnAddRemove: false,
    uniformScaling: false,
    stopContextMenu: false,
    fireRightClick: false,
  })
  canvas.upperCanvasEl.removeAttribute('draggable')
  Object.assign(canvas.wrapperEl.style, { position: 'absolute', inset: '0' })

  let isHeld = false
  const begin = (what: Held) => (_event: TPointerEvent, _transform: unknown, x: number, y: number) => {
    isHeld = listener.begin(what, { x, y })
    return false
  }
  const update = (event: TPointerEvent, _transform: unknown, x: number, y: number) => {
    if (isHeld) listener.update({ x, y }, heldBy(event))
    return false
  }
  const end = () => {
    if (isHeld) listener.end()
    isHeld = false
    return false
  }
  const handlers = (what: Held) => ({
    mouseDownHandler: begin(what),
    actionHandler: update,
    mouseUpHandler: end,
    sizeX: HANDLE_PX,
    sizeY: HANDLE_PX,
    touchSizeX: TOUCH_PX,
    touchSizeY: TOUCH_PX,
  })

  const own = frameControls(handlers)
  const proxy = createProxy(own)
  canvas.add(proxy)
  canvas.setActiveObject(proxy)

  let corners = ''
  const setCorners = (frame: ShownFrame) => {
    const key = frame.corners ? JSON.stringify(frame.corners) : ''
    if (key === corners) return
    // The control that is held stays the same object while its corner moves.
    if (isHeld && frame.corners && Object.keys(proxy.controls).length === frame.corners.length) {
      frame.corners.forEach(({ x, y }, index) => {
        Object.assign(proxy.controls[`v${index}`] ?? {}, { x: x - 0.5, y: y - 0.5 })
      })
      return
    }
    corners = key
    proxy.controls = frame.corners
      ? Object.fromEntries(
          frame.corners.map(({ x, y }, index) => [
            `v${index}`,
            new Control({
              x: x - 0.5,
              y: y - 0.5,
              actionName: 'vertex',
              cursorStyleHandler: () => 'move',
              render: controlsUtils.renderCircleControl,
              ...handlers({ name: 'vertex', index }),
            }),
          ]),
        )
      : own
  }

  return {
    show(frame) {
      proxy.visible = frame !== null
      if (frame) {
        setCorners(frame)
        const { x, y, width, height, angle, isLocked } = frame
        proxy.set({ left: x + width / 2, top: y + height / 2, width, height, angle })
        proxy.hasControls = !isLocked
        proxy.hasBorders = frame.corners === null || isLocked
        proxy.borderDashArray = isLocked ? [4, 3] : null
        if (!frame.corners) {
          proxy.setControlVisible('mt', width >= SIDES_FROM_PX)
          proxy.setControlVisible('mb', width >= SIDES_FROM_PX)
          proxy.setControlVisible('ml', height >= SIDES_FROM_PX)
          proxy.setControlVisible('mr', height >= SIDES_FROM_PX)
        }
        proxy.setCoords()
        if (canvas.getActiveObject() !== proxy) canvas.setActiveObject(proxy)
      } else {
        // Fabric draws both of what is not visible, too.
        proxy.hasControls = false
        proxy.hasBorders = false
      }
      canvas.requestRenderAll()
    },
    resize(width, height) {
      canvas.setDimensions({ width, height })
      canvas.calcOffset()
      canvas.requestRenderAll()
    },
    setColours({ accent, fill }) {
      proxy.set({ borderColor: accent, cornerColor: fill, cornerStrokeColor: accent })
      canvas.requestRenderAll()
    },
    setCursor(cursor) {
      canvas.defaultCursor = cursor
      canvas.hoverCursor = cursor
      if (!isHeld) canvas.setCursor(cursor)
    },
    isHolding: () => isHeld,
    letGo() {
      isHeld = false
    },
    dispose() {
      void canvas.dispose()
    },
  }
}
