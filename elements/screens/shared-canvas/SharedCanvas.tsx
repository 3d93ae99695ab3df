import { useEffect, useState } from 'react'
import type * as z from 'zod/mini'
import type { Connection } from '../../../core/connection/connection.ts'
import type { LinkOpening, shareLink } from '../../../core/contract/share-link.ts'
import { Viewer } from '../../canvas/view/Viewer.tsx'
import type { ZoomMode } from '../../canvas/view/view-fit.ts'
import { LoadingState } from '../../parts/LoadingState.tsx'
import { LiveMark } from '../../parts/shared-link/LiveMark.tsx'
import { SharedLink } from '../../parts/shared-link/SharedLink.tsx'
import { useVisitorSource } from '../../parts/shared-link/use-visitor-source.ts'
import type { SharedCanvasProps } from './api.ts'

type Opened = z.infer<typeof shareLink.open.output>

const open = (api: Connection['api'], input: z.input<typeof LinkOpening>): Promise<Opened> => api.shareLink.open(input)

export function SharedCanvas({ baseUrl, ...rest }: SharedCanvasProps) {
  return (
    <SharedLink baseUrl={baseUrl} open={open}>
      {(opened, connection) => <SharedScreen opened={opened} connection={connection} {...rest} />}
    </SharedLink>
  )
}

interface SharedScreenProps extends Omit<SharedCanvasProps, 'baseUrl'> {
  opened: Opened
  connection: Connection
}

function SharedScreen({ opened, connection, bare, zoom: initialZoom, onShareOpen }: SharedScreenProps) {
  const { shown, devices } = opened
  const [zoom, setZoom] = useState<ZoomMode>(initialZoom)
  const [isReplaying, setReplaying] = useState(false)
  const live = useVisitorSource(connection, devices)
  useEffect(() => {
    const { screen_id, screen_name } = shown.screen
    onShareOpen({ screen_id, screen_name })
  }, [shown, onShareOpen])
  if (!live) return <LoadingState rows={8} />
  const stay = () => {}
  return (
    <Viewer
      shown={shown}
      sn_code={opened.sn_code ?? ''}
      live={live}
      zoom={zoom}
      isBare={bare}
      mayReplay
      isReplaying={isReplaying}
      canGoBack={false}
      isShared
      actions={!isReplaying && <LiveMark connection={connection} devices={devices} />}
      onZoom={setZoom}
      onReplay={setReplaying}
      onGo={stay}
      onPopUp={stay}
      onBack={stay}
      onWriteDone={stay}
    />
  )
}
