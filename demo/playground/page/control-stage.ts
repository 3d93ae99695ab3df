import { settled } from './dom.ts'

/** A screen to draw, beneath a word that says which it is. */
export interface Drawn {
  title: string
  /** As `<sg-canvas document>` takes it. */
  document: { width: number; height: number }
}

export interface Drawing {
  lang: string
  theme: string
  /** The device that the screens are opened for. */
  sn: string
  drawn: readonly Drawn[]
}

const LEAST_PX = 132

/** Screens in a page of their own, each in an `<sg-canvas>` with its document; `isPair` puts two of them side by side. */
export function createControlStage(frame: HTMLIFrameElement, title: string, console_url: string, isPair: boolean) {
  let wanted: Drawing | null = null
  const page = () => (frame.contentDocument?.querySelector('#host-css') ? frame.contentDocument : null)

  const fit = settled(() => {
    const height = page()?.documentElement.getBoundingClientRect().height ?? 0
    frame.style.height = `${Math.max(LEAST_PX, Math.ceil(height))}px`
  }, 50)

  function start() {
    const doc = page()
    if (!doc) return
    doc.title = title
    new ResizeObserver(fit).observe(doc.documentElement)
    const connection = doc.createElement('sg-connection')
    connection.setAttribute('base-url', console_url)
    connection.setAttribute('token-url', '/token/whole')
    const drawings = doc.createElement('div')
    drawings.className = isPair ? 'drawings pair' : 'drawings'
    connection.append(drawings)
    doc.body.replaceChildren(connection)
    if (wanted) show(wanted)
  }

  function show(drawing: Drawing) {
    wanted = drawing
    const doc = page()
    const place = doc?.querySelector('.drawings')
    if (!doc || !place) return
    const { lang, theme, sn, drawn } = drawing
    doc.documentElement.lang = lang
    doc.documentElement.dataset.theme = theme
    while (place.children.length > drawn.length) place.lastElementChild?.remove()
    for (const [index, { title: name, document }] of drawn.entries()) {
      const figure = place.children[index] ?? place.appendChild(figureIn(doc))
      const [caption, canvas] = Array.from(figure.children) as [HTMLElement, HTMLElement & { document: object }]
      caption.textContent = name
      for (const [attribute, value] of Object.entries({ sn, theme }))
        if (canvas.getAttribute(attribute) !== value) canvas.setAttribute(attribute, value)
      canvas.style.blockSize = `${document.height}px`
      // The same drawing again would begin the screen anew.
      const written = JSON.stringify(document)
      if (canvas.dataset.drawn === written) continue
      canvas.dataset.drawn = written
      canvas.document = document
    }
  }

  function figureIn(doc: Document): HTMLElement {
    const figure = doc.createElement('figure')
    const caption = doc.createElement('figcaption')
    const canvas = doc.createElement('sg-canvas')
    canvas.setAttribute('bare', '')
    figure.append(caption, canvas)
    return figure
  }

  frame.addEventListener('load', start)
  if (frame.contentDocument?.readyState === 'complete') start()
  return { show, reload: () => frame.contentWindow?.location.reload() }
}
