import { useState } from 'react'
import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
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
  const [reason, setReason] = useState('')
  const [minutes, setMinutes] = useState<number | null>(60)
  const [isOut, setOut] = useState(!may.shelve)
  const [is_one_shot, setOneShot] = useState(false)
  const [wasTried, setTried] = useState(false)
  const spans = may.shelve ? SPANS : []
  const isMissing = reason.trim() === ''
  const shelve = () => {
    setTried(true)
    if (isMissing || (minutes === null && !isOut)) return
    onShelve({ reason: reason.trim(), minutes: isOut ? null : minutes, is_one_shot: is_one_shot && !isOut })
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
          <Button look="primary" onPress={shelve}>
            {isOut ? t.takeOut({ count }) : t.shelve({ count })}
          </Button>
        </>
      }
    >
      <div className="alarm-acts-form">
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
        <fieldset className="alarm-acts-spans">
          <legend>{t.howLong}</legend>
          <div className="alarm-acts-choices">
            {spans.map((span) => (
              <Choice
                key={span}
                label={t[`minutes_${span}`]}
                isChosen={!isOut && minutes === span}
                onChoose={() => {
                  setOut(false)
                  setMinutes(span)
                }}
              />
            ))}
            {may.takeOut && <Choice label={t.outOfService} isChosen={isOut} onChoose={() => setOut(true)} />}
          </div>
          {may.shelve && (
            <NumberField
              label={t.ownMinutes}
              value={minutes}
              onChange={setMinutes}
              min={1}
              max={MOST_MINUTES}
              decimals={0}
              isDisabled={isOut}
            />
          )}
        </fieldset>
        {may.shelve && (
          <Checkbox isSelected={is_one_shot && !isOut} onChange={setOneShot} isDisabled={isOut}>
            {t.oneShot}
          </Checkbox>
        )}
      </div>
    </Dialog>
  )
}

function Choice({ label, isChosen, onChoose }: { label: string; isChosen: boolean; onChoose: () => void }) {
  return (
    <button type="button" className="alarm-acts-choice" aria-pressed={isChosen} onClick={onChoose}>
      {label}
    </button>
  )
}
