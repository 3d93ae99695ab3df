import { QUOTAS } from '../../../core/catalogue/quotas.ts'
import type { QuotaUse } from '../../../core/contract/quota.ts'
import { useElement, useText } from '../../define/index.ts'
import { Checkbox } from '../../kit/Checkbox.tsx'
import { NumberField } from '../../kit/NumberField.tsx'
import { isExhausted, QuotaUsed } from '../../parts/quotas/QuotaUsed.tsx'
import { isInBytes, limitOf, mostTyped, typedOf } from '../../parts/quotas/quota-text.ts'
import { text } from './panel-text.ts'

interface QuotaRowProps {
  row: QuotaUse
  mayEdit: boolean
  /** As it is typed: null for none, undefined while the field is empty. */
  limit: number | null | undefined
  onChange: (limit: number | null | undefined) => void
  error?: string | undefined
}

/** One quota: what is used of what, as a bar and in numbers, and its limit. */
export function QuotaRow({ row, mayEdit, limit, onChange, error }: QuotaRowProps) {
  const t = useText(text)
  const { lang } = useElement()
  const { quota } = row
  const name = QUOTAS[quota][lang]
  return (
    <li className="quota" data-full={isExhausted(row) || undefined}>
      <QuotaUsed row={row} />
      {mayEdit && (
        <div className="quota-limit">
          <NumberField
            label={t.limitOf({ name })}
            isLabelHidden
            value={limit == null ? null : typedOf(quota, limit)}
            onChange={(typed) => onChange(typed === null ? undefined : limitOf(quota, typed))}
            min={0}
            max={mostTyped(quota)}
            isDisabled={limit === null}
            error={error}
            {...(isInBytes(quota) && { unit: 'MB' })}
          />
          <Checkbox
            isSelected={limit === null}
            onChange={(isFree) => onChange(isFree ? null : (row.limit ?? QUOTAS[quota].fallback ?? 0))}
          >
            {t.noLimit}
            <span className="sg-hidden-visually"> {name}</span>
          </Checkbox>
        </div>
      )}
    </li>
  )
}
