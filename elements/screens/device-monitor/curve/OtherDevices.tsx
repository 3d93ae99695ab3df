import { useStore } from '@nanostores/react'
import { useEffect, useMemo } from 'react'
import { ApiError } from '../../../../core/contract/api-error.ts'
import { deviceDetail } from '../../../../core/stores/collections/devices.ts'
import { ASKED_AT_LEAST_MS } from '../../../../core/stores/readings.ts'
import { deviceWords } from '../../../../core/text/device-words.ts'
import { useConnection, useFormat, useText } from '../../../define/index.ts'
import { useCurves } from '../../../parts/curves/use-curves.ts'
import { Chip, Chips } from '../../../parts/FilterChips.tsx'
import type { CallFailure } from '../../../parts/use-call.ts'
import { useCollection } from '../../../parts/use-collection.ts'
import { useRenewal } from '../../../parts/use-renewal.ts'
import { isDrawable } from '../points.ts'
import { type OtherDevice, otherRows } from './others.ts'
import { text } from './others-text.ts'
import type { CurveRow } from './rows.ts'

/** It is gone, or the caller may not see it: the server does not say which. */
const isUnseen = (failure: CallFailure | undefined): boolean => failure instanceof ApiError && failure.code === '110509'

interface Shared {
  wanted: OtherDevice['wanted']
  /** The stretch that is shown, on so many pixel columns. */
  from: number
  to: number
  width: number
  /** Null once the device is not compared with any more. */
  onRows: (sn_code: string, rows: readonly CurveRow[] | null) => void
}

interface OtherDevicesProps extends Shared {
  sns: readonly string[]
  onRemove: (sn_code: string) => void
}

/** The devices that the curve is compared with, each taken away by a press; hands over their curves. */
export function OtherDevices({ sns, onRemove, ...shared }: OtherDevicesProps) {
  const t = useText(text)
  return (
    <Chips label={t.comparedWith}>
      {sns.map((sn_code, place) => (
        <Other key={sn_code} sn_code={sn_code} place={place} onRemove={() => onRemove(sn_code)} {...shared} />
      ))}
    </Chips>
  )
}

interface OtherProps extends Shared {
  sn_code: string
  place: number
  onRemove: () => void
}

function Other({ sn_code, place, wanted, from, to, width, onRows, onRemove }: OtherProps) {
  const t = useText(text)
  const format = useFormat()
  const isGuest = useStore(useConnection().$session) === null
  const { data: device, failure, reload } = useCollection(deviceDetail, { sn_code })
  // Nobody need press anything on a wall once it may be seen again.
  useRenewal(ASKED_AT_LEAST_MS, () => {
    if (failure) reload()
  })
  const points = (device?.points ?? [])
    .filter((point) => isDrawable(point) && wanted.some(({ key }) => key === point.key))
    .map(({ key }) => ({ id: key, key, sn_code, report_interval_s: device?.report_interval_s ?? 0 }))
  const { curves } = useCurves(points.length > 0 && width > 0 ? { points, from, to, width, before: null } : null)

  const isLost = curves !== null && points.length > 0 && points.every(({ id }) => isUnseen(curves.failures.get(id)))
  const unseen = isGuest ? t.notInToken : t.unseen
  const refusal = isLost || (failure && isUnseen(failure)) ? unseen : failure && !device ? t.unreadable : ''
  const rows = useMemo(
    () => otherRows({ sn_code, place, device, refusal, wanted, curves }, t, format),
    [sn_code, place, device, refusal, wanted, curves, t, format],
  )
  useEffect(() => onRows(sn_code, rows), [onRows, sn_code, rows])
  useEffect(() => () => onRows(sn_code, null), [onRows, sn_code])

  const name = deviceWords({ sn_code, dev_alias: device?.dev_alias ?? '' })
  return <Chip label={name} removeLabel={t.remove({ name })} onRemove={onRemove} />
}
