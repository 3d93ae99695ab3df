import { useStore } from '@nanostores/react'
import { type ReactNode, useRef, useState } from 'react'
import type { Dashboard } from '../../../core/contract/dashboard.ts'
import { SnCode } from '../../../core/contract/telemetry.ts'
import { DashboardView } from '../../canvas/view/DashboardView.tsx'
import type { ZoomMode } from '../../canvas/view/view-fit.ts'
import { useConnection, useElementState, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { useMedia } from '../../kit/use-media.ts'
import { Failure } from '../../parts/Failure.tsx'
import { LoadingState } from '../../parts/LoadingState.tsx'
import { useCall } from '../../parts/use-call.ts'
import { useKeyboard } from '../../parts/use-keyboard.ts'
import { useNarrow } from '../../parts/use-narrow.ts'
import { useRights } from '../../parts/use-rights.ts'
import type { DashboardsProps } from './api.ts'
import { DashboardBar } from './DashboardBar.tsx'
import { DashboardDialogs } from './DashboardDialogs.tsx'
import { DashboardList } from './DashboardList.tsx'
import { keepDashboard, keptDashboard } from './last-dashboard.ts'
import { followerOf } from './shelves.ts'
import { text } from './text.ts'
import { type Choice, useChoice } from './use-choice.ts'
import { useDashboardActs } from './use-dashboard-acts.ts'
import { useRotation } from './use-rotation.ts'

/** A list beside the dashboard would leave too little of such a window to it. */
const SMALL_WINDOW = '(max-width: 1279px)'

export function Dashboards(props: DashboardsProps) {
  const { mobile, list, onNavigate } = props
  const t = useText(text)
  const connection = useConnection()
  const has = useRights()
  const mayDesign = has('P21200') || has('P101200')
  const user_id = useStore(connection.$session)?.user_id ?? 0
  const called = useCall(connection.api.dashboard.list, { of: 'all' })
  const [kept] = useState(() => keptDashboard(user_id))
  const [choice, change] = useChoice(props)
  const [zoom, setZoom] = useState<ZoomMode>('fit')
  const [isReplaying, setReplaying] = useState(false)
  const [isCardFull, setCardFull] = useState(false)
  const [place, isElementNarrow] = useNarrow()
  const hasKeyboard = useKeyboard()
  const isSmall = useMedia(SMALL_WINDOW)
  const isNarrow = isElementNarrow || mobile
  const isDrawer = !isNarrow && (list === 'drawer' || isSmall)
  const [isListed, setListed] = useState<boolean | null>(null)
  const listButton = useRef<HTMLButtonElement>(null)

  const dashboards = called.data ?? called.last ?? []
  const first = dashboards.find(({ shown_revision }) => shown_revision !== null) ?? dashboards[0]
  const last = dashboards.find(({ dashboard_id }) => dashboard_id === kept)
  const shown = choice.dashboard ?? (last ?? first)?.dashboard_id ?? null
  const { devices, sn_code } = useShownDevice(dashboards, shown, choice.sn)
  const choose = (dashboard_id: number) => {
    keepDashboard(user_id, dashboard_id)
    setReplaying(false)
    change({ dashboard: dashboard_id })
  }
  const edit = (dashboard_id: number) => {
    if (!props.onDashboardEdit({ dashboard_id })) onNavigate({ path: `/editDashboard?id=${dashboard_id}` })
  }
  const acts = useDashboardActs({ dashboards, onChanged: called.reload, onEdit: edit })
  useRotation(isReplaying || isCardFull ? null : choice.rotate, () => {
    const next = followerOf(shown, dashboards, choice.search)
    if (next !== null) change({ dashboard: next })
  })

  const dialogs = (
    <DashboardDialogs
      acts={acts}
      onChanged={called.reload}
      onMade={(made) => {
        called.reload()
        choose(made.dashboard_id)
        edit(made.dashboard_id)
      }}
      onCopied={(made) => {
        called.reload()
        choose(made.dashboard_id)
      }}
      onGone={(dashboard_id) => {
        called.reload()
        if (shown === dashboard_id) change({ dashboard: null })
      }}
    />
  )
  if (called.failure && !called.data && !called.last)
    return <Failure failure={called.failure} onRetry={called.reload} />
  if (!called.data && !called.last) return <LoadingState rows={10} />
  if (shown === null) {
    return (
      <>
        <NoDashboards onCreate={mayDesign ? acts.create : null} />
        {dialogs}
      </>
    )
  }
  const isBeside = isListed ?? !(isNarrow || isDrawer)
  const rows = (
    <DashboardList
      dashboards={dashboards}
      selected={shown}
      search={choice.search}
      mayDesign={mayDesign}
      onSearch={(search) => change({ search })}
      onSelect={(id) => {
        choose(id)
        if (isNarrow || isDrawer) setListed(false)
      }}
      onAct={acts.act}
      onCreate={acts.create}
    />
  )
  return (
    <div className="dashboards" ref={place}>
      {isBeside && (
        <Beside
          isDrawer={isDrawer}
          onEscape={() => {
            setListed(false)
            listButton.current?.focus()
          }}
        >
          {rows}
        </Beside>
      )}
      {!(isNarrow && isBeside) && (
        <div className="dashboards-view">
          <DashboardView
            // Its own bar and size stay as one goes from one to another.
            dashboard_id={shown}
            sn_code={sn_code}
            layout={mobile ? 'phone' : null}
            zoom={zoom}
            // What is typed needs the room.
            isBare={mobile && hasKeyboard}
            isReplaying={isReplaying}
            onMissing={called.reload}
            missingAction={
              first && first.dashboard_id !== shown ? (
                <Button onPress={() => choose(first.dashboard_id)}>{t.others}</Button>
              ) : undefined
            }
            onZoom={setZoom}
            onReplay={setReplaying}
            onCardFull={setCardFull}
            cardNote={choice.rotate === null ? '' : t.rotationRests}
            time={choice}
            onTime={change}
            variables={choice.variables}
            onVariables={(variables) => change({ variables })}
            onChoose={(chosen) => change({ sn: chosen })}
            onWriteDone={() => {}}
            actions={({ dashboard }) => (
              <DashboardBar
                devices={devices}
                sn_code={sn_code}
                rotate={choice.rotate}
                isMobile={mobile}
                dashboard={dashboard}
                listButton={listButton}
                onDevice={(chosen) => change({ sn: chosen })}
                onRotate={(rotate) => change({ rotate })}
                onEdit={() => edit(dashboard.dashboard_id)}
                onOtherPage={() =>
                  void onNavigate({ path: pathOf(choice, shown, mobile ? '/dashboard' : '/mobile-db') })
                }
                onList={() => setListed(!isBeside)}
              />
            )}
          />
        </div>
      )}
      {dialogs}
    </div>
  )
}

/**
 * The device that points without one are of. `devices`: of an equipment dashboard the first that it can show, the first of
 * which is shown at first; null of others, and until they are known.
 */
function useShownDevice(dashboards: readonly Dashboard[], shown: number | null, chosen: string) {
  const template_id = dashboards.find(({ dashboard_id }) => dashboard_id === shown)?.template_id ?? null
  const { api } = useConnection()
  const { data } = useCall(
    api.device.list,
    template_id === null ? null : { template_id, page: 1, page_size: 100, sort: 'dev_alias' },
  )
  const devices = template_id === null ? null : (data?.rows ?? null)
  const sn = SnCode.safeParse(chosen).success ? chosen : ''
  const isOther = devices !== null && !devices.some(({ sn_code }) => sn_code === sn)
  return { devices, sn_code: isOther ? (devices[0]?.sn_code ?? '') : sn }
}

interface BesideProps {
  isDrawer: boolean
  onEscape: () => void
  children: ReactNode
}

/** The list of dashboards beside the one that is shown, or over it. */
function Beside({ isDrawer, onEscape, children }: BesideProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only hears Escape from what is in it
    <div
      className={isDrawer ? 'dashboards-drawer' : 'dashboards-beside'}
      onKeyDown={(event) => {
        if (!isDrawer || event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        onEscape()
      }}
    >
      {children}
    </div>
  )
}

/** The same choice on another page. */
function pathOf({ sn }: Choice, dashboard: number, page: '/dashboard' | '/mobile-db'): string {
  const query = new URLSearchParams({ dashboard: String(dashboard) })
  if (sn) query.set('sn', sn)
  return `${page}?${query}`
}

function NoDashboards({ onCreate }: { onCreate: (() => void) | null }) {
  const t = useText(text)
  useElementState('empty')
  return (
    <EmptyState
      icon="tiles"
      title={t.empty}
      explanation={onCreate ? t.emptyWhy : t.emptyWatch}
      action={
        onCreate && (
          <Button look="primary" icon="plus" onPress={onCreate}>
            {t.create}
          </Button>
        )
      }
    />
  )
}
