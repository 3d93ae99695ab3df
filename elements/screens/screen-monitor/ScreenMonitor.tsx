import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { DeviceGroup } from '../../../core/contract/device.ts'
import { deviceGroups } from '../../../core/stores/collections/devices.ts'
import { ShownPlace } from '../../canvas/view/ShownPlace.tsx'
import type { ZoomMode } from '../../canvas/view/view-fit.ts'
import { lazyPart, useConnection, useElementState, useText } from '../../define/index.ts'
import { IconButton } from '../../kit/Button.tsx'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { SearchField } from '../../kit/SearchField.tsx'
import { Tree } from '../../kit/tree/Tree.tsx'
import { useMedia } from '../../kit/use-media.ts'
import { type AlarmMarks, useAlarmMarks } from '../../parts/alarm-marks/use-alarm-marks.ts'
import { Failure } from '../../parts/Failure.tsx'
import { LoadingState } from '../../parts/LoadingState.tsx'
import { ShareButton } from '../../parts/share-panel/ShareButton.tsx'
import { useCall } from '../../parts/use-call.ts'
import { useCollection } from '../../parts/use-collection.ts'
import { useNarrow } from '../../parts/use-narrow.ts'
import { useRights } from '../../parts/use-rights.ts'
import type { MonitorChoice, ScreenMonitorProps } from './api.ts'
import { keepChoice, keptChoice } from './last-choice.ts'
import { deviceNode, type MonitorNode, monitorNodes, templateNode } from './nodes.ts'
import { text } from './text.ts'

// It comes a little later, into room that waits for it.
const FavouriteStar = lazyPart(
  () => import('../../parts/FavouriteStar.tsx').then((chunk) => chunk.FavouriteStar),
  <span style={{ inlineSize: 'var(--sg-control)' }} />,
)

/** Devices come and go while a screen is watched for a whole shift. */
const RENEWED_MS = 60_000
/** A list beside the screen would leave too little of such a window to the screen. */
const SMALL_WINDOW = '(max-width: 1279px)'
const NO_GROUPS: readonly DeviceGroup[] = []
const NOTHING: MonitorChoice = { sn: null, template: null, screen: null }

export function ScreenMonitor(props: ScreenMonitorProps) {
  const { sn, template, screen, favourite, mobile, list, onViewChange, onNavigate, onDeviceOpen } = props
  const connection = useConnection()
  const t = useText(text)
  const user_id = useStore(connection.$session)?.user_id ?? 0
  const watched = useCall(connection.api.screen.watched, {})
  const groups = useCollection(deviceGroups)
  const fromProps: MonitorChoice = { sn: sn || null, template: template ?? null, screen: screen ?? null }
  const [own, setOwn] = useState<{ propsKey: string; choice: MonitorChoice } | null>(null)
  const [kept] = useState(() => keptChoice(user_id))
  const [zoom, setZoom] = useState<ZoomMode>('fit')
  const [isReplaying, setReplaying] = useState(false)
  const [place, isElementNarrow, isUpright] = useNarrow()
  const isNarrow = mobile || isElementNarrow
  const isSmallWindow = useMedia(SMALL_WINDOW)
  const isDrawer = !isNarrow && (list === 'drawer' || isSmallWindow)
  const [isDrawn, setDrawn] = useState(false)
  const listButton = useRef<HTMLButtonElement>(null)
  const holds = useRights()
  const mayShare = holds('P82000') && holds('P24000')
  /** Null until the user opened or closed the list: then it is there where there is room, or nothing to show beside. */
  const [isListed, setListed] = useState<boolean | null>(null)

  const marks = useAlarmMarks(groups.data ?? NO_GROUPS)
  const nodes = useMemo(
    () =>
      watched.data && groups.data
        ? monitorNodes(watched.data, groups.data, { several: t.several, ungrouped: t.ungrouped })
        : null,
    [watched.data, groups.data, t],
  )
  const propsKey = JSON.stringify(fromProps)
  const isOpen = ({ sn: wanted, template: named }: MonitorChoice) =>
    nodes?.some((node) => (wanted ? node.sn_code === wanted : named !== null && node.template_id === named)) ?? false
  const first = firstOf(nodes)
  const hasProps = fromProps.sn !== null || fromProps.template !== null
  const choice =
    own?.propsKey === propsKey ? own.choice : hasProps ? fromProps : kept && isOpen(kept) ? kept : (first ?? NOTHING)

  const choose = (next: MonitorChoice) => {
    keepChoice(user_id, next)
    setReplaying(false)
    if (!onViewChange(next)) setOwn({ propsKey, choice: next })
  }
  const openDevice = (sn_code: string) => {
    if (!onDeviceOpen({ sn_code })) onNavigate({ path: `/deviceDetail/${encodeURIComponent(sn_code)}` })
  }
  const failure = watched.failure ?? groups.failure
  const refresh = useEffectEvent(() => {
    if (document.visibilityState === 'hidden' || watched.isLoading) return
    watched.reload()
    groups.reload()
  })
  useEffect(() => {
    const timer = setInterval(() => refresh(), RENEWED_MS)
    return () => clearInterval(timer)
  }, [])
  if (failure && !nodes) return <Failure failure={failure} onRetry={watched.failure ? watched.reload : groups.reload} />
  if (!nodes) return <LoadingState rows={10} />
  if (nodes.length === 0) return <NothingToWatch />

  const selected = choice.sn ? deviceNode(choice.sn) : choice.template !== null ? templateNode(choice.template) : null
  const isBeside = isListed ?? (!isNarrow || (own === null && !hasProps))
  const showsList = selected === null || (isDrawer ? isDrawn : isBeside)
  const closeDrawer = () => {
    setDrawn(false)
    listButton.current?.focus()
  }
  const devices = (
    <Devices
      nodes={nodes}
      marks={marks}
      selected={selected}
      isPast={isReplaying}
      without={watched.data?.without ?? 0}
      onWithout={() => void onNavigate({ path: '/device' })}
      onSelect={({ sn_code = null, template_id = null }) => {
        choose({ sn: sn_code, template: template_id, screen: null })
        if (isNarrow) setListed(false)
        setDrawn(false)
      }}
    />
  )
  return (
    <div className="monitoring" ref={place}>
      {showsList && (isDrawer && selected !== null ? <Drawer onClose={closeDrawer}>{devices}</Drawer> : devices)}
      {selected !== null && !(isNarrow && showsList) && (
        <div className="monitoring-screen">
          <ShownPlace
            sn_code={choice.sn ?? ''}
            template_id={choice.template}
            screen_id={choice.screen}
            variant={mobile || isUpright ? 'mobile' : null}
            zoom={zoom}
            isBare={false}
            isReplaying={isReplaying}
            // What was watched last may have been drawn anew since.
            orStart={own?.propsKey !== propsKey && !hasProps}
            onMissing={watched.reload}
            onZoom={setZoom}
            onReplay={setReplaying}
            onPlace={({ sn_code, screen_id }) =>
              keepChoice(user_id, { sn: sn_code || null, template: choice.template, screen: screen_id })
            }
            onWriteDone={() => {}}
            actions={(shown, sn_code) => (
              <>
                {sn_code && <IconButton icon="gauge" label={t.devicePage} onPress={() => openDevice(sn_code)} />}
                {favourite && <FavouriteStar favourite={favourite} />}
                {shown.template.is_published && mayShare && (
                  <ShareButton
                    kind="screen"
                    id={shown.screen.screen_id}
                    name={shown.screen.screen_name}
                    sn_code={sn_code}
                  />
                )}
                <IconButton
                  icon={mobile ? 'chevron-left' : 'device'}
                  label={mobile ? t.wholeView : t.phoneView}
                  onPress={() =>
                    void onNavigate({ path: pathOf(choice, mobile ? '/configureMonitor' : '/mobile-cfg') })
                  }
                />
                <IconButton
                  ref={listButton}
                  icon="list"
                  label={t.list}
                  onPress={() => (isDrawer ? setDrawn(!isDrawn) : setListed(!showsList))}
                />
              </>
            )}
          />
        </div>
      )}
    </div>
  )
}

/** The same choice on another page. */
function pathOf({ sn, template, screen }: MonitorChoice, page: '/configureMonitor' | '/mobile-cfg'): string {
  const query = new URLSearchParams()
  if (sn !== null) query.set('sn', sn)
  if (template !== null) query.set('template', String(template))
  if (screen !== null) query.set('screen', String(screen))
  return `${page}?${query}`
}

function firstOf(nodes: readonly MonitorNode[] | null): MonitorChoice | null {
  const node = nodes?.find(({ sn_code, template_id }) => sn_code !== undefined || template_id !== undefined)
  return node ? { sn: node.sn_code ?? null, template: node.template_id ?? null, screen: null } : null
}

interface DevicesProps {
  /** How many devices have no screen. */
  without: number
  onWithout: () => void
  /** The screen beside it shows the past. */
  isPast: boolean
  nodes: readonly MonitorNode[]
  marks: AlarmMarks
  selected: string | null
  onSelect: (node: MonitorNode) => void
}

function Devices({ nodes, marks, selected, isPast, without, onWithout, onSelect }: DevicesProps) {
  const t = useText(text)
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const matches = (node: MonitorNode) =>
    node.name.toLowerCase().includes(wanted) || (node.sn_code?.toLowerCase().includes(wanted) ?? false)
  const found = wanted === '' || nodes.some(matches)
  return (
    <div className="monitoring-list">
      <SearchField label={t.search} value={search} onChange={setSearch} />
      {isPast && <p className="monitoring-none">{t.marksOfNow}</p>}
      {found ? (
        <Tree
          label={t.devices}
          nodes={nodes}
          nameOf={({ name }) => name}
          noteOf={({ note = '' }) => [note, note]}
          alarmsOf={({ sn_code, group_id }) =>
            sn_code !== undefined ? marks.device(sn_code) : group_id !== undefined ? marks.group(group_id) : null
          }
          matches={wanted === '' ? null : matches}
          selected={selected}
          onSelect={(node) => {
            if (node.sn_code !== undefined || node.template_id !== undefined) onSelect(node)
          }}
        />
      ) : (
        <p className="monitoring-none">{t.none}</p>
      )}
      {without > 0 && (
        <p className="monitoring-none monitoring-without">
          {t.without({ count: without })}{' '}
          <button type="button" className="monitoring-link" onClick={onWithout}>
            {t.allDevices}
          </button>
        </p>
      )}
    </div>
  )
}

/** The list over the screen, until a choice, Escape or a press beside it. */
function Drawer({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const drawer = useRef<HTMLDivElement>(null)
  // Not its search field, which would call up the keyboard of a tablet.
  useEffect(() => drawer.current?.focus(), [])
  return (
    <>
      <div className="monitoring-beside" onPointerDown={onClose} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only hears Escape from what is in it */}
      <div
        ref={drawer}
        className="monitoring-drawer"
        tabIndex={-1}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.defaultPrevented) return
          // A wall is left by Escape too, but not with the same press.
          event.preventDefault()
          onClose()
        }}
      >
        {children}
      </div>
    </>
  )
}

function NothingToWatch() {
  const t = useText(text)
  useElementState('empty')
  return <EmptyState icon="image" title={t.empty} explanation={t.emptyWhy} />
}
