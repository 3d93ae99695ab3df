import { useState } from 'react'
import { useConnection } from '../../define/index.ts'
import { Icon } from '../../kit/Icon.tsx'
import { useCall } from '../../parts/use-call.ts'
import { useOnScreen } from '../../parts/use-on-screen.ts'

interface PictureProps {
  screen_id: number | null
  /** Changes with the picture; null where there is none. */
  thumbnail: string | null
  /** What it shows; left out where a name stands beside it. */
  alt?: string
}

/** A screen as it looks; loaded when it comes into view. */
export function Picture({ screen_id, thumbnail, alt = '' }: PictureProps) {
  const [ref, isOnScreen] = useOnScreen()
  return (
    <span ref={ref} className="library-picture">
      {screen_id === null || thumbnail === null ? (
        <Icon name="image" size={32} />
      ) : (
        <Fetched key={`${screen_id} ${thumbnail}`} screen_id={screen_id} isWanted={isOnScreen} alt={alt} />
      )}
    </span>
  )
}

function Fetched({ screen_id, isWanted, alt }: { screen_id: number; isWanted: boolean; alt: string }) {
  const { api } = useConnection()
  const [isAsked, setAsked] = useState(isWanted)
  if (isWanted && !isAsked) setAsked(true)
  const { data, failure } = useCall(api.screen.thumbnail, isAsked ? { screen_id } : null)
  if (data?.picture) return <img src={data.picture} alt={alt} />
  return data || failure ? <Icon name="image" size={32} /> : null
}
