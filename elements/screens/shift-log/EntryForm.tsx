import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { ShiftEntry } from '../../../core/contract/shift-log.ts'
import { deviceGroups } from '../../../core/stores/collections/devices.ts'
import { useConnection, useText } from '../../define/index.ts'
import { TextField } from '../../kit/TextField.tsx'
import { DevicePicker } from '../../parts/device-choice/DevicePicker.tsx'
import { useDeviceName } from '../../parts/device-choice/use-device-name.ts'
import { EntityForm } from '../../parts/form/EntityForm.tsx'
import { useDraft } from '../../parts/form/use-draft.ts'
import { GroupFilter } from '../../parts/group-filter/GroupFilter.tsx'
import { useCall } from '../../parts/use-call.ts'
import { useCollection } from '../../parts/use-collection.ts'
import { OpenList } from './OpenList.tsx'
import { text } from './text.ts'

/** What is written: a new entry of a kind, about a device where one is named, or a correction of an entry. */
export interface Writing {
  kind: ShiftEntry['kind']
  /** Null for a new one. */
  entry: ShiftEntry | null
  sn: string
  body: string
}

interface EntryFormProps {
  writing: Writing
  onUnsaved: (isUnsaved: boolean) => void
  onClose: () => void
  onDone: (said: string) => void
}

/** An entry being written. What was typed stays when the server refuses. */
export function EntryForm({ writing, onUnsaved, onClose, onDone }: EntryFormProps) {
  const { kind, entry } = writing
  const t = useText(text)
  const { api } = useConnection()
  const form = useDraft<{ body: string; sn: string; group: number | null }, { body?: string }>(
    () => ({ body: entry?.body ?? writing.body, sn: writing.sn, group: null }),
    {
      fields: ['body'],
      validate: ({ body }) => ({
        ...(body.trim() === '' && { body: t.bodyMissing }),
        ...(body.trim().length > LIMITS.shiftEntryBody && { body: t.bodyLong({ most: LIMITS.shiftEntryBody }) }),
      }),
      async send({ body, ...about }) {
        if (entry) await api.shiftLog.correct({ entry_id: entry.entry_id, body })
        else await api.shiftLog.create({ kind, body, ...aboutOf(about) })
        onDone(entry ? t.corrected : kind === 'handover' ? t.handedOver : t.written)
      },
      onUnsaved,
    },
  )
  const { draft, set, wrong } = form
  const groups = useCollection(deviceGroups).data ?? []
  const deviceName = useDeviceName(draft.sn)
  const open = useCall(api.shiftLog.open, kind === 'handover' && !entry ? aboutOf(draft) : null)
  const shownOpen = open.data ?? open.last
  const title = entry ? t.correctTitle : kind === 'handover' ? t.handOver : t.write
  return (
    <EntityForm
      title={title}
      form={form}
      onClose={onClose}
      {...(kind === 'handover' && !entry && { saveLabel: t.handOver })}
    >
      <TextField
        label={kind === 'handover' ? t.bodyOfHandover : t.bodyOfNote}
        name="body"
        lines={8}
        value={draft.body}
        onChange={(body) => set({ body })}
        error={wrong.body}
        help={t.bodyHelp({ count: draft.body.length, most: LIMITS.shiftEntryBody })}
        isRequired
        isAutoFocus
      />
      {entry ? (
        <p>{t.correctWhy}</p>
      ) : (
        <fieldset className="shift-about">
          <legend>{t.about}</legend>
          {groups.length > 1 && (
            <GroupFilter
              label={t.group}
              groups={groups}
              value={draft.group}
              onChange={(group) => set({ group, sn: '' })}
            />
          )}
          <DevicePicker sn={draft.sn} name={deviceName} group={draft.group} onChoose={(sn) => set({ sn })} />
        </fieldset>
      )}
      {shownOpen && (
        <section className="shift-open" aria-label={t.openNow} aria-busy={open.isLoading}>
          <h3>{t.openNow}</h3>
          <OpenList open={shownOpen} />
        </section>
      )}
    </EntityForm>
  )
}

/** A device, else its group, else neither. */
const aboutOf = ({ sn, group }: { sn: string; group: number | null }) =>
  sn !== '' ? { sn_code: sn } : group !== null ? { group_id: group } : {}
