import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react'
import { type Completion, completionsAt } from '../../../core/rules/expression/complete.ts'
import { errorText } from '../../../core/rules/expression/error-text.ts'
import { parseExpression } from '../../../core/rules/expression/expression.ts'
import { FUNCTIONS } from '../../../core/rules/expression/function-help.ts'
import { writePoint } from '../../../core/rules/expression/points.ts'
import { useElement, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { FieldFrame } from '../../kit/Field.tsx'
import { Popover } from '../../kit/Popover.tsx'
import { pointName } from '../../parts/point-text.ts'
import { FunctionList } from './FunctionList.tsx'
import { PointList } from './PointList.tsx'
import { text } from './text.ts'
import { type NamedPoint, useTemplatePoints } from './use-points.ts'

interface ExpressionFieldProps {
  label: string
  isLabelHidden?: boolean
  value: string
  isMixed?: boolean
  isDisabled?: boolean
  /** May be left empty. */
  isOptional?: boolean
  placeholder?: string
  lines?: number
  /** What is wrong with it elsewhere. */
  error?: string | undefined
  /** Also for what is no expression yet: it is kept as it is typed. */
  onChange: (value: string) => void
}

const SHOWN = 8

/** An expression with completions; what is wrong is underlined where it is, and said below. */
export function ExpressionField(props: ExpressionFieldProps) {
  const { label, isLabelHidden = false, value, isDisabled = false, lines = 2, onChange } = props
  const t = useText(text)
  const { lang } = useElement()
  const id = useId()
  const points = useTemplatePoints()
  const input = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState<number | null>(null)
  const [active, setActive] = useState(0)
  const offered = useMemo(
    () => (caret === null ? null : completionsAt(value, Math.min(caret, value.length), points)),
    [value, caret, points],
  )
  const items = offered && (offered.typed !== '' || value === '') ? offered.items.slice(0, 50) : []
  const isOpen = items.length > 0 && !(items.length === 1 && items[0]?.insert === offered?.typed)
  const first = Math.max(0, Math.min(active - SHOWN + 1, items.length - SHOWN))
  const current = isOpen ? items[active] : undefined

  const parsed = useMemo(() => (value.trim() === '' ? null : parseExpression(value)), [value])
  const wrong = parsed && !parsed.ok ? parsed.error : null
  // While somebody types a name, what follows it is not missing yet.
  const isUnderWay = isOpen && wrong !== null && wrong.index >= (caret ?? 0)
  const said =
    (wrong && !isUnderWay ? errorText(wrong, lang) : null) ??
    props.error ??
    (value.trim() === '' && !props.isOptional && !props.isMixed && caret !== null ? undefined : undefined)

  function put(from: number, to: number, insert: string, at: number) {
    onChange(value.slice(0, from) + insert + value.slice(to))
    const spot = from + at
    setCaret(spot)
    setActive(0)
    requestAnimationFrame(() => {
      input.current?.focus()
      input.current?.setSelectionRange(spot, spot)
    })
  }
  function take(item: Completion<NamedPoint>) {
    if (offered) put(offered.from, offered.to, item.insert, item.caret)
    setCaret(null)
  }
  function insert(source: string, at = source.length) {
    const spot = input.current?.selectionStart ?? value.length
    put(spot, input.current?.selectionEnd ?? spot, source, at)
    setCaret(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && !isOpen) return event.preventDefault()
    if ((event.ctrlKey || event.metaKey) && event.key === ' ') {
      event.preventDefault()
      return setCaret(input.current?.selectionStart ?? 0)
    }
    if (!isOpen) return
    const way = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (way !== 0) {
      event.preventDefault()
      setActive((before) => (before + way + items.length) % items.length)
    } else if ((event.key === 'Enter' || event.key === 'Tab') && current) {
      event.preventDefault()
      take(current)
    } else if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      setCaret(null)
    }
  }
  return (
    <div className="field expression" data-invalid={said ? true : undefined} data-disabled={isDisabled || undefined}>
      <FieldFrame
        label={label}
        isLabelHidden={isLabelHidden}
        help={props.isMixed ? t.mixedWhy : ''}
        error={said}
        describedBy={`${id}-help`}
        labelFor={{ htmlFor: id }}
      >
        <div className="field-box expression-box">
          <div className="expression-room">
            <div className="expression-under" aria-hidden>
              {underlined(value, isUnderWay ? null : wrong)}
            </div>
            <textarea
              ref={input}
              id={id}
              className="field-input expression-input"
              rows={lines}
              spellCheck={false}
              autoCapitalize="off"
              autoComplete="off"
              role="combobox"
              aria-autocomplete="list"
              aria-expanded={isOpen}
              aria-controls={`${id}-list`}
              aria-activedescendant={isOpen ? `${id}-${active}` : undefined}
              aria-describedby={`${id}-help`}
              aria-invalid={said ? true : undefined}
              maxLength={4200}
              value={value}
              placeholder={props.isMixed ? t.mixed : (props.placeholder ?? t.expressionHelp)}
              disabled={isDisabled}
              onChange={(event) => {
                onChange(event.target.value.replaceAll('\n', ' '))
                setCaret(event.target.selectionStart)
                setActive(0)
              }}
              onKeyDown={onKeyDown}
              onBlur={() => setCaret(null)}
            />
          </div>
        </div>
        {isOpen && (
          <div className="completions">
            <div id={`${id}-list`} role="listbox" aria-label={t.suggestions} className="completions-list">
              {items.slice(first, first + SHOWN).map((item, row) => (
                <div
                  key={`${item.kind} ${item.insert}`}
                  id={`${id}-${first + row}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={first + row === active}
                  className="completion"
                  onPointerDown={(event) => {
                    event.preventDefault()
                    take(item)
                  }}
                >
                  {rowOf(item, lang, t.word)}
                </div>
              ))}
            </div>
            {current && <CompletionHelp item={current} />}
          </div>
        )}
      </FieldFrame>
      {!isDisabled && (
        <div className="expression-tools">
          <Popover label={t.insertPoint} trigger={<Button look="plain">{t.insertPoint}</Button>}>
            {(close) => (
              <PointList
                isAutoFocus
                onChoose={(point) => {
                  close()
                  insert(writePoint(point))
                }}
              />
            )}
          </Popover>
          <Popover label={t.functions} trigger={<Button look="plain">{t.functions}</Button>} placement="bottom end">
            {(close) => (
              <FunctionList
                onChoose={({ name, signature }) => {
                  close()
                  insert(`${name}()`, name.length + (signature.endsWith('()') ? 2 : 1))
                }}
              />
            )}
          </Popover>
        </div>
      )}
    </div>
  )
}

/** The same text below the field, with what is wrong marked. */
function underlined(value: string, wrong: { index: number; length: number } | null): ReactNode {
  if (!wrong) return null
  const { index } = wrong
  const length = Math.max(1, wrong.length)
  return (
    <>
      {value.slice(0, index)}
      <mark>{value.slice(index, index + length) || '\u00a0'}</mark>
      {value.slice(index + length)}
    </>
  )
}

function rowOf(item: Completion<NamedPoint>, lang: 'zh' | 'en', word: string): ReactNode {
  const { point } = item
  const note = point
    ? `${pointName(point, lang)}${point.unit ? ` · ${point.unit}` : ''}`
    : item.kind === 'word'
      ? word
      : (helpOf(item)?.[lang] ?? '')
  return (
    <>
      <code>{item.signature ?? item.insert}</code>
      <span>{note}</span>
    </>
  )
}

const helpOf = ({ signature }: Completion) => FUNCTIONS.find((row) => row.signature === signature)

function CompletionHelp({ item }: { item: Completion }) {
  const t = useText(text)
  const { lang } = useElement()
  const help = item.kind === 'function' ? helpOf(item) : undefined
  if (!help) return null
  return (
    <p className="completion-help">
      {help[lang]}
      <code>{t.example({ example: help.example })}</code>
    </p>
  )
}
