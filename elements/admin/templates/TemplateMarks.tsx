import { useState } from 'react'
import { useConnection, useText } from '../../define/index.ts'
import { Icon } from '../../kit/Icon.tsx'
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

/** A screen as it looks; asked for when it comes into view. Decoration: its name stands beside it. */
export function Picture({ screen_id, thumbnail }: PictureProps) {
  const [ref, isOnScreen] = useOnScreen()
  return (
    <span ref={ref} className="template-picture">
      {screen_id === null || thumbnail === null ? (
        <Nothing />
      ) : (
        <Fetched key={`${screen_id} ${thumbnail}`} screen_id={screen_id} isWanted={isOnScreen} />
      )}
    </span>
  )
}

function Fetched({ screen_id, isWanted }: { screen_id: number; isWanted: boolean }) {
  const { api } = useConnection()
  const [input] = useState({ screen_id })
  const [isAsked, setAsked] = useState(isWanted)
  if (isWanted && !isAsked) setAsked(true)
  const { data, failure } = useCall(api.screen.thumbnail, isAsked ? input : null)
  if (data?.picture) return <img src={data.picture} alt="" />
  return data || failure ? <Nothing /> : null
}

function Nothing() {
  return <Icon name="image" size={32} />
}
