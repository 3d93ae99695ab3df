import { useEffect, useRef, useState } from 'react'
import { useConnection, useElement, useText } from '../../define/index.ts'
import { Icon } from '../../kit/Icon.tsx'
import { useCall } from '../../parts/use-call.ts'
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
 * A screen as it looks. One that came as a file has no picture yet, and is drawn here. Decoration: its name stands
 * beside it.
 */
export function Picture({ screen_id, thumbnail }: PictureProps) {
  return (
    <span className="template-picture">
      {screen_id === null ? (
        <Nothing />
      ) : thumbnail === null ? (
        <Drawn key={screen_id} screen_id={screen_id} />
      ) : (
        <Fetched key={`${screen_id} ${thumbnail}`} screen_id={screen_id} />
      )}
    </span>
  )
}

function Fetched({ screen_id }: { screen_id: number }) {
  const { api } = useConnection()
  const { data, failure } = useCall(api.screen.thumbnail, { screen_id })
  if (data?.picture) return <img src={data.picture} alt="" />
  return data || failure ? <Nothing /> : null
}

const PICTURE_PX = 480

function Drawn({ screen_id }: { screen_id: number }) {
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
  return failure || hasNone ? <Nothing /> : <span ref={place} className="template-drawn" />
}

function Nothing() {
  return <Icon name="image" size={32} />
}
