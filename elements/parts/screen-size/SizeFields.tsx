import { useSheet, useText } from '../../define/index.ts'
import { NumberField } from '../../kit/NumberField.tsx'
import { Select } from '../../kit/Select.tsx'
import { type ScreenSize, sizeId } from './screen-sizes.ts'
import { OWN, type SizeDraft } from './size-draft.ts'
import sheet from './size-fields.css?sheet'
import { text } from './text.ts'

interface SizeFieldsProps {
  sizes: readonly ScreenSize[]
  draft: SizeDraft
  wrong: { width?: string; height?: string }
  onChange: (part: Partial<SizeDraft>) => void
}

/** One of the usual sizes of a drawing, or two numbers. */
export function SizeFields({ sizes, draft, wrong, onChange }: SizeFieldsProps) {
  useSheet(sheet)
  const t = useText(text)
  const choose = (size: string) => {
    const [width, height] = size === OWN ? [draft.width, draft.height] : size.split('x').map(Number)
    onChange({ size, width: width ?? null, height: height ?? null })
  }
  return (
    <>
      <Select
        label={t.size}
        options={[
          ...sizes.map((size) => ({ id: sizeId(size), label: size.join(' × ') })),
          { id: OWN, label: t.ownSize },
        ]}
        value={draft.size}
        onChange={choose}
        error={draft.size === OWN ? undefined : (wrong.width ?? wrong.height)}
      />
      {draft.size === OWN && (
        <div className="size-pair">
          <NumberField
            label={t.width}
            value={draft.width}
            onChange={(width) => onChange({ width })}
            decimals={0}
            unit="px"
            error={wrong.width}
          />
          <NumberField
            label={t.height}
            value={draft.height}
            onChange={(height) => onChange({ height })}
            decimals={0}
            unit="px"
            error={wrong.height}
          />
        </div>
      )}
    </>
  )
}
