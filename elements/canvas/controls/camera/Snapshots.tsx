import { useEffect, useEffectEvent, useState } from 'react'
import { useFormat, useSheet, useText } from '../../../define/index.ts'
import videoSheet from '../video/video.css?sheet'
import { ViewNote, ViewWaiting } from '../view/ViewNote.tsx'
import type { CameraProps } from './control.ts'
import { type SnapshotState, takeSnapshots } from './snapshots.ts'
import { text } from './text.ts'

interface SnapshotsProps {
  address: URL
  everyS: number
  fit: CameraProps['fit']
  name: string
  /** When the picture that is shown was made, and whether a newer one is overdue. */
  onShown: (time: number, isOld: boolean) => void
}

/** The newest of a camera's pictures; the last one stays, with its time, while none comes. */
export function Snapshots({ address, everyS, fit, name, onShown }: SnapshotsProps) {
  useSheet(videoSheet)
  const t = useText(text)
  const format = useFormat()
  const [state, setState] = useState<SnapshotState>({ shown: null, misses: 0, isForbidden: false })
  const onState = useEffectEvent((next: SnapshotState) => {
    setState(next)
    if (next.shown) onShown(next.shown.time, next.misses > 0)
  })
  const { href } = address
  useEffect(
    () => takeSnapshots({ address: new URL(href), everyMs: everyS * 1000, onState: (next) => onState(next) }),
    [href, everyS],
  )
  const { shown, misses, isForbidden } = state
  if (isForbidden) {
    return <ViewNote icon="warning" title={t.policy({ host: address.host })} explanation={t.policyWhy} isAlert />
  }
  if (!shown) {
    return misses === 0 ? (
      <ViewWaiting />
    ) : (
      <ViewNote icon="wifi-off" title={t.noPicture} explanation={t.noPictureWhy} isAlert />
    )
  }
  return (
    <img
      className="video-picture"
      data-shown
      data-fit={fit}
      referrerPolicy="no-referrer"
      src={shown.src}
      alt={t.pictureOf({ name, time: format.time(shown.time) })}
    />
  )
}
