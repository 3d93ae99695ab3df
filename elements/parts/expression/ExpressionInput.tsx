import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react'
import { type Completion, completionsAt, type OfferedPoint } from '../../../core/rules/expression/complete.ts'
import { errorText } from '../../../core/rules/expression/error-text.ts'
import { parseExpression } from '../../../core/rules/expression/expression.ts'
import { FUNCTIONS } from '../../../core/rules/expression/function-help.ts'
import { useElement, useSheet, useText } from '../../define/index.ts'
import { FieldFrame } from '../../kit/Field.tsx'
import { pointName } from '../point-text.ts'
import sheet from './expression.css?sheet'
import { text } from './text.ts'

/** A point that is offered, with what is said of it. */
export interface NamedPoint extends OfferedPoint {
  readonly name_en: string | null
  readonly unit: string | null
}

interface ExpressionInputProps<P extends NamedPoint> {
  label: string
  isLabelHidden?: boolean
  value: string
  isDisabled?: boolean
  placeholder?: string
  help?: string
  lines?: number
  /** Points that are offered while a name is typed. */
  points: readonly P[]
  /** Which functions are, by their signature; all by default. */
  offers?: (signature: string) => boolean
  /** What is wrong with it elsewhere; what is no expression comes first. */
  error?: string | undefined
  /** Where in the text that is, to be underlined. */
  errorAt?: { index: number; length: number } | null
  /** Also for what is no expression yet: it is kept as it is typed. */
  onChange: (value: string) => void
  /** Buttons below it that write something at the caret. */
  tools?: (insert: (source: string, caret?: number) => void) => ReactNode
}

const SHOWN = 8

/** An expression with completions; what is wrong is underlined where it is, and said below. */
export function ExpressionInput<P extends NamedPoint>(props: ExpressionInputProps<P>) {
  useSheet(sheet)
  const { label, isLabelHidden = false, value, isDisabled = false, lines = 2, points, onChange } = props
  const t = useText(text)
  const { lang } = useElement()
  const id = useId()
  const input = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState<number | null>(null)
  const [active, setActive] = useState(0)
  const offered = useMemo(
    () => (caret === null ? null : completionsAt(value, Math.min(caret, value.length), points)),
    [value, caret, points],
  )
  const items = (offered && (offered.typed !== '' || value === '') ? offered.items : []).filter(
    ({ signature }) => signature === undefined || (props.offers?.(signature) ?? true),
  )
  const isOpen = items.length > 0 && !(items.length === 1 && items[0]?.insert === offered?.typed)
  const first = Math.max(0, Math.min(active - SHOWN + 1, items.length - SHOWN))
  const current = isOpen ? items[active] : undefined

  const parsed = useMemo(() => (value.trim() === '' ? null : parseExpression(value)), [value])
  const wrong = parsed && !parsed.ok ? parsed.error : null
  // While somebody types a name, what follows it is not missing yet.
  const isUnderWay = isOpen && wrong !== null && wrong.index >= (caret ?? 0)
  const said = (wrong && !isUnderWay ? errorText(wrong, lang) : null) ?? props.error
  const spot = wrong ? (isUnderWay ? null : wrong) : (props.errorAt ?? null)

  function put(from: number, to: number, insert: string, at: number) {
    onChange(value.slice(0, from) + insert + value.slice(to))
    const caretAt = from + at
    setCaret(caretAt)
    setActive(0)
    requestAnimationFrame(() => {
      input.current?.focus()
      input.current?.setSelectionRange(caretAt, caretAt)
    })
  }
  function take(item: Completion<P>) {
    if (offered) put(offered.from, offered.to, item.insert, item.caret)
    setCaret(null)
  }
  function insert(source: string, at = source.length) {
    const start = input.current?.selectionStart ?? value.length
    put(start, input.current?.selectionEnd ?? start, source, at)
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
        help={props.help ?? ''}
        error={said}
        describedBy={`${id}-help`}
        labelFor={{ htmlFor: id }}
      >
        <div className="field-box expression-box">
          <div className="expression-room">
            <div className="expression-under" aria-hidden>
              {underlined(value, spot)}
            </div>
            <textarea
              ref={input}
              id={id}
              className="field-input expression-input"
              rows={lines}
              spellCheck={false}
              autoCapitalize="off"
              autoComplete="off"
              aria-autocomplete="list"
              aria-controls={isOpen ? `${id}-list` : undefined}
              aria-activedescendant={isOpen ? `${id}-${active}` : undefined}
              aria-describedby={`${id}-help`}
              aria-invalid={said ? true : undefined}
              maxLength={4200}
              value={value}
              placeholder={props.placeholder ?? t.expressionHelp}
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
      {!isDisabled && props.tools && <div className="expression-tools">{props.tools(insert)}</div>}
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
