import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFormat, useNow, useSheet, useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { Icon } from '../../../kit/Icon.tsx'
import { ViewNote, ViewWaiting } from '../view/ViewNote.tsx'
import { type StreamKind, webAddress } from './addresses.ts'
import { openStream, type Stream, type StreamState } from './stream.ts'
import { text } from './text.ts'
import sheet from './video.css?sheet'

export interface PlayerProps {
  url: string
  kind: StreamKind
  fit: 'contain' | 'cover' | 'stretch'
  isAutoplay: boolean
  isMuted: boolean
  hasControls: boolean
  /** What it is called for who does not see it. */
  label: string
  onState?: (state: StreamState) => void
}

/** A stream with what there is to say of it: that it is coming, stands still, broke off. */
export function StreamPlayer({ url, kind, fit, isAutoplay, isMuted, hasControls, label, onState }: PlayerProps) {
  useSheet(sheet)
  const t = useText(text)
  const video = useRef<HTMLVideoElement>(null)
  const stream = useRef<Stream | null>(null)
  const [state, setState] = useState<StreamState>({ is: isAutoplay ? 'loading' : 'paused' })
  useStream({ video, stream, url, kind, isAutoplay }, (next) => {
    setState(next)
    onState?.(next)
  })
  const play = () => stream.current?.play()
  const hasPicture = state.is === 'playing' || state.is === 'stalled' || state.is === 'paused' || state.is === 'ended'
  return (
    <div className="video">
      <video
        ref={video}
        className="video-picture"
        data-fit={fit}
        data-shown={hasPicture || undefined}
        muted={isMuted}
        controls={hasControls && hasPicture}
        playsInline
        aria-label={label || t.name}
      />
      {state.is !== 'playing' && (
        <Over isHeld={state.is === 'stalled'}>
          <StreamNote state={state} url={url} onPlay={play} />
        </Over>
      )}
    </div>
  )
}

const Over = ({ isHeld, children }: { isHeld: boolean; children: ReactNode }) => (
  <div className={isHeld ? 'video-corner' : 'view-over'}>{children}</div>
)

function StreamNote({ state, url, onPlay }: { state: StreamState; url: string; onPlay: () => void }) {
  const t = useText(text)
  if (state.is === 'loading') return <ViewWaiting />
  if (state.is === 'stalled') return <StalledNote since={state.since} />
  if (state.is === 'failed') {
    const { reason, retryTime } = state
    const why = retryTime === null ? t[`${reason}_why`] : `${t[`${reason}_why`]}${t.triesAgain}`
    const icon = reason === 'network' ? 'wifi-off' : 'warning'
    const title = reason === 'policy' ? t.policy({ host: webAddress(url)?.host ?? url }) : t[reason]
    return <ViewNote icon={icon} title={title} explanation={why} onRetry={onPlay} isAlert />
  }
  return (
    <div className="video-start">
      <Button icon={state.is === 'ended' ? 'refresh' : 'play'} onPress={onPlay}>
        {state.is === 'ended' ? t.again : t.play}
      </Button>
    </div>
  )
}

/** The picture is old: since when, and for how long. */
function StalledNote({ since }: { since: number }) {
  const t = useText(text)
  const format = useFormat()
  const now = useNow()
  return (
    <span className="view-stale video-mark" role="status">
      <Icon name="clock" size={12} />
      {t.stalled({ time: format.time(since) })}
      <span aria-hidden>{t.ago({ age: format.duration(Math.max(1000, now - since)) })}</span>
    </span>
  )
}

interface Streamed {
  video: RefObject<HTMLVideoElement | null>
  stream: RefObject<Stream | null>
  url: string
  kind: StreamKind
  isAutoplay: boolean
}

function useStream({ video, stream, url, kind, isAutoplay }: Streamed, listener: (state: StreamState) => void) {
  const onState = useEffectEvent(listener)
  useEffect(() => {
    if (!video.current) return
    const opened = openStream({ video: video.current, url, kind, isAutoplay, onState: (next) => onState(next) })
    stream.current = opened
    return () => {
      opened.dispose()
      stream.current = null
    }
  }, [video, stream, url, kind, isAutoplay])
}
