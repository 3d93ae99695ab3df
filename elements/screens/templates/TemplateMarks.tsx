import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useConnection, useElement, useText } from '../../define/index.ts'
import { watchLook } from '../../kit/chart/look.ts'
import { Icon } from '../../kit/Icon.tsx'
import { plainColour } from '../../kit/tokens-at.ts'
import { useCall } from '../../parts/use-call.ts'
import { useOnScreen } from '../../parts/use-on-screen.ts'
import { text } from './text.ts'

/** Whether devices see its screens, by shape and word. */
export function PublishedMark({ is_published }: { is_published: boolean }) {
  const t = useText(text)
  return (
    <span className={is_published ? 'template-state template-state-published' : 'template-state'}>
      <Icon name={is_published ? 'circle' : 'ring'} size={12} />
      {is_published ? t.published : t.unpublished}
    </span>
  )
}

interface PictureProps {
  screen_id: number | null
  /** Changes with the picture; null where there is none. */
  thumbnail: string | null
}

/**
 * A screen as it looks. Its stored picture has the colours of the light theme: in a dark one it is drawn here, as is one
 * that came as a file and has none yet. Decoration: its name stands beside it.
 */
export function Picture({ screen_id, thumbnail }: PictureProps) {
  const [place, isDark] = useDark()
  const [onScreen, isOnScreen] = useOnScreen()
  const ref = useCallback(
    (element: HTMLElement | null) => {
      const ends = [place(element), onScreen(element)]
      return () => {
        for (const end of ends) end?.()
      }
    },
    [place, onScreen],
  )
  const stored = screen_id !== null && thumbnail !== null && (
    <Fetched key={`${screen_id} ${thumbnail}`} screen_id={screen_id} />
  )
  return (
    <span ref={ref} className="template-picture">
      {screen_id === null ? (
        <Nothing />
      ) : isDark === null ? null : stored && (!isDark || !isOnScreen) ? (
        stored
      ) : (
        <Drawn key={`${screen_id} ${thumbnail}`} screen_id={screen_id} otherwise={stored || <Nothing />} />
      )}
    </span>
  )
}

/** Whether a place is dark, as the theme is now; null before it is known. */
function useDark(): [ref: (element: HTMLElement | null) => (() => void) | undefined, isDark: boolean | null] {
  const [isDark, setDark] = useState<boolean | null>(null)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const read = () => setDark(plainColour(element, 'light-dark(#ffffff, #000000)') === '#000000')
    read()
    return watchLook(element, read)
  }, [])
  return [ref, isDark]
}

function Fetched({ screen_id }: { screen_id: number }) {
  const { api } = useConnection()
  const { data, failure } = useCall(api.screen.thumbnail, { screen_id })
  if (data?.picture) return <img src={data.picture} alt="" />
  return data || failure ? <Nothing /> : null
}

const PICTURE_PX = 480

function Drawn({ screen_id, otherwise }: { screen_id: number; otherwise: ReactNode }) {
  const connection = useConnection()
  const { lang, timeZone } = useElement()
  const { data, failure } = useCall(connection.api.screen.show, { screen_id })
  const place = useRef<HTMLSpanElement>(null)
  const [hasNone, setHasNone] = useState(false)
  useEffect(() => {
    const element = place.current
    if (!data || !element) return
    let end: (() => void) | null = null
    let isWanted = true
    const draw = async () => {
      const { drawScreen } = await import('../../canvas/view/draw-screen.ts')
      const onDrawn = (canvas: HTMLCanvasElement) => element.replaceChildren(canvas)
      const parts = { connection, element, size: PICTURE_PX, lang, timezone: timeZone, onDrawn }
      const drawing = await drawScreen(data.document, parts)
      if (!isWanted) return drawing?.()
      end = drawing
      if (!drawing) setHasNone(true)
    }
    // A picture that does not load is replaced by its icon; the list is complete without it.
    draw().catch(() => isWanted && setHasNone(true))
    return () => {
      isWanted = false
      end?.()
    }
  }, [data, connection, lang, timeZone])
  return failure || hasNone ? otherwise : <span ref={place} className="template-drawn" />
}

function Nothing() {
  return <Icon name="image" size={32} />
}
