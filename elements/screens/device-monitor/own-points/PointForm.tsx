import { type ReactNode, useRef } from 'react'
import { ApiError } from '../../../../core/contract/api-error.ts'
import type { DevicePoint, DevicePoints } from '../../../../core/contract/device-point.ts'
import { useConnection, useElement, useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { Checkbox } from '../../../kit/Checkbox.tsx'
import { NumberField } from '../../../kit/NumberField.tsx'
import { TextField } from '../../../kit/TextField.tsx'
import { EntityForm } from '../../../parts/form/EntityForm.tsx'
import { useDraft } from '../../../parts/form/use-draft.ts'
import { pointName } from '../../../parts/point-text.ts'
import { text as sharedText } from '../../../parts/text.ts'
import { useUnsaved } from '../../../parts/use-unsaved.tsx'
import { draftOf, editOf, type PointDraft, templateDraft } from './point-draft.ts'
import { text } from './text.ts'

const CHANGED_SINCE = '100027'
type Field = Exclude<keyof PointDraft, 'is_hidden' | 'access'>

interface PointFormProps {
  sn_code: string
  point: DevicePoint
  /** The device's; its page is opened by `open` where the user may. */
  template: { name: string; open: (() => void) | undefined }
  isOpen: boolean
  onClose: () => void
  onSaved: (next: DevicePoints) => void
  /** Removed or put back. */
  onRemoved: (next: DevicePoints, isRemoved: boolean) => void
}

/** What this device says of one point; beside each field what its template says, where that is something else. */
export function PointForm({ sn_code, point, template: bound, isOpen, onClose, onSaved, onRemoved }: PointFormProps) {
  const t = useText(text)
  const { englishNameHelp } = useText(sharedText)
  const { lang } = useElement()
  const { api } = useConnection()
  const unsaved = useUnsaved()
  const { key, is_removed, is_closed, data_type } = point
  const template = templateDraft(point)
  const isNumber = data_type === 'number'
  /** What the user was shown last of what is stored. */
  const seen = useRef<PointDraft | undefined>(undefined)

  /** Says what somebody else made of each field; the next save is made knowing that. */
  async function conflictOf({ fields }: ApiError): Promise<ApiError> {
    const stored = (await api.devicePoint.list({ sn_code })).points.find((one) => one.key === key)
    seen.current = stored && draftOf(stored)
    const storedText = (field: string) => String(seen.current?.[field as Field] ?? '') || t.nothing
    return new ApiError(CHANGED_SINCE, {
      fields: fields.map(({ field }) => ({ field, message: t.changed({ value: storedText(field) }) })),
    })
  }

  const form = useDraft(() => draftOf(point), {
    validate: ({ name, write_min, write_max }): Partial<Record<keyof PointDraft, string>> => ({
      ...(name.trim() === '' && { name: t.nameMissing }),
      ...(write_min !== null && write_max !== null && write_min >= write_max && { write_max: t.rangeWrong }),
    }),
    async send(draft, first) {
      const edit = editOf(draft, first, template, seen.current)
      if (Object.keys(edit).length === 0) return onClose()
      try {
        onSaved(await api.devicePoint.edit({ sn_code, key, ...edit }))
      } catch (error) {
        throw error instanceof ApiError && error.code === CHANGED_SINCE ? await conflictOf(error) : error
      }
    },
    onUnsaved: unsaved.setUnsaved,
  })
  const { draft, set, wrong } = form
  const isWritten = draft.access === 'rw'
  const isRanged = isNumber && isWritten

  async function remove(is: boolean) {
    try {
      onRemoved(await api.devicePoint.edit({ sn_code, key, is_removed: is }), is)
    } catch (error) {
      form.fail(error)
    }
  }

  const withTemplate = (field: Field, input: ReactNode) => {
    const differs = template !== null && template[field] !== draft[field]
    const value = template?.[field]
    return (
      <div className="own-point-field">
        {input}
        {differs && (
          <p className="own-point-template">
            <span>{t.ofTemplate({ value: value === null || value === '' ? t.nothing : String(value) })}</span>
            <Button look="plain" icon="undo" onPress={() => set({ [field]: value })}>
              {t.takeTemplates}
            </Button>
          </p>
        )}
      </div>
    )
  }
  const line = (field: 'name' | 'name_en' | 'unit', label: string, maxLength: number, more: object = {}) =>
    withTemplate(
      field,
      <TextField
        label={label}
        name={field}
        value={draft[field]}
        onChange={(value) => set({ [field]: value })}
        maxLength={maxLength}
        error={wrong[field]}
        autoComplete="off"
        {...more}
      />,
    )
  const number = (field: 'decimals' | 'write_min' | 'write_max', label: string, more: object = {}) =>
    withTemplate(
      field,
      <NumberField
        label={label}
        name={field}
        value={draft[field]}
        onChange={(value) => set({ [field]: value })}
        error={wrong[field]}
        {...more}
      />,
    )

  const isReadOnly = is_removed || is_closed
  const pending = form.isPending
  return (
    <>
      <EntityForm
        title={t.edit({ name: pointName(point, lang) })}
        form={form}
        onClose={() => unsaved.leave(onClose)}
        isReadOnly={isReadOnly}
        dialog={{ isOpen, isKeptOpen: true }}
        actions={
          !is_closed &&
          (is_removed ? (
            <Button look="primary" icon="undo" isDisabled={pending} onPress={() => void remove(false)}>
              {t.putBack}
            </Button>
          ) : (
            <span className="row-start">
              <Button icon="trash" isDisabled={pending} onPress={() => unsaved.leave(() => void remove(true))}>
                {t.remove}
              </Button>
            </span>
          ))
        }
      >
        <code>{key}</code>
        {is_closed && <p>{t.closedWhy}</p>}
        {is_removed && <p>{t.removedWhy}</p>}
        {!isReadOnly && (
          <>
            {line('name', t.name, 32, { isRequired: true, isAutoFocus: true })}
            {line('name_en', t.nameEn, 64, { help: englishNameHelp })}
            {isNumber && line('unit', t.unit, 16, { help: t.unitHelp })}
            {isNumber && number('decimals', t.decimals, { min: 0, max: 9, decimals: 0 })}
            <AccessField
              template={template && bound}
              isWritten={isWritten}
              onChange={(is) => set({ access: is ? 'rw' : 'r' })}
              onOpen={(open) => unsaved.leave(open)}
            />
            {isRanged && number('write_min', t.writeMin, { unit: draft.unit })}
            {isRanged && number('write_max', t.writeMax, { unit: draft.unit })}
            {isNumber && !isRanged && <p className="hint">{t.noLimits}</p>}
            <div className="own-point-field">
              <Checkbox name="is_hidden" isSelected={draft.is_hidden} onChange={(is_hidden) => set({ is_hidden })}>
                {t.hide}
              </Checkbox>
              <p className="hint">{t.hideWhy}</p>
            </div>
          </>
        )}
      </EntityForm>
      {unsaved.dialog}
    </>
  )
}

interface AccessFieldProps {
  /** Null for a point of the device's own. */
  template: PointFormProps['template'] | null
  isWritten: boolean
  onChange: (isWritten: boolean) => void
  onOpen: (open: () => void) => void
}

/** Whether people write it, where its template does not decide that. */
function AccessField({ template, isWritten, onChange, onOpen }: AccessFieldProps) {
  const t = useText(text)
  const open = template?.open
  return template === null ? (
    <div className="own-point-field">
      <Checkbox name="access" isSelected={isWritten} onChange={onChange}>
        {t.written}
      </Checkbox>
      <p className="hint">{t.writtenWhy}</p>
    </div>
  ) : (
    <p className="own-point-template">
      <span>{(isWritten ? t.writtenByTemplate : t.readByTemplate)({ name: template.name })}</span>
      {open && (
        <Button look="plain" icon="external" onPress={() => onOpen(open)}>
          {t.openTemplate}
        </Button>
      )}
    </p>
  )
}
