import { useEffect, useState } from 'react'
import type { Point } from '../../../core/contract/device.ts'
import type { CollectedValue, Middleware } from '../../../core/contract/middleware.ts'
import { useConnection, useElement, useFormat, useSheet, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { ConfirmDialog } from '../../kit/Dialog.tsx'
import { Icon } from '../../kit/Icon.tsx'
import layout from '../../kit/layout.css?sheet'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { Value } from '../../kit/Value.tsx'
import { Failure } from '../../parts/Failure.tsx'
import { useSending } from '../../parts/form/use-sending.ts'
import { pointName } from '../../parts/point-text.ts'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { StaleNote } from '../../parts/StaleNote.tsx'
import { useCall } from '../../parts/use-call.ts'
import { useServerNow } from '../../parts/use-server-now.ts'
import { text } from './text.ts'

/** Values are read again after this long. */
const AGAIN_MS = 10_000

interface SourcePanelProps {
  source: Middleware
  points: readonly Point[]
  mayEdit: boolean
  mayBind: boolean
  onEdit: () => void
  onBind: () => void
  onDeleted: () => void
  onClose: () => void
}

/** What a data source comes to now, and how many devices stand behind each value. */
export function SourcePanel(props: SourcePanelProps) {
  const { source, points, mayEdit, mayBind, onEdit, onBind, onDeleted, onClose } = props
  useSheet(layout)
  const t = useText(text)
  const { api } = useConnection()
  const { middleware_id, middleware_name: name } = source
  const [isAsked, setAsked] = useState(false)
  const removal = useSending<never>([])
  const called = useCall(api.middleware.values, { middleware_id })
  const { reload } = called
  useEffect(() => {
    const timer = setInterval(reload, AGAIN_MS)
    return () => clearInterval(timer)
  }, [reload])
  const shown = called.data ?? called.last

  async function remove() {
    if (!(await removal.send(() => api.middleware.remove({ middleware_id })))) return
    setAsked(false)
    onDeleted()
  }

  return (
    <SidePanel
      title={name}
      onClose={onClose}
      actions={
        mayEdit && (
          <>
            <span className="row-start">
              <Button icon="trash" onPress={() => setAsked(true)}>
                {t.delete}
              </Button>
            </span>
            <Button look="primary" icon="edit" onPress={onEdit}>
              {t.edit}
            </Button>
          </>
        )
      }
    >
      <StaleNote called={called} />
      {!shown && called.failure && <Failure failure={called.failure} onRetry={reload} />}
      {!shown && !called.failure && <Skeleton rows={4} />}
      {shown && (
        <div className="stack">
          <Summary {...shown} mayBind={mayBind} onBind={onBind} />
          <ul className="source-values" aria-label={t.now}>
            {shown.values.map((one) => (
              <ValueRow
                key={`${one.key} ${one.aggregation}`}
                one={one}
                device_count={shown.device_count}
                point={points.find(({ key }) => key === one.key)}
              />
            ))}
          </ul>
        </div>
      )}
      <ConfirmDialog
        title={t.deleteTitle({ name })}
        explanation={
          <>
            <p>{t.deleteWhy}</p>
            {removal.wrong.form && (
              <p className="wrong" role="alert">
                {removal.wrong.form}
              </p>
            )}
          </>
        }
        confirmLabel={t.deleteIt({ name })}
        isDanger
        isOpen={isAsked}
        isPending={removal.isPending}
        onConfirm={() => void remove()}
        onClose={() => setAsked(false)}
      />
    </SidePanel>
  )
}

interface SummaryProps {
  time: number
  device_count: number
  stale_count: number
  mayBind: boolean
  onBind: () => void
}

function Summary({ time, device_count, stale_count, mayBind, onBind }: SummaryProps) {
  const t = useText(text)
  const format = useFormat()
  const now = useServerNow()
  const isAllStale = device_count > 0 && stale_count === device_count
  return (
    <div className="source-summary">
      <p>
        <strong>{t.devices({ count: device_count })}</strong>
        {device_count > 0 && (
          <span className={stale_count > 0 ? 'source-stale' : 'source-quiet'}>
            {stale_count > 0 && <Icon name="clock" size={12} />}
            {stale_count > 0 ? t.stale({ count: stale_count }) : t.allLive}
          </span>
        )}
      </p>
      <p className="source-quiet">{t.read({ age: format.ago(time, now) })}</p>
      {isAllStale && <p className="source-note">{t.allStale}</p>}
      {device_count === 0 && (
        <div className="source-note">
          <p>{t.noDevices}</p>
          {mayBind && <Button onPress={onBind}>{t.bind}</Button>}
        </div>
      )}
    </div>
  )
}

interface ValueRowProps {
  one: CollectedValue
  device_count: number
  point: Point | undefined
}

function ValueRow({ one, device_count, point }: ValueRowProps) {
  const t = useText(text)
  const { lang } = useElement()
  const { aggregation, value, unit, counted, stale } = one
  const without = device_count - counted - stale
  const isCount = aggregation === 'count'
  const isReckoned = ['average', 'min', 'max', 'sum'].includes(aggregation)
  const enumWords = !isCount && value !== null ? point?.enum_text?.[String(value)] : undefined
  const decimals = isReckoned ? point?.decimals : null
  return (
    <li className="source-value">
      <span className="source-value-name">
        <span>{point ? pointName(point, lang) : one.name}</span>
        <span className="source-quiet">{t[aggregation]}</span>
      </span>
      <span className="source-value-now">
        {value === null ? (
          <span className="source-quiet">{t.noValue}</span>
        ) : (
          <Value
            value={enumWords ? enumWords[lang] : value}
            size="large"
            {...(unit && !isCount && { unit })}
            {...(decimals !== null && decimals !== undefined && { decimals })}
          />
        )}
      </span>
      <span className="source-value-counts">
        <span>{t.counts({ count: counted })}</span>
        {stale > 0 && (
          <span className="source-stale">
            <Icon name="clock" size={12} />
            {t.countedStale({ count: stale })}
          </span>
        )}
        {without > 0 && <span>{t.without({ count: without })}</span>}
      </span>
    </li>
  )
}
