import { useState } from 'react'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { DeviceGroup } from '../../../core/contract/device.ts'
import { STRONGER_PASSWORD_RULE } from '../../../core/contract/person.ts'
import { SnCode } from '../../../core/contract/telemetry.ts'
import { lazyPart, useConnection, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { NoticeDialog } from '../../kit/Dialog.tsx'
import { Select } from '../../kit/Select.tsx'
import { PasswordField, TextField } from '../../kit/TextField.tsx'
import { Copied } from '../Copied.tsx'
import { EntityForm } from '../form/EntityForm.tsx'
import { useDialog } from '../form/use-dialog.ts'
import { useDraft } from '../form/use-draft.ts'
import { generatePassword } from '../generate-password.ts'
import { TemplateSelect } from '../template-select/TemplateSelect.tsx'
import { ConnectFacts } from './ConnectFacts.tsx'
import { text } from './text.ts'

const ScanDialog = lazyPart(async () => (await import('../scan/ScanDialog.tsx')).ScanDialog, null)

interface RegisterDialogProps {
  isOpen: boolean
  /** What is known already. */
  sn_code?: string
  password?: string
  groups: readonly DeviceGroup[]
  onClose: () => void
  onRegistered: (sn_code: string) => void
}

const EMPTY = {
  sn_code: '',
  password: '',
  dev_alias: '',
  group_id: null as string | null,
  template_id: null as number | null,
}

/** Takes over a device that has connected and belongs to nobody yet. */
export function RegisterDialog({
  isOpen,
  sn_code: known = '',
  password: knownPassword = '',
  groups,
  onClose,
  onRegistered,
}: RegisterDialogProps) {
  const t = useText(text)
  const { api } = useConnection()
  const scanning = useDialog<null>()
  const [listed, setListed] = useState<string | null>(null)
  /** Shown where it was made here: the device has to be given the same one. */
  const [generated, setGenerated] = useState('')
  const form = useDraft(() => ({ ...EMPTY, sn_code: known, password: knownPassword }), {
    validate: ({ sn_code, password, dev_alias }): Partial<Record<keyof typeof EMPTY, string>> => ({
      ...(!SnCode.safeParse(sn_code.trim()).success && { sn_code: t.snWrong }),
      ...(password === '' && { password: t.passwordMissing }),
      ...(dev_alias.trim() === '' && { dev_alias: t.nameMissing }),
    }),
    async send({ password, group_id, template_id, ...draft }) {
      const sn_code = draft.sn_code.trim()
      const dev_alias = draft.dev_alias.trim()
      const { is_listed } = await api.device.register({
        sn_code,
        password,
        dev_alias,
        ...(group_id && { group_id: Number(group_id) }),
        ...(template_id !== null && { template_id }),
      })
      if (is_listed) setListed(sn_code)
      else onRegistered(sn_code)
    },
    fieldOf: {
      110528: { password: t.notMatching },
      110534: { sn_code: t.alreadyRegistered },
      112002: { group_id: t.groupGone },
    },
  })
  const { draft, set, wrong } = form
  const isGenerated = generated !== '' && draft.password === generated
  const generate = () => {
    const password = generatePassword(STRONGER_PASSWORD_RULE)
    setGenerated(password)
    set({ password })
  }
  if (listed !== null)
    return (
      <NoticeDialog title={t.registerTitle} isOpen={isOpen} onClose={onClose}>
        <p role="status">{t.listed({ sn: listed })}</p>
      </NoticeDialog>
    )
  return (
    <>
      <EntityForm
        title={t.registerTitle}
        form={form}
        onClose={onClose}
        saveLabel={t.register}
        dialog={{ isOpen, isKeptOpen: true }}
        above={
          <>
            <p className="callout">{t.connectWhy}</p>
            <details className="connect-first" open={isGenerated || undefined}>
              <summary>{t.connectFirst}</summary>
              <ConnectFacts sn_code={draft.sn_code} password={isGenerated ? generated : ''} />
            </details>
            <div>
              <Button icon="scan" onPress={() => scanning.open(null)}>
                {t.scan}
              </Button>
            </div>
          </>
        }
      >
        <TextField
          label={t.sn}
          help={t.snHelp}
          name="sn_code"
          value={draft.sn_code}
          onChange={(sn_code) => set({ sn_code })}
          maxLength={LIMITS.snCode}
          error={wrong.sn_code}
          autoComplete="off"
          isRequired
          isAutoFocus
        />
        <PasswordField
          label={t.password}
          help={t.passwordHelp}
          name="password"
          value={draft.password}
          onChange={(password) => set({ password })}
          maxLength={128}
          error={wrong.password}
          autoComplete="new-password"
          isRequired
        />
        {isGenerated ? (
          <Copied label={t.generated} value={generated} lines={1} />
        ) : (
          <div>
            <Button icon="refresh" onPress={generate}>
              {t.generate}
            </Button>
          </div>
        )}
        <TextField
          label={t.name}
          help={t.nameHelp}
          name="dev_alias"
          value={draft.dev_alias}
          onChange={(dev_alias) => set({ dev_alias })}
          maxLength={LIMITS.deviceListField}
          error={wrong.dev_alias}
          isRequired
        />
        <Select
          label={t.group}
          options={groups.map(({ group_id, group_name }) => ({ id: String(group_id), label: group_name }))}
          value={draft.group_id}
          onChange={(group_id) => set({ group_id })}
          placeholder={t.noGroup}
          error={wrong.group_id}
          isSearchable={groups.length > 10}
        />
        <TemplateSelect
          value={draft.template_id}
          onChange={(template_id) => set({ template_id })}
          error={wrong.template_id}
        />
      </EntityForm>
      {scanning.round > 0 && (
        <ScanDialog
          isOpen={scanning.isOpen}
          onClose={scanning.close}
          onScanned={({ sn_code, password }) => {
            set({ sn_code, ...(password !== '' && { password }) })
            scanning.close()
            return null
          }}
        />
      )}
    </>
  )
}
