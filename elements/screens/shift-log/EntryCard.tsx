import type { ShiftEntry } from '../../../core/contract/shift-log.ts'
import { shiftLogWords } from '../../../core/text/shift-log-words.ts'
import { useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Badge } from '../../kit/StateMark.tsx'
import { PlainText } from '../../parts/inbox/PlainText.tsx'
import { OpenList } from './OpenList.tsx'
import { text } from './text.ts'

export interface EntryActions {
  onCorrect: (entry: ShiftEntry) => void
  onTake: (entry: ShiftEntry) => void
  /** Null for who may open no device. */
  onDevice: ((sn_code: string) => void) | null
}

/** One entry, whole: what it says, what it said before, and of a handover what was open and who took over. */
export function EntryCard({ entry, actions }: { entry: ShiftEntry; actions: EntryActions }) {
  const t = useText(text)
  const w = useText(shiftLogWords)
  const format = useFormat()
  const { kind, body, entry_time, user_name, sn_code, about, correct_until, before, open, taken_by, taken_time } = entry
  const minute = (time: number) => format.dateTime(time).slice(0, -3)
  const { onCorrect, onTake, onDevice } = actions
  const label = `${w[kind]} · ${user_name} · ${minute(entry_time)}`
  return (
    <article className="shift-entry" aria-label={label}>
      <header className="shift-entry-head">
        {kind === 'handover' && <Badge>{w.handover}</Badge>}
        <time dateTime={new Date(entry_time).toISOString()} title={format.dateTime(entry_time)}>
          {format.time(entry_time).slice(0, 5)}
        </time>
        <strong>{user_name}</strong>
        {sn_code !== null && onDevice ? (
          <Button look="plain" icon="device" onPress={() => onDevice(sn_code)}>
            {about ?? sn_code}
          </Button>
        ) : (
          about !== null && <span>{about}</span>
        )}
        <span className="shift-entry-actions">
          {correct_until !== null && (
            <Button look="plain" icon="edit" onPress={() => onCorrect(entry)}>
              {t.correct}
            </Button>
          )}
          {entry.may_take && (
            <Button look="primary" icon="check" onPress={() => onTake(entry)}>
              {t.takeOver}
            </Button>
          )}
        </span>
      </header>
      <PlainText text={body} />
      {before.length > 0 && (
        <details className="shift-entry-before">
          <summary>{t.correctedTimes({ count: before.length })}</summary>
          <ol>
            {before.map((earlier) => (
              <li key={earlier.changed_time}>
                <p>{t.correctedBy({ name: earlier.user_name, time: minute(earlier.changed_time) })}</p>
                <PlainText text={earlier.body} />
              </li>
            ))}
          </ol>
        </details>
      )}
      {open && (
        <section className="shift-open" aria-label={t.openThen}>
          <h3>{t.openThen}</h3>
          <OpenList open={open} />
        </section>
      )}
      {kind === 'handover' && (
        <p className="shift-entry-taken">
          {taken_by !== null && taken_time !== null
            ? t.takenBy({ name: taken_by, time: minute(taken_time) })
            : t.waiting}
        </p>
      )}
    </article>
  )
}
