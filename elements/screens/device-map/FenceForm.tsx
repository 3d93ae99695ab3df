import { useState } from 'react'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { DeviceGroup } from '../../../core/contract/device.ts'
import { wrongFence } from '../../../core/rules/geofence.ts'
import { deviceGroups } from '../../../core/stores/collections/devices.ts'
import { words } from '../../../core/text/words.ts'
import { useConnection, useElement, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { NumberField } from '../../kit/NumberField.tsx'
import { Select } from '../../kit/Select.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { SendForm } from '../../parts/form/SendForm.tsx'
import { useSending } from '../../parts/form/use-sending.ts'
import { cornersIn, cornersText } from '../../parts/map/fence-shape.ts'
import { useCollection } from '../../parts/use-collection.ts'
import { text } from './text.ts'
import type { FenceDraft, useFences } from './use-fences.ts'

const FIELDS = ['fence_name', 'group_id', 'corners', 'radius_m', 'version'] as const
type Field = (typeof FIELDS)[number]
/** Decimals of a degree: a metre. */
const DECIMALS = 5
const FOR_ALL = 'all'
const NO_GROUPS: readonly DeviceGroup[] = []

interface FenceFormProps {
  draft: FenceDraft
  fences: ReturnType<typeof useFences>
}

/** A fence that is being drawn on the map, or typed here. */
export default function FenceForm({ draft, fences: { change, cancel, saved } }: FenceFormProps) {
  const t = useText(text)
  const w = useText(words)
  const { lang } = useElement()
  const { api } = useConnection()
  const groups = useCollection(deviceGroups).data ?? NO_GROUPS
  const check = useFenceCheck()
  const [typed, setTyped] = useState<string | null>(null)
  const wrongTyped = typed === null ? null : check.typed(typed)
  const { fence, fence_name, group_id, corners, radius_m } = draft
  const validate = (): Partial<Record<Field, string>> => ({
    ...(fence_name.trim() === '' && { fence_name: t.fenceNameMissing }),
    ...check.shape(draft),
    ...(wrongTyped && { corners: wrongTyped }),
  })
  const values = { fence_name, group_id, corners, radius_m, typed }
  const sending = useSending<Field>(FIELDS, undefined, { values, validate })
  const { wrong } = sending
  const isCircle = radius_m !== null
  const title = fence ? t.changeFence : t.newFence

  async function submit() {
    if (!sending.check(validate())) return
    const fields = { fence_name: fence_name.trim(), group_id, corners: [...corners], radius_m }
    const send = () =>
      fence
        ? api.geofence.edit({ fence_id: fence.fence_id, version: fence.version, ...fields })
        : api.geofence.create(fields)
    if (await sending.send(send)) saved(fields.fence_name)
  }

  const [centre] = corners
  return (
    <section
      className="place-card"
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) cancel()
      }}
    >
      <h2 className="place-card-name">{title}</h2>
      <p className="place-note">
        {isCircle ? t.circleHow : t.polygonHow} <span className="fence-keys">{t.middleHow}</span>
      </p>
      <SendForm
        label={title}
        sending={wrong.version ? { ...sending, wrong: { ...wrong, form: wrong.version } } : sending}
        onSubmit={() => void submit()}
        actions={
          <>
            <Button onPress={cancel}>{w.cancel}</Button>
            <Button look="primary" type="submit" isPending={sending.isPending}>
              {t.saveFence}
            </Button>
          </>
        }
      >
        <TextField
          label={t.fenceName}
          name="fence_name"
          value={fence_name}
          maxLength={LIMITS.geofenceName}
          onChange={(name) => change({ fence_name: name })}
          error={wrong.fence_name}
          autoComplete="off"
          isAutoFocus
          isRequired
        />
        <Select
          label={t.fenceGroup}
          options={[
            { id: FOR_ALL, label: t.fenceForAll },
            ...groups.map((group) => ({ id: String(group.group_id), label: group.group_name })),
          ]}
          value={group_id === null ? FOR_ALL : String(group_id)}
          onChange={(id) => change({ group_id: id === FOR_ALL ? null : Number(id) })}
          isSearchable={groups.length > 10}
          error={wrong.group_id}
        />
        {isCircle && centre ? (
          <>
            <div className="place-fields">
              <NumberField
                label={t.lat}
                value={centre.lat}
                min={-85}
                max={85}
                step={0.00001}
                decimals={DECIMALS}
                onChange={(lat) => lat !== null && change({ corners: [{ ...centre, lat }] })}
                error={wrong.corners}
              />
              <NumberField
                label={t.lng}
                value={centre.lng}
                min={-180}
                max={180}
                step={0.00001}
                decimals={DECIMALS}
                onChange={(lng) => lng !== null && change({ corners: [{ ...centre, lng }] })}
              />
            </div>
            <NumberField
              label={t.radius}
              name="radius_m"
              value={radius_m}
              min={LIMITS.geofenceRadiusMinM}
              max={LIMITS.geofenceRadiusM}
              step={10}
              unit={lang === 'zh' ? '米' : 'm'}
              onChange={(metres) => metres !== null && change({ radius_m: metres })}
              error={wrong.radius_m}
            />
          </>
        ) : (
          <>
            <TextField
              label={t.corners}
              name="corners"
              lines={5}
              value={typed ?? cornersText(corners)}
              onChange={(now) => {
                setTyped(now)
                const read = cornersIn(now)
                if (typeof read !== 'number' && read.length <= LIMITS.geofenceCorners) change({ corners: read })
              }}
              onBlur={() => wrongTyped === null && setTyped(null)}
              error={wrongTyped ?? wrong.corners}
              autoComplete="off"
            />
            {corners.length > 0 && (
              <div>
                <Button
                  look="plain"
                  icon="undo"
                  onPress={() => {
                    setTyped(null)
                    change({ corners: corners.slice(0, -1) })
                  }}
                >
                  {t.removeCorner}
                </Button>
              </div>
            )}
          </>
        )}
      </SendForm>
    </section>
  )
}

/** What is wrong with a shape, in words. */
function useFenceCheck() {
  const t = useText(text)
  const { lang } = useElement()
  const format = useFormat()
  return {
    typed(typed: string): string | null {
      const read = cornersIn(typed)
      if (typeof read === 'number') return t.cornerWrong({ line: read })
      return read.length > LIMITS.geofenceCorners ? t.cornersMost({ most: LIMITS.geofenceCorners }) : null
    },
    shape(draft: FenceDraft): Partial<Record<Field, string>> {
      const { radius_m } = draft
      const wrong = wrongFence(draft)
      const isOdd = radius_m !== null && (radius_m < LIMITS.geofenceRadiusMinM || radius_m > LIMITS.geofenceRadiusM)
      const least = t.metres({ value: format.number(LIMITS.geofenceRadiusMinM) })
      const most = t.kilometres({ value: format.number(LIMITS.geofenceRadiusM / 1000) })
      return {
        ...(wrong && { corners: wrong[lang] }),
        ...(isOdd && { radius_m: t.radiusWrong({ least, most }) }),
      }
    },
  }
}
