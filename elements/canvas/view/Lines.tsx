import { useStore } from '@nanostores/react'
import { useEffect, useEffectEvent } from 'react'
import { messageOf } from '../../../core/catalogue/codes.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import { mayBeDone } from '../../../core/stores/call-failure.ts'
import { words } from '../../../core/text/words.ts'
import { useElement, useFormat, useSheet, useText } from '../../define/index.ts'
import { IconButton } from '../../kit/Button.tsx'
import { Icon } from '../../kit/Icon.tsx'
import { pointName, valueWithUnit } from '../../parts/point-text.ts'
import { panelText as writeText } from '../../parts/write/panel-text.ts'
import { WriteMark } from '../../parts/write/WriteMark.tsx'
import { hasEnded, type Write, writeOf } from '../../parts/write/writes.ts'
import sheet from './lines.css?sheet'
import type { Line, UnderWay } from './under-way.ts'

const DONE_MS = 4000
const NOTE_MS = 6000

interface LinesProps {
  underWay: UnderWay
  /** A point that is written in two steps waits to be confirmed. */
  onSelected: (line: WriteLineOf) => void
}
type WriteLineOf = Extract<Line, { writes: unknown }>

/** At the lower edge of the screen: the progress of writes without a dialog, and why something did not happen. */
export function Lines({ underWay, onSelected }: LinesProps) {
  useSheet(sheet)
  const lines = useStore(underWay.$lines)
  return (
    <div className="screen-lines">
      {lines.map((line) =>
        'writes' in line ? (
          <WriteLine key={line.id} line={line} onSelected={onSelected} onClose={() => underWay.close(line.id)} />
        ) : (
          <NoteLine key={line.id} line={line} onClose={() => underWay.close(line.id)} />
        ),
      )}
    </div>
  )
}

interface NoteLineProps {
  line: Extract<Line, { note: unknown }>
  onClose: () => void
}

function NoteLine({ line: { note, said }, onClose }: NoteLineProps) {
  const { lang } = useElement()
  const { close } = useText(words)
  useClosing(true, NOTE_MS, onClose)
  return (
    <div className="screen-line" role="status">
      <Icon name={note === 'success' ? 'check' : note} />
      <span className="screen-line-text">{said[lang]}</span>
      <IconButton icon="close" label={close} onPress={onClose} />
    </div>
  )
}

interface WriteLineProps {
  line: WriteLineOf
  onSelected: (line: WriteLineOf) => void
  onClose: () => void
}

function WriteLine({ line, onSelected, onClose }: WriteLineProps) {
  const { lang } = useElement()
  const format = useFormat()
  const { close } = useText(words)
  const t = useText(writeText)
  const write = writeOf(useStore(line.writes.$writes, { keys: [line.at.key] }), line.at.key)
  const isDone = write?.status === 'done'
  useClosing(isDone, DONE_MS, onClose)
  const select = useEffectEvent(() => onSelected(line))
  const isSelected = write?.status === 'selected'
  useEffect(() => {
    if (isSelected) select()
  }, [isSelected])
  if (!write || isSelected) return null
  const isWrong = hasEnded(write) && !isDone
  const why = isWrong ? reasonOf(write, lang, t) : ''
  return (
    <div className={`screen-line${isWrong ? ' screen-line-wrong' : ''}`} role={isWrong ? 'alert' : 'status'}>
      <WriteMark status={write.status} />
      <span className="screen-line-text">
        {pointName(line.point, lang)} <strong>{valueWithUnit(write.value, line.point, format)}</strong>
        {why && <span className="screen-line-why">{why}</span>}
      </span>
      <IconButton icon="close" label={close} onPress={onClose} />
    </div>
  )
}

function reasonOf(
  { status, failure, command }: Write,
  lang: 'zh' | 'en',
  t: { timeoutWhy: string; unreachable: string; notSent: string },
) {
  if (status === 'timeout') return t.timeoutWhy
  if (!failure) return command?.reason ?? ''
  if (!(failure instanceof ApiError)) return mayBeDone(failure) ? t.unreachable : t.notSent
  return failure.fields.at(0)?.message ?? messageOf(failure.code, lang)
}

function useClosing(isDue: boolean, afterMs: number, onClose: () => void) {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isDue) return
    const timer = setTimeout(() => close(), afterMs)
    return () => clearTimeout(timer)
  }, [isDue, afterMs])
}
