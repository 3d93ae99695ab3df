import { useStore } from '@nanostores/react'
import { type ReactNode, useState } from 'react'
import { lazyPart, useText } from '../../../define/index.ts'
import { Button, IconButton } from '../../../kit/Button.tsx'
import { StateMark } from '../../../kit/StateMark.tsx'
import { Age } from '../../../parts/Age.tsx'
import { stateOf } from '../../../parts/device-state.ts'
import type { Favourite } from '../../../parts/FavouriteStar.tsx'
import { useNeighbours } from '../../../parts/neighbours/use-neighbours.ts'
import { useMonitor } from '../monitor-context.ts'
import { text } from '../text.ts'

// It comes a little later, into room that waits for it.
const FavouriteStar = lazyPart(
  () => import('../../../parts/FavouriteStar.tsx').then((chunk) => chunk.FavouriteStar),
  <span style={{ inlineSize: 'var(--sg-control)' }} />,
)
const DeviceMenu = lazyPart(
  () => import('../../../parts/device-end/DeviceMenu.tsx').then((chunk) => chunk.DeviceMenu),
  <span style={{ inlineSize: 'var(--sg-control)' }} />,
)
const DeviceEdit = lazyPart(
  () => import('../../../parts/device-edit/DeviceEdit.tsx').then((chunk) => chunk.DeviceEdit),
  null,
)
const ShareFacts = lazyPart(
  () => import('../../../parts/device-share/ShareFacts.tsx').then((chunk) => chunk.ShareFacts),
  null,
)
const ScenePicture = lazyPart(
  () => import('../../../parts/device-picture/ScenePicture.tsx').then((chunk) => chunk.ScenePicture),
  null,
)
const FaultyWhy = lazyPart(() => import('./FaultyWhy.tsx').then((chunk) => chunk.FaultyWhy), null)

interface HeaderProps {
  favourite: Favourite | undefined
  isCompact: boolean
  /** What is wrong with the connection: beside the name, so that it moves nothing when it comes. */
  children: ReactNode
}

/** Which device this is and how it does; one line where there is little room. */
export function Header({ favourite, isCompact, children }: HeaderProps) {
  const { device, $readings, replaceDevice } = useMonitor()
  const readings = useStore($readings)
  const t = useText(text)
  const neighbours = useNeighbours()(device, device.has_screen)
  const screen = neighbours.find(({ id }) => id === 'screen')
  const more = neighbours.flatMap(({ id, label, icon, go }) =>
    id === 'shiftLog' ? { id, label, icon, onAction: go } : [],
  )
  // How often the form was opened: each time it begins anew. Not by `useDialog`, whose chunk is that of all forms.
  const [round, setRound] = useState(0)
  const [isEditing, setEditing] = useState(false)
  // Where there is room for a line of them, all but the first are shown when they are wanted.
  const [isWhole, setWhole] = useState(false)
  const state = stateOf(readings?.dev_state ?? device.dev_state)
  const report_time = readings?.report_time ?? device.report_time
  const facts = [
    { name: t.sn, value: <code className="monitor-sn">{device.sn_code}</code> },
    { name: t.model, value: device.is_virtual ? t.virtual : device.dev_model },
    { name: t.group, value: device.group_name },
    { name: t.registeredBy, value: device.registered_by },
    { name: t.address, value: [device.region, device.site_name, device.site_address].filter(Boolean).join(' · ') },
  ]
  const { picture_tag } = device
  return (
    <header
      className={isCompact ? 'monitor-head monitor-head-compact' : 'monitor-head'}
      data-picture={(!isCompact && picture_tag !== null) || undefined}
      data-whole={isWhole || undefined}
    >
      <div className="monitor-identity">
        <h2 className="monitor-name">{device.dev_alias}</h2>
        {!isCompact && favourite && <FavouriteStar favourite={favourite} />}
        <span className={readings?.is_live === false ? 'monitor-unsure' : undefined}>
          <StateMark state={state} />
        </span>
        {!isCompact && children}
        <span className="monitor-acts">
          {screen && (
            <Button look="plain" icon={screen.icon} onPress={screen.go}>
              {screen.label}
            </Button>
          )}
          {device.may_edit && !isCompact && (
            <Button
              look="plain"
              icon="edit"
              onPress={() => {
                setRound(round + 1)
                setEditing(true)
              }}
            >
              {t.edit}
            </Button>
          )}
          {(device.may_deregister || device.may_edit || more.length > 0) && !isCompact && (
            <DeviceMenu device={device} first={more} />
          )}
        </span>
      </div>
      <dl className="monitor-facts">
        {facts
          .filter(({ value }, index) => value && (!isCompact || index === 0))
          .map(({ name, value }) => (
            <div key={name} className="monitor-fact monitor-fact-fixed">
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        <div className="monitor-fact">
          <dt>{t.lastReport}</dt>
          <dd>{report_time === null ? t.neverReported : <Age time={report_time} />}</dd>
        </div>
        {!isCompact && (device.shared || device.may_share) && <ShareFacts {...device} />}
        {state === 'faulty' && <FaultyWhy sn_code={device.sn_code} />}
      </dl>
      {!isCompact && (
        <span className="monitor-facts-more">
          <IconButton icon="info" label={t.allFacts} isPressed={isWhole} onPress={() => setWhole(!isWhole)} />
        </span>
      )}
      {isCompact && children}
      {!isCompact && picture_tag !== null && (
        <div className="monitor-picture">
          <ScenePicture {...device} picture_tag={picture_tag} />
        </div>
      )}
      {round > 0 && (
        <DeviceEdit
          key={round}
          sn_code={device.sn_code}
          isOpen={isEditing}
          onClose={() => setEditing(false)}
          onSaved={(saved) => {
            setEditing(false)
            replaceDevice(saved)
          }}
        />
      )}
    </header>
  )
}
