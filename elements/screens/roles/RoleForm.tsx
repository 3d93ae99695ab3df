import { type FormEvent, useEffect, useId, useState } from 'react'
import type { Permission } from '../../../core/catalogue/permissions.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Givable, Role } from '../../../core/contract/role.ts'
import { words } from '../../../core/text/words.ts'
import { useConnection, useElement, useText } from '../../define/index.ts'
import { Button, IconButton } from '../../kit/Button.tsx'
import { ConfirmDialog } from '../../kit/Dialog.tsx'
import { Menu } from '../../kit/Menu.tsx'
import { Select } from '../../kit/Select.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { RightsEditor } from '../../parts/rights/RightsEditor.tsx'
import { RIGHTS_FIELDS, type Wrong, wrongOf } from '../../parts/rights/refusal.ts'
import { SidePanel } from '../../parts/SidePanel.tsx'
import {
  copyOf,
  type Draft,
  described,
  draftOf,
  homeOf,
  isSameDraft,
  isSameRights,
  judgeName,
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
const FIELDS = ['role_name', 'remarks', 'custom_home', ...RIGHTS_FIELDS]

/** A role's description and what it carries. What was typed stays when the server refuses. */
export function RoleForm({ role, from, givable, mayEdit, onUnsaved, onCopy, onClose, onDone, onStale }: RoleFormProps) {
  const t = useText(text)
  const { cancel, close, save } = useText(words)
  const { lang, root } = useElement()
  const { api } = useConnection()
  const [copied] = useState(() => (from ? copyOf(from, givable, t) : null))
  const [first] = useState(() => copied?.draft ?? draftOf(role))
  const [draft, setDraft] = useState(first)
  const [wrong, setWrong] = useState<Wrong>({})
  const [pending, setPending] = useState<'save' | 'delete' | null>(null)
  const [isDeleting, setDeleting] = useState(false)
  const formId = useId()
  const set = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))

  const lockedWhy = !mayEdit
    ? t.mayNotEdit
    : role?.role_type === 0
      ? t.isDefault
      : role && !role.is_givable
        ? t.notGivable
        : role && !role.is_editable
          ? t.organisations
          : null
  const isLocked = lockedWhy !== null
  // A copy is worth keeping as it is made.
  const isUnsaved = copied !== null || !isSameDraft(first, draft)
  useEffect(() => {
    onUnsaved(isUnsaved)
    return () => onUnsaved(false)
  }, [onUnsaved, isUnsaved])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (pending || isLocked) return
    const role_name = judgeName(draft.role_name, t)
    setWrong(role_name ? { role_name } : {})
    if (role_name) return
    setPending('save')
    const input = described(draft, givable.device_groups)
    try {
      if (role) await api.role.edit({ ...input, role_id: role.role_id })
      else await api.role.create(input)
      onDone(role ? 'saved' : 'made')
    } catch (error) {
      setWrong(told(error))
    } finally {
      setPending(null)
    }
  }

  function told(error: unknown): Wrong {
    const code = error instanceof ApiError && error.fields.length === 0 ? error.code : null
    if (code === '202002') return { role_name: t.nameTaken }
    if (code === '202003') return { form: `${t.inUseNow} (${code})` }
    return wrongOf(error, lang, FIELDS)
  }

  async function remove(role_id: number) {
    setPending('delete')
    try {
      await api.role.remove({ role_id })
      onDone('deleted')
    } catch (error) {
      setWrong(told(error))
      setDeleting(false)
      onStale()
    } finally {
      setPending(null)
    }
  }

  const askDelete = () => {
    if (role && role.user_count > 0) setWrong({ form: t.inUse({ count: role.user_count }) })
    else setDeleting(true)
  }
  const changesRights = role !== null && !isSameRights(first.rights, draft.rights)
  return (
    <SidePanel
      title={role ? role.role_name : t.create}
      onClose={onClose}
      actions={
        <>
          {role && mayEdit && (
            <span className="role-more">
              <Menu
                label={t.more}
                placement="top start"
                entries={[
                  { id: 'copy', label: t.copyIt, icon: 'plus', onAction: () => onCopy(role) },
                  ...(isLocked
                    ? []
                    : [
                        'line' as const,
                        { id: 'delete', label: t.delete, icon: 'trash' as const, isDanger: true, onAction: askDelete },
                      ]),
                ]}
              >
                <IconButton icon="more" label={t.more} />
              </Menu>
            </span>
          )}
          <Button onPress={onClose}>{isLocked ? close : cancel}</Button>
          {!isLocked && (
            <Button
              look="primary"
              isPending={pending === 'save'}
              onPress={() => (root.getElementById(formId) as HTMLFormElement | null)?.requestSubmit()}
            >
              {role ? save : t.make}
            </Button>
          )}
        </>
      }
    >
      <form id={formId} className="role-form" onSubmit={submit} noValidate>
        {lockedWhy && <p className="role-note">{lockedWhy}</p>}
        {role && role.user_count > 0 && <p className="role-note">{t.usedBy({ count: role.user_count })}</p>}
        {copied && copied.left_out > 0 && <p className="role-note">{t.copyLess({ count: copied.left_out })}</p>}
        {wrong.form && (
          <p className="role-wrong" role="alert">
            {wrong.form}
          </p>
        )}
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
          error={wrong.remarks}
          isDisabled={isLocked}
        />
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
        <div className="role-rights">
          <h3>{t.rights}</h3>
          {changesRights && role.user_count > 0 && (
            <p className="role-note" role="status">
              {t.endsSessions({ count: role.user_count })}
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
        {/* Enter in a field needs a button of this very form. */}
        <button type="submit" hidden tabIndex={-1} />
      </form>
      {role && (
        <ConfirmDialog
          title={t.deleteTitle({ name: role.role_name })}
          explanation={t.deleteWhy}
          confirmLabel={t.deleteIt({ name: role.role_name })}
          isDanger
          isOpen={isDeleting}
          isPending={pending === 'delete'}
          onConfirm={() => void remove(role.role_id)}
          onClose={() => setDeleting(false)}
        />
      )}
    </SidePanel>
  )
}
