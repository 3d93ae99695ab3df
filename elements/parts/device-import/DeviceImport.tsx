import { useState } from 'react'
import type { DeviceColumn } from '../../../core/catalogue/device-columns.ts'
import type { CheckedDevices } from '../../../core/contract/device-import.ts'
import { words } from '../../../core/text/words.ts'
import { useConnection, useSheet, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Checkbox } from '../../kit/Checkbox.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import layout from '../../kit/layout.css?sheet'
import { useSending } from '../form/use-sending.ts'
import { type ChosenFile, FileChoice } from '../import-file/FileChoice.tsx'
import fileSheet from '../import-file/import-file.css?sheet'
import { ExportMenu } from '../list/ExportMenu.tsx'
import { useCall } from '../use-call.ts'
import { useRights } from '../use-rights.ts'
import { CheckedFile } from './CheckedFile.tsx'
import sheet from './device-import.css?sheet'
import { ImportState } from './ImportState.tsx'
import { MissingGroups } from './MissingGroups.tsx'
import { text } from './text.ts'

interface DeviceImportProps {
  isOpen: boolean
  onClose: () => void
  /** Devices came, or some are others now. */
  onChanged: () => void
}

interface Choice {
  columns?: (DeviceColumn | null)[]
  update_existing: boolean
}

/** Devices of a spreadsheet: checked first, then registered beside all else. What is under way is shown first. */
export function DeviceImport({ isOpen, onClose, onChanged }: DeviceImportProps) {
  useSheet(layout)
  useSheet(fileSheet)
  useSheet(sheet)
  const t = useText(text)
  const { close } = useText(words)
  const { api } = useConnection()
  const holds = useRights()
  const sending = useSending<never>([])
  const imports = useCall(api.deviceImport.list, isOpen ? {} : null)
  const [file, setFile] = useState<ChosenFile | null>(null)
  const [reading, setReading] = useState('')
  const [choice, setChoice] = useState<Choice>({ update_existing: false })
  const [checked, setChecked] = useState<CheckedDevices | null>(null)
  const [started, setStarted] = useState<{ import_id: number; result_key: string } | null>(null)
  const [isNew, setNew] = useState(false)

  const shown = imports.data?.find(({ import_id, state }) =>
    started ? import_id === started.import_id : !isNew && state === 'running',
  )
  const refuse = (why: string) => {
    setChecked(null)
    sending.show({ form: why })
  }

  async function check(chosen: ChosenFile, how: Choice): Promise<void> {
    setFile(chosen)
    setChoice(how)
    const found = await sending.send(() => api.deviceImport.check({ file: chosen, ...how }))
    // What was chosen for the columns holds for the file once it was mended, and for no other one.
    const isOther = checked && found && checked.heading.join('\n') !== found.heading.join('\n')
    if (isOther && how.columns) return check(chosen, { update_existing: how.update_existing })
    setReading('')
    setChecked(found)
  }
  async function start(chosen: ChosenFile) {
    const made = await sending.send(() => api.deviceImport.start({ file: chosen, ...choice, skip_wrong: true }))
    if (!made) return
    setStarted(made)
    imports.reload()
  }
  function again() {
    setStarted(null)
    setChecked(null)
    setFile(null)
    setNew(true)
  }

  const count = checked ? checked.create + checked.update : 0
  const label = checked?.wrong ? t.importRight({ count }) : t.importAll({ count })
  return (
    <Dialog
      title={t.importTitle}
      isOpen={isOpen}
      onClose={onClose}
      size="large"
      isKeptOpen
      actions={
        <>
          <Button onPress={onClose}>{close}</Button>
          {shown && shown.state !== 'running' && <Button onPress={again}>{t.another}</Button>}
          {!started && file && checked && count > 0 && (
            <Button look="primary" isPending={sending.isPending} onPress={() => void start(file)}>
              {label}
            </Button>
          )}
        </>
      }
    >
      {shown ? (
        <div className="import-file">
          <ImportState
            key={shown.import_id}
            one={shown}
            result_key={started?.result_key ?? null}
            hasMade={checked !== null && checked.without_password > 0}
            reload={imports.reload}
            onChanged={onChanged}
          />
        </div>
      ) : (
        <div className="import-file">
          <p className="import-file-quiet">{t.importWhy}</p>
          <div className="row">
            <FileChoice
              isReading={reading !== ''}
              hasOther={file !== null}
              onBegin={setReading}
              onFile={(chosen) => void check(chosen, choice)}
              onRefused={refuse}
            />
            <ExportMenu label={t.template} save={(asked) => api.deviceImport.template(asked)} />
          </div>
          <div role="status" className="import-file-state">
            {reading && <p>{t.reading({ name: reading })}</p>}
            {checked && <p className="import-file-sum">{t.found({ ...checked, name: file?.name ?? '' })}</p>}
          </div>
          {sending.wrong.form && (
            <p className="import-file-wrong" role="alert">
              {sending.wrong.form}
            </p>
          )}
          {checked && file && (
            <MissingGroups paths={checked.missing_groups} sending={sending} onMade={() => check(file, choice)} />
          )}
          {checked && file && (
            <>
              {holds('P30200') && (
                <Checkbox
                  isSelected={choice.update_existing}
                  onChange={(update_existing) => void check(file, { ...choice, update_existing })}
                >
                  {t.updateExisting}
                </Checkbox>
              )}
              <CheckedFile checked={checked} onColumns={(columns) => void check(file, { ...choice, columns })} />
            </>
          )}
        </div>
      )}
    </Dialog>
  )
}
