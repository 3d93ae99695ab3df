import type { Size } from '../controls/define-control.ts'

export interface SurfaceListener {
  /** px of the canvas, and how many of them a px of the page has. */
  resized(size: Size, ratio: number): void
  /** The page is hidden, or the canvas is off the screen. */
  held(reason: 'hidden' | 'away', isHeld: boolean): void
  motionReduced(isReduced: boolean): void
  /** The browser has lost what was on the canvas. */
  lost(): void
}

/** The canvas that is seen, as large as its host, which has to be positioned. Gives back what takes it off again. */
export function layCanvas(canvas: HTMLCanvasElement, host: HTMLElement, listener: SurfaceListener): () => void {
  const page = host.ownerDocument
  const view = page.defaultView ?? window
  const off = new AbortController()
  const { signal } = off
  let size: Size = { width: 0, height: 0 }

  const resize = () => {
    const ratio = view.devicePixelRatio || 1
    const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)]
    canvas.style.width = `${width / ratio}px`
    canvas.style.height = `${height / ratio}px`
    listener.resized({ width, height }, ratio)
  }
  const sizes = new view.ResizeObserver((seen) => {
    size = seen.at(-1)?.contentRect ?? size
    resize()
  })
  const places = new view.IntersectionObserver((seen) => {
    listener.held('away', !(seen.at(-1)?.isIntersecting ?? true))
  })
  const hide = () => listener.held('hidden', page.hidden)
  page.addEventListener('visibilitychange', hide, { signal })
  const reduced = view.matchMedia('(prefers-reduced-motion: reduce)')
  const reduce = () => listener.motionReduced(reduced.matches)
  reduced.addEventListener('change', reduce, { signal })
  canvas.addEventListener('contextrestored', () => listener.lost(), { signal })
  watchRatio(view, resize, signal)

  canvas.setAttribute('aria-hidden', 'true')
  Object.assign(canvas.style, { position: 'absolute', left: '0', top: '0', display: 'block' })
  host.prepend(canvas)
  reduce()
  hide()
  size = { width: host.clientWidth, height: host.clientHeight }
  resize()
  sizes.observe(host)
  places.observe(host)
  return () => {
    off.abort()
    sizes.disconnect()
    places.disconnect()
    canvas.remove()
  }
}

/** A window that is moved to another screen, or zoomed, has other px; there is no event for it but that of a question. */
function watchRatio(view: Window, onChange: () => void, signal: AbortSignal): void {
  const ask = () => {
    const question = view.matchMedia(`(resolution: ${view.devicePixelRatio}dppx)`)
    question.addEventListener(
      'change',
      () => {
        onChange()
        ask()
      },
      { signal, once: true },
    )
  }
  ask()
}
