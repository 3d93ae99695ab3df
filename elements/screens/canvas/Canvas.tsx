import { useState } from 'react'
import { SnCode } from '../../../core/contract/telemetry.ts'
import { ShownPlace } from '../../canvas/view/ShownPlace.tsx'
import type { ZoomMode } from '../../canvas/view/view-fit.ts'
import { useNarrow } from '../../parts/use-narrow.ts'
import type { CanvasProps } from './api.ts'
import { SuppliedScreen } from './SuppliedScreen.tsx'

const ZOOMS: readonly string[] = ['fit', 'fill', 'actual']

export function Canvas(props: CanvasProps) {
  const { sn, template, screen, variant, bare, onScreenChange, onZoomChange, onReplayChange, onWriteDone } = props
  const sn_code = SnCode.safeParse(sn.trim()).success ? sn.trim() : ''
  const [zoom, setZoom] = useState<{ fromProps: string; chosen: ZoomMode } | null>(null)
  const [replay, setReplay] = useState<{ fromProps: boolean; chosen: boolean } | null>(null)
  const fromProps = (ZOOMS.includes(props.zoom) ? props.zoom : 'fit') as ZoomMode
  const [place, , isUpright] = useNarrow()
  const Screen: typeof SuppliedScreen = props.document ? SuppliedScreen : ShownPlace
  return (
    <div className="canvas" ref={place}>
      <Screen
        document={props.document}
        sn_code={sn_code}
        template_id={template ?? null}
        screen_id={screen ?? null}
        variant={variant === 'mobile' || variant === 'desktop' ? variant : isUpright ? 'mobile' : null}
        zoom={zoom?.fromProps === props.zoom ? zoom.chosen : fromProps}
        isBare={bare}
        isReplaying={replay?.fromProps === props.replay ? replay.chosen : props.replay}
        onZoom={(chosen) => {
          if (!onZoomChange({ zoom: chosen })) setZoom({ fromProps: props.zoom, chosen })
        }}
        onReplay={(chosen) => {
          if (!onReplayChange({ replay: chosen })) setReplay({ fromProps: props.replay, chosen })
        }}
        onPlace={({ screen_id, sn_code: next }) => void onScreenChange({ screen_id, sn_code: next })}
        onWriteDone={({ sn_code: written, key, id, status }) => void onWriteDone({ sn_code: written, key, id, status })}
      />
    </div>
  )
}
