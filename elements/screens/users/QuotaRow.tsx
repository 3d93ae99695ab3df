import { QUOTAS } from '../../../core/catalogue/quotas.ts'
import type { QuotaUse } from '../../../core/contract/user.ts'
import { useElement, useFormat, useText } from '../../define/index.ts'
import { Checkbox } from '../../kit/Checkbox.tsx'
import { Icon } from '../../kit/Icon.tsx'
import { NumberField } from '../../kit/NumberField.tsx'
import { text } from './panel-text.ts'
import { amountText, fullness, isInBytes, isKept, limitOf, mostTyped, typedOf } from './quota-text.ts'

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
  const format = useFormat()
  const { quota } = row
  const name = QUOTAS[quota][lang]
  const full = fullness(row)
  const used = amountText(quota, row.used, format)
  const said =
    row.limit === null ? t.quotaFree({ used }) : t.quotaUse({ used, limit: amountText(quota, row.limit, format) })
  const isFull = full === 1
  return (
    <li className="quota" data-full={(isFull && !isKept(quota)) || undefined}>
      <span className="quota-name">{name}</span>
      <span className="quota-use">{said}</span>
      {full !== null && (
        // biome-ignore lint/a11y/useSemanticElements: the bar of a <meter> has its own colours in each browser
        <span
          className="quota-meter"
          role="meter"
          aria-label={name}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(full * 100)}
          aria-valuetext={said}
        >
          <span className="quota-bar" style={{ inlineSize: `${full * 100}%` }} />
        </span>
      )}
      {isFull && (
        <span className="quota-full">
          <Icon name={isKept(quota) ? 'info' : 'warning'} size={12} />
          {isKept(quota) ? t.dropsOldest : t.atLimit}
        </span>
      )}
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
