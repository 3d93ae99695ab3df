import { type FormEvent, useId, useState } from 'react'
import { DAY_MS, MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Alarm } from '../../../core/contract/alarm.ts'
import { words } from '../../../core/text/words.ts'
import { useSheet, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Checkbox } from '../../kit/Checkbox.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { NumberField } from '../../kit/NumberField.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { AlarmLines } from './AlarmLines.tsx'
import sheet from './acts.css?sheet'
import { text } from './text.ts'
import type { Shelving } from './use-acting.ts'
import type { MayAct } from './use-may-act.ts'

const REASONS = ['sensor', 'maintenance', 'known', 'chattering', 'test'] as const
const SPANS = [15, 60, 240, 480, 1440] as const
const MOST_MINUTES = LIMITS.shelveMaxMs / MINUTE_MS
const DAYS = [1, 7, 30, 90, 366] as const
const MOST_DAYS = LIMITS.outOfServiceMaxMs / DAY_MS

interface ShelveDialogProps {
  alarms: readonly Alarm[]
  may: Pick<MayAct, 'shelve' | 'takeOut'>
  onShelve: (how: Shelving) => void
  onClose: () => void
}

/** Why and for how long: shelving without a reason is what nobody can answer for later. */
export function ShelveDialog({ alarms, may, onShelve, onClose }: ShelveDialogProps) {
  useSheet(sheet)
  const t = useText(text)
  const { cancel } = useText(words)
  const count = alarms.length
  const form = useId()
  const [reason, setReason] = useState('')
  const [minutes, setMinutes] = useState<number | null>(60)
  const [days, setDays] = useState<number | null>(30)
  const [isOut, setOut] = useState(!may.shelve)
  const [is_one_shot, setOneShot] = useState(false)
  const [wasTried, setTried] = useState(false)
  const isMissing = reason.trim() === ''
  const chooseMinutes = (chosen: number | null) => {
    setOut(false)
    setMinutes(chosen)
  }
  const chooseDays = (chosen: number | null) => {
    setOut(true)
    setDays(chosen)
  }
  const shelve = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const span = isOut ? days && (days * DAY_MS) / MINUTE_MS : minutes
    if (isMissing || span === null) return
    onShelve({
      reason: reason.trim(),
      minutes: span,
      is_out_of_service: isOut,
      is_one_shot: is_one_shot && !isOut,
    })
  }
  return (
    <Dialog
      title={t.shelveTitle({ count })}
      isOpen
      onClose={onClose}
      isKeptOpen={!isMissing}
      actions={
        <>
          <Button onPress={onClose}>{cancel}</Button>
          <Button look="primary" type="submit" form={form}>
            {isOut ? t.takeOut({ count }) : t.shelve({ count })}
          </Button>
        </>
      }
    >
      <form id={form} className="alarm-acts-form" onSubmit={shelve} noValidate>
        <AlarmLines alarms={alarms} />
        <p>{isOut ? t.outWhy : t.shelveWhy}</p>
        <TextField
          label={t.reason}
          value={reason}
          onChange={setReason}
          maxLength={200}
          isRequired
          isAutoFocus
          error={wasTried && isMissing ? t.reasonMissing : undefined}
        />
        <div className="alarm-acts-choices">
          {REASONS.map((id) => (
            <Choice
              key={id}
              label={t[`reason_${id}`]}
              isChosen={reason === t[`reason_${id}`]}
              onChoose={() => setReason(t[`reason_${id}`])}
            />
          ))}
        </div>
        {may.shelve && (
          <Spans
            legend={t.howLong}
            ownLabel={t.ownMinutes}
            spans={SPANS.map((span) => [span, t[`minutes_${span}`]] as const)}
            most={MOST_MINUTES}
            value={isOut ? undefined : minutes}
            error={wasTried && minutes === null ? t.howLongMissing : undefined}
            onChange={chooseMinutes}
          />
        )}
        {may.takeOut && (
          <Spans
            legend={t.outOfService}
            ownLabel={t.ownDays}
            spans={DAYS.map((span) => [span, t[`days_${span}`]] as const)}
            most={MOST_DAYS}
            value={isOut ? days : undefined}
            error={wasTried && days === null ? t.howLongMissing : undefined}
            onChange={chooseDays}
          />
        )}
        {may.shelve && (
          <Checkbox isSelected={is_one_shot && !isOut} onChange={setOneShot} isDisabled={isOut}>
            {t.oneShot}
          </Checkbox>
        )}
      </form>
    </Dialog>
  )
}

interface SpansProps {
  legend: string
  ownLabel: string
  spans: readonly (readonly [span: number, label: string])[]
  most: number
  /** Null while the field is empty; undefined where another kind of hold is chosen. */
  value: number | null | undefined
  error: string | undefined
  onChange: (span: number | null) => void
}

function Spans({ legend, ownLabel, spans, most, value, error, onChange }: SpansProps) {
  return (
    <fieldset className="alarm-acts-spans">
      <legend>{legend}</legend>
      <div className="alarm-acts-choices">
        {spans.map(([span, label]) => (
          <Choice key={span} label={label} isChosen={value === span} onChoose={() => onChange(span)} />
        ))}
      </div>
      <NumberField
        label={ownLabel}
        value={value ?? null}
        onChange={onChange}
        min={1}
        max={most}
        decimals={0}
        error={value === null ? error : undefined}
      />
    </fieldset>
  )
}

function Choice({ label, isChosen, onChoose }: { label: string; isChosen: boolean; onChoose: () => void }) {
  return (
    <button type="button" className="alarm-acts-choice" aria-pressed={isChosen} onClick={onChoose}>
      {label}
    </button>
  )
}
