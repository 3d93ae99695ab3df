import { useState } from 'react'
import { QUOTAS } from '../../../core/catalogue/quotas.ts'
import type { QuotaUse } from '../../../core/contract/quota.ts'
import { useConnection, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { Failure } from '../../parts/Failure.tsx'
import { SendForm } from '../../parts/form/SendForm.tsx'
import { useSending } from '../../parts/form/use-sending.ts'
import { changedLimits, type Limits } from '../../parts/quotas/quota-text.ts'
import { useCall } from '../../parts/use-call.ts'
import { text } from './panel-text.ts'
import { QuotaRow } from './QuotaRow.tsx'

interface QuotasProps {
  user_id: number
  mayEdit: boolean
}

const FIELDS = Object.keys(QUOTAS).flatMap((quota, at) => [quota, `quotas.${at}.limit`])

/** What a user may use, and uses. */
export function Quotas({ user_id, mayEdit }: QuotasProps) {
  const { api } = useConnection()
  const called = useCall(api.user.quotas, { user_id })
  if (called.data) return <QuotaForm rows={called.data} user_id={user_id} mayEdit={mayEdit} onSaved={called.replace} />
  if (called.failure) return <Failure failure={called.failure} onRetry={called.reload} />
  return <Skeleton rows={8} />
}

function QuotaForm({
  rows,
  user_id,
  mayEdit,
  onSaved,
}: QuotasProps & { rows: readonly QuotaUse[]; onSaved: (rows: QuotaUse[]) => void }) {
  const t = useText(text)
  const { api } = useConnection()
  const [limits, setLimits] = useState<Limits>({})
  const [sent, setSent] = useState<readonly string[]>([])
  const sending = useSending<string>(FIELDS)
  const { wrong, check, mend, send, isPending } = sending
  const changed = changedLimits(rows, limits)

  async function submit() {
    const emptied = rows.filter(({ quota }) => quota in limits && limits[quota] === undefined)
    if (!check(Object.fromEntries(emptied.map(({ quota }) => [quota, t.limitMissing]))) || changed.length === 0) return
    setSent(changed.map(({ quota }) => quota))
    const saved = await send(() => api.user.setQuotas({ user_id, quotas: changed }), t.saved)
    if (!saved) return
    setLimits({})
    onSaved(saved)
  }
  const sentAs = (quota: string) => `quotas.${sent.indexOf(quota)}.limit`
  const set = (quota: string, limit: number | null | undefined) => {
    setLimits((before) => ({ ...before, [quota]: limit }))
    mend(quota)
    mend(sentAs(quota))
  }

  const list = (
    <ul className="quotas">
      {rows.map((row) => (
        <QuotaRow
          key={row.quota}
          row={row}
          mayEdit={mayEdit}
          limit={row.quota in limits ? limits[row.quota] : row.limit}
          onChange={(limit) => set(row.quota, limit)}
          error={wrong[row.quota] ?? wrong[sentAs(row.quota)]}
        />
      ))}
    </ul>
  )
  if (!mayEdit) return list
  return (
    <SendForm
      label={t.quotas}
      sending={sending}
      onSubmit={() => void submit()}
      actions={
        <Button
          look="primary"
          type="submit"
          isPending={isPending}
          isDisabled={changed.length === 0 && Object.values(limits).every((limit) => limit !== undefined)}
        >
          {t.saveQuotas}
        </Button>
      }
    >
      {list}
    </SendForm>
  )
}
