import type { ReactNode } from 'react'
import { LIMITS } from '../../../../core/catalogue/limits.ts'
import { type Binding, isRising, type Range } from '../../../../core/contract/documents/screen.ts'
import type { Value } from '../../../../core/contract/telemetry.ts'
import { useText } from '../../../define/index.ts'
import { Button, IconButton } from '../../../kit/Button.tsx'
import { Select } from '../../../kit/Select.tsx'
import { movedRow } from '../inspector/list-rows.ts'
import { NumberInput } from '../inspector/NumberInput.tsx'
import { TextInput } from '../inspector/TextInput.tsx'
import { valueFrom, valueShown } from '../inspector/value-text.ts'
import { text } from './text.ts'

interface RangesEditorProps {
  binding: Binding
  gives: (label: string, value: unknown, onChange: (value: unknown) => void) => ReactNode
  /** What a first range gives. */
  first: unknown
  isDisabled: boolean
  onChange: (binding: Binding) => void
}

/** Ranges of the value and what the property becomes in each; otherwise what, where none holds. */
export function RangesEditor({ binding, gives, first, isDisabled, onChange }: RangesEditorProps) {
  const t = useText(text)
  const { ranges = [] } = binding
  const put = (next: readonly Range[]) => onChange({ ...binding, ranges: [...next] })
  const hasOtherwise = Object.hasOwn(binding, 'otherwise')
  return (
    <fieldset className="ranges" aria-label={t.ranges}>
      <p className="prop-help">{t.rangesWhy}</p>
      {ranges.map((range, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a range is its place
        <fieldset key={at} className="range-one" aria-label={t.range({ count: at + 1 })}>
          <RangeBounds range={range} isDisabled={isDisabled} onChange={(next) => put(ranges.with(at, next))} />
          <div className="range-gives">
            <span aria-hidden>{t.gives}</span>
            {gives(t.gives, range.gives, (value) => put(ranges.with(at, { ...range, gives: value })))}
          </div>
          {!isDisabled && (
            <div className="list-row-tools">
              {at > 0 && (
                <IconButton
                  icon="arrow-up"
                  label={t.rangeUp({ count: at + 1 })}
                  onPress={() => put(movedRow(ranges, at, at - 1))}
                />
              )}
              <IconButton
                icon="trash"
                label={t.removeRange({ count: at + 1 })}
                onPress={() => put(ranges.toSpliced(at, 1))}
              />
            </div>
          )}
        </fieldset>
      ))}
      {!isDisabled && ranges.length < LIMITS.controlStates && (
        <Button icon="plus" look="plain" onPress={() => put([...ranges, nextRange(ranges, first)])}>
          {t.addRange}
        </Button>
      )}
      <Select<'own' | 'gives'>
        label={t.otherwise}
        isDisabled={isDisabled}
        options={[
          { id: 'own', label: t.otherwiseOwn },
          { id: 'gives', label: t.otherwiseGives },
        ]}
        value={hasOtherwise ? 'gives' : 'own'}
        onChange={(id) => {
          const { otherwise: _, ...rest } = binding
          onChange(id === 'own' ? rest : { ...rest, otherwise: first })
        }}
      />
      {hasOtherwise && gives(t.otherwise, binding.otherwise, (otherwise) => onChange({ ...binding, otherwise }))}
    </fieldset>
  )
}

/** The next one begins where the last one ends, and compares as it does. */
export function nextRange(ranges: readonly Range[], first: unknown): Range {
  const last = ranges.at(-1)
  if (!last) return { gives: first }
  if (last.is !== undefined) return { is: typeof last.is === 'number' ? last.is + 1 : !last.is, gives: last.gives }
  return { ...(last.to !== undefined && { from: last.to }), gives: last.gives }
}

interface RangeBoundsProps {
  range: Range
  isDisabled: boolean
  onChange: (range: Range) => void
}

function RangeBounds({ range, isDisabled, onChange }: RangeBoundsProps) {
  const t = useText(text)
  const { gives } = range
  const isExact = Object.hasOwn(range, 'is')
  const isWrong = !isRising(range.from, range.to)
  const bound = (side: 'from' | 'to', value: number | null): Range => {
    const { [side]: _, ...rest } = range
    return value === null ? rest : { ...rest, [side]: value }
  }
  return (
    <div className="range-bounds">
      <Select<'is' | 'between'>
        label={t.isBetween}
        isLabelHidden
        isDisabled={isDisabled}
        options={[
          { id: 'between', label: t.isBetween },
          { id: 'is', label: t.isExactly },
        ]}
        value={isExact ? 'is' : 'between'}
        onChange={(id) => onChange(id === 'is' ? { is: range.from ?? 0, gives } : { gives })}
      />
      {isExact ? (
        <TextInput
          label={t.is}
          value={valueShown(range.is as Value)}
          isDisabled={isDisabled}
          fault={(typed) => (typed.trim() === '' ? t.needed : null)}
          onChange={(typed) => onChange({ is: valueFrom(typed) ?? '', gives })}
        />
      ) : (
        <div className="range-pair">
          <NumberInput
            label={t.from}
            isSmall
            isNullable
            placeholder="−∞"
            value={range.from ?? null}
            isDisabled={isDisabled}
            onChange={(value) => onChange(bound('from', value))}
          />
          <span aria-hidden>–</span>
          <NumberInput
            label={t.to}
            isSmall
            isNullable
            placeholder="+∞"
            value={range.to ?? null}
            isDisabled={isDisabled}
            onChange={(value) => onChange(bound('to', value))}
          />
        </div>
      )}
      {isWrong && (
        <p className="field-error" role="alert">
          {t.boundsOrder}
        </p>
      )}
    </div>
  )
}
