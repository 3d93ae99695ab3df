import { useState } from 'react'
import type { Permission } from '../../../core/catalogue/permissions.ts'
import { DEVICE_READERS } from '../../../core/catalogue/readers.ts'
import type { Givable, Role } from '../../../core/contract/role.ts'
import type { Translated } from '../../../core/text/define-text.ts'
import { useConnection, useElement, useText } from '../../define/index.ts'
import { ConfirmDialog } from '../../kit/Dialog.tsx'
import { Icon } from '../../kit/Icon.tsx'
import { MoreMenu } from '../../kit/MoreMenu.tsx'
import { Select } from '../../kit/Select.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { EntityForm } from '../../parts/form/EntityForm.tsx'
import { useDialog } from '../../parts/form/use-dialog.ts'
import { type DraftForm, useDraft } from '../../parts/form/use-draft.ts'
import { TargetField } from '../../parts/menu-target/TargetField.tsx'
import { useMissingRight } from '../../parts/missing-right.ts'
import { RIGHTS_FIELDS, type Wrong } from '../../parts/rights/fields.ts'
import { RightsEditor } from '../../parts/rights/RightsEditor.tsx'
import {
  checkName,
  copyOf,
  type Draft,
  described,
  draftOf,
  homeOf,
  isSameDraft,
  isSameRights,
  landingsOf,
} from './role-form.ts'
import type { RolePanelProps } from './role-panel.ts'
import { text } from './text.ts'

interface RoleFormProps extends Omit<RolePanelProps, 'role_id'> {
  /** Null for a new one. */
  role: Role | null
  givable: Givable
  /** The role is not as it was read. */
  onStale: () => void
}

const FIRST = 'first'
const FIELDS = ['role_name', 'remarks', 'custom_home', 'home_dashboard_id', ...RIGHTS_FIELDS]

/** Whether a role opens pages that are empty without devices. */
const showsDevices = (permissions: readonly Permission[]) => DEVICE_READERS.some((code) => permissions.includes(code))

/** A role's description and what it carries. What was typed stays when the server refuses. */
export function RoleForm({ role, from, givable, mayEdit, onUnsaved, onCopy, onClose, onDone, onStale }: RoleFormProps) {
  const t = useText(text)
  const { api } = useConnection()
  const missing = useMissingRight()
  const [copied] = useState(() => (from ? copyOf(from, givable, t) : null))
  const removal = useDialog<null>()
  const [isDeleting, setDeleting] = useState(false)
  const lockedWhy = mayEdit ? whyLocked(role, t) : missing('P52100')
  const isLocked = lockedWhy !== null
  const form = useDraft(copied?.draft ?? draftOf(role), {
    fields: FIELDS,
    validate({ role_name }): Wrong {
      const wrong = checkName(role_name, t)
      return wrong ? { role_name: wrong } : {}
    },
    async send(draft) {
      const input = described(draft, givable.device_groups)
      if (role) await api.role.edit({ ...input, role_id: role.role_id })
      else await api.role.create(input)
      onDone(role ? 'saved' : 'made')
    },
    fieldOf: { 202002: { role_name: t.nameTaken }, 202003: { form: `${t.inUseNow} (202003)` } },
    onUnsaved,
    // A copy is worth keeping as it is made.
    isSame: (first, draft) => copied === null && isSameDraft(first, draft),
  })
  const { first, draft, set, wrong } = form

  async function remove(role_id: number) {
    setDeleting(true)
    try {
      await api.role.remove({ role_id })
      onDone('deleted')
    } catch (error) {
      form.fail(error)
      removal.close()
      onStale()
    } finally {
      setDeleting(false)
    }
  }

  const askDelete = () => {
    if (role && role.user_count > 0) form.show({ form: t.inUse({ count: role.user_count }) })
    else removal.open(null)
  }
  const changesRights = role !== null && !isSameRights(first.rights, draft.rights)
  return (
    <EntityForm
      title={role ? role.role_name : t.create}
      form={form}
      onClose={onClose}
      {...(!role && { saveLabel: t.make })}
      isReadOnly={isLocked}
      isWide
      above={
        <>
          {lockedWhy && <p className="callout">{lockedWhy}</p>}
          {role && role.user_count > 0 && <p className="callout">{t.usedBy({ count: role.user_count })}</p>}
          {copied && copied.left_out > 0 && <p className="callout">{t.copyLess({ count: copied.left_out })}</p>}
        </>
      }
      below={
        role && (
          <ConfirmDialog
            title={t.deleteTitle({ name: role.role_name })}
            explanation={t.deleteWhy}
            confirmLabel={t.deleteIt({ name: role.role_name })}
            isDanger
            isOpen={removal.isOpen}
            isPending={isDeleting}
            onConfirm={() => void remove(role.role_id)}
            onClose={removal.close}
          />
        )
      }
      actions={
        role &&
        mayEdit && (
          <span className="row-start">
            <RoleMenu onCopy={() => onCopy(role)} onDelete={isLocked ? null : askDelete} />
          </span>
        )
      }
    >
      <TextField
        label={t.role_name}
        name="role_name"
        {...(isLocked ? {} : { help: t.nameHelp })}
        value={draft.role_name}
        onChange={(role_name) => set({ role_name })}
        error={wrong.role_name}
        isDisabled={isLocked}
        isRequired={!isLocked}
        isAutoFocus={role === null}
      />
      <TextField
        label={t.remarks}
        name="remarks"
        value={draft.remarks}
        // It is kept on one line.
        onChange={(remarks) => set({ remarks: remarks.replace(/[\r\n]+/g, ' ') })}
        lines={2}
        maxLength={200}
        {...(isLocked ? {} : { help: t.remarksHelp })}
        error={wrong.remarks}
        isDisabled={isLocked}
      />
      <HomeFields form={form} isLocked={isLocked} />
      <div className="role-rights">
        <h3>{t.rights}</h3>
        {changesRights && role.user_count > 0 && (
          <p className="callout" role="status">
            {t.endsSessions({ count: role.user_count })}
          </p>
        )}
        {!isLocked && draft.rights.device_rights.length === 0 && showsDevices(draft.rights.permissions) && (
          <p className="callout role-warning" role="status">
            <Icon name="warning" />
            {t.withoutDevices}
          </p>
        )}
        <RightsEditor
          value={draft.rights}
          givable={givable}
          isReadOnly={isLocked}
          onChange={(rights) => set({ rights })}
          wrong={wrong}
        />
      </div>
    </EntityForm>
  )
}

/** The page that its holders see first, and the dashboard where that is the custom page. */
function HomeFields({
  form: { draft, set, wrong },
  isLocked,
}: {
  form: Pick<DraftForm<Draft, Wrong>, 'draft' | 'set' | 'wrong'>
  isLocked: boolean
}) {
  const t = useText(text)
  const { lang } = useElement()
  return (
    <>
      <Select<Permission | typeof FIRST>
        label={t.home}
        {...(isLocked ? {} : { help: t.homeHelp })}
        options={[
          { id: FIRST, label: t.firstPage },
          ...landingsOf(draft.rights.permissions).map(({ landing, title }) => ({ id: landing, label: title[lang] })),
        ]}
        value={homeOf(draft) ?? FIRST}
        onChange={(home) => set({ custom_home: home === FIRST ? null : home })}
        error={wrong.custom_home}
        isDisabled={isLocked}
      />
      {homeOf(draft) === 'P90000' && (
        <TargetField
          kind="dashboard"
          label={t.homeDashboard}
          none={t.organisationsHome}
          value={draft.home_dashboard?.id ?? null}
          name={draft.home_dashboard?.name ?? null}
          onChange={(found) => set({ home_dashboard: found && { id: found.id, name: found.name } })}
          error={wrong.home_dashboard_id}
          isDisabled={isLocked}
        />
      )}
    </>
  )
}

function whyLocked(role: Role | null, t: Translated<(typeof text)['rows']>): string | null {
  if (role === null) return null
  if (role.role_type === 0) return t.isDefault
  if (!role.is_givable) return t.notGivable
  return role.is_editable ? null : t.organisations
}

/** `onDelete`: null where that may not be. */
function RoleMenu({ onCopy, onDelete }: { onCopy: () => void; onDelete: (() => void) | null }) {
  const t = useText(text)
  return (
    <MoreMenu
      label={t.more}
      placement="top start"
      entries={[
        { id: 'copy', label: t.copyIt, icon: 'plus', onAction: onCopy },
        ...(onDelete === null
          ? []
          : [
              'line' as const,
              { id: 'delete', label: t.delete, icon: 'trash' as const, isDanger: true, onAction: onDelete },
            ]),
      ]}
    />
  )
}
