import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { useConnection, useElementState, useText } from '../../define/index.ts'
import { Icon } from '../../kit/Icon.tsx'
import { text } from './text.ts'

/** A shorter gap would only make the page move. */
const GAP_MS = 1500

/** Above a screen whose values have stopped coming; they are marked one by one a little later. */
export function LineNote() {
  const status = useStore(useConnection().realtime.$status)
  const [wasLive, setWasLive] = useState(false)
  if (status === 'live' && !wasLive) setWasLive(true)
  const isGone = wasLive && (status === 'offline' || status === 'connecting')
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isGone) return setLong(false)
    const timer = setTimeout(() => setLong(true), GAP_MS)
    return () => clearTimeout(timer)
  }, [isGone])
  return isGone && isLong ? <Gone /> : null
}

function Gone() {
  const t = useText(text)
  useElementState('offline')
  return (
    <p className="viewer-lost" role="status">
      <Icon name="wifi-off" />
      {t.lineLost}
    </p>
  )
}
