import { useText } from '../../../define/index.ts'
import type { IconName } from '../../../kit/icons.ts'
import type { ViewProps } from '../define-control.ts'
import { ViewFrame } from '../view/ViewFrame.tsx'
import { ViewNote } from '../view/ViewNote.tsx'
import { useVideos } from '../view/view-context.ts'
import { webAddress } from './addresses.ts'
import type { VideoProps } from './control.ts'
import { type FoundVideo, findVideo } from './find-video.ts'
import { type PlayerProps, StreamPlayer } from './StreamPlayer.tsx'
import { text } from './text.ts'

/** A stream in its frame. The editor loads none, and a replay has none. */
export default function View({ props, isEditing, replayTime }: ViewProps<VideoProps>) {
  const { title, hasFrame } = props
  const isLive = !isEditing && replayTime === null
  const found = findVideo(props, useVideos())
  return (
    <ViewFrame title={title} hasFrame={hasFrame} isEditing={isEditing}>
      {isEditing ? (
        <StillStream {...props} icon="play" />
      ) : isLive ? (
        <FoundStream {...props} found={found} label={title || props.video} />
      ) : (
        <NotThen />
      )}
    </ViewFrame>
  )
}

/** What a stream's place shows while it is drawn. */
export function StillStream({ video, url, icon }: { video: string; url: string; icon: IconName }) {
  const t = useText(text)
  const isSet = video !== '' || url !== ''
  const where = video === '' ? (webAddress(url)?.host ?? t.badAddress) : video
  return <ViewNote icon={icon} title={isSet ? where : t.noVideo} {...(!isSet && { explanation: t.noVideoWhy })} />
}

export function NotThen() {
  const t = useText(text)
  return <ViewNote icon="clock" title={t.notThen} explanation={t.notThenWhy} />
}

interface FoundStreamProps extends Omit<PlayerProps, 'url' | 'kind'> {
  found: FoundVideo
  video: string
}

/** The stream, or why there is none. */
export function FoundStream({ found, video, ...player }: FoundStreamProps) {
  const t = useText(text)
  if (found.is === 'none') return <ViewNote icon="play" title={t.noVideo} explanation={t.noVideoWhy} />
  if (found.is === 'unknown') {
    return <ViewNote icon="warning" title={t.unknownVideo({ name: video })} explanation={t.unknownVideoWhy} />
  }
  const { url, kind } = found
  if (!webAddress(url)) return <ViewNote icon="warning" title={t.badAddress} explanation={t.badAddressWhy} />
  return <StreamPlayer key={`${kind} ${url}`} {...player} url={url} kind={kind} />
}
