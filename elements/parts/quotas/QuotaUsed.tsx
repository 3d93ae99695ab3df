import { QUOTAS } from '../../../core/catalogue/quotas.ts'
import type { QuotaUse } from '../../../core/contract/quota.ts'
import { useElement, useFormat, useSheet, useText } from '../../define/index.ts'
import { Icon } from '../../kit/Icon.tsx'
import { amountText, fullness, isKept } from './quota-text.ts'
import sheet from './quotas.css?sheet'
import { text } from './text.ts'

/** What is used of a quota, as a bar and in numbers: stands in a `.quota`. */
export function QuotaUsed({ row }: { row: QuotaUse }) {
  useSheet(sheet)
  const t = useText(text)
  const { lang } = useElement()
  const format = useFormat()
  const { quota } = row
  const name = QUOTAS[quota][lang]
  const full = fullness(row)
  const used = amountText(quota, row.used, format)
  const said =
    row.limit === null ? t.quotaFree({ used }) : t.quotaUse({ used, limit: amountText(quota, row.limit, format) })
  return (
    <>
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
      {full === 1 && (
        <span className="quota-full">
          <Icon name={isKept(quota) ? 'info' : 'warning'} size={12} />
          {isKept(quota) ? t.dropsOldest : t.atLimit}
        </span>
      )}
    </>
  )
}

/** Something is refused from now on. */
export const isExhausted = (row: QuotaUse): boolean => fullness(row) === 1 && !isKept(row.quota)
