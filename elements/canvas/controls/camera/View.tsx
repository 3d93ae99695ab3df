import { type ReactNode, useRef, useState, useSyncExternalStore } from 'react'
import { useFormat, useNow, useSheet, useText } from '../../../define/index.ts'
import { IconButton } from '../../../kit/Button.tsx'
import { Icon } from '../../../kit/Icon.tsx'
import type { ViewProps } from '../define-control.ts'
import { isMixed, webAddress } from '../video/addresses.ts'
import { findVideo } from '../video/find-video.ts'
import type { StreamState } from '../video/stream.ts'
import { FoundStream, NotThen, StillStream } from '../video/View.tsx'
import { ViewFrame } from '../view/ViewFrame.tsx'
import { ViewNote } from '../view/ViewNote.tsx'
import { useVideos } from '../view/view-context.ts'
import sheet from './camera.css?sheet'
import type { CameraProps } from './control.ts'
import { Snapshots } from './Snapshots.tsx'
import { text } from './text.ts'

/** What a camera sees. The editor loads nothing, and a replay has nothing of it. */
export default function View({ props, isEditing, replayTime }: ViewProps<CameraProps>) {
  useSheet(sheet)
  const { title, hasFrame, shows, pictureUrl } = props
  const isLive = !isEditing && replayTime === null
  const found = findVideo(props, useVideos())
  const [streamed, setStreamed] = useState<StreamState | null>(null)
  const [picture, setPicture] = useState<Picture | null>(null)
  const still = shows === 'pictures' ? { video: '', url: pictureUrl } : props
  if (!isLive) {
    return (
      <ViewFrame title={title} hasFrame={hasFrame} isEditing={isEditing}>
        {isEditing ? <StillStream {...still} icon="eye" /> : <NotThen />}
      </ViewFrame>
    )
  }
  const isPlaying = shows === 'stream' && found.is === 'found' && streamed?.is === 'playing'
  return (
    <ViewFrame title={title} hasFrame={hasFrame} isEditing={false}>
      <Screen {...props}>
        {shows === 'pictures' ? (
          <Pictures {...props} onShown={(time, isOld) => setPicture({ time, isOld })} />
        ) : (
          <FoundStream
            found={found}
            video={props.video}
            fit={props.fit}
            isAutoplay
            isMuted
            hasControls={false}
            label={title || props.video}
            onState={setStreamed}
          />
        )}
        {props.hasTime && isPlaying && <TimeNow />}
        {props.hasTime && shows === 'pictures' && picture && <TimeOf {...picture} />}
      </Screen>
    </ViewFrame>
  )
}

interface Picture {
  time: number
  isOld: boolean
}

const onFullScreen = (changed: () => void) => {
  document.addEventListener('fullscreenchange', changed)
  return () => document.removeEventListener('fullscreenchange', changed)
}

/** The element for full screen; the button is missing where the browser does not support it. */
function Screen({ hasFullScreen, children }: Pick<CameraProps, 'hasFullScreen'> & { children: ReactNode }) {
  const t = useText(text)
  const screen = useRef<HTMLDivElement>(null)
  const isFull = useSyncExternalStore(onFullScreen, () => screen.current?.matches(':fullscreen') ?? false)
  const toggle = () => {
    const done = isFull ? document.exitFullscreen() : screen.current?.requestFullscreen()
    done?.catch(() => {})
  }
  return (
    <div className="camera" ref={screen}>
      {children}
      {hasFullScreen && document.fullscreenEnabled && (
        <span className="camera-tool">
          <IconButton
            icon={isFull ? 'close' : 'expand'}
            label={isFull ? t.leaveFullScreen : t.fullScreen}
            onPress={toggle}
          />
        </span>
      )}
    </div>
  )
}

interface PicturesProps extends CameraProps {
  onShown: (time: number, isOld: boolean) => void
}

function Pictures({ title, pictureUrl, everyS, fit, onShown }: PicturesProps) {
  const t = useText(text)
  const address = webAddress(pictureUrl)
  if (pictureUrl === '') return <ViewNote icon="image" title={t.noPictures} explanation={t.noPicturesWhy} />
  if (!address) return <ViewNote icon="warning" title={t.badAddress} explanation={t.badAddressWhy} />
  if (isMixed(address)) return <ViewNote icon="warning" title={t.mixed} explanation={t.mixedWhy} />
  return (
    <Snapshots
      key={address.href}
      address={address}
      everyS={everyS}
      fit={fit}
      onShown={onShown}
      name={title || t.name}
    />
  )
}

/** While a stream plays, the picture is live. */
function TimeNow() {
  const format = useFormat()
  return <time className="camera-time">{format.time(useNow())}</time>
}

function TimeOf({ time, isOld }: Picture) {
  const t = useText(text)
  const format = useFormat()
  if (!isOld) return <time className="camera-time">{format.time(time)}</time>
  return (
    <span className="camera-time view-stale" role="status">
      <Icon name="clock" size={12} />
      {t.old({ time: format.time(time) })}
    </span>
  )
}
