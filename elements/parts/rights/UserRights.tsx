import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { Privileges } from '../../../core/contract/privilege.ts'
import type { Givable } from '../../../core/contract/role.ts'
import { countRights, isSame, type Rights, withoutCovered } from '../../../core/rules/rights-tree.ts'
import { givableRights } from '../../../core/stores/collections/people.ts'
import { words } from '../../../core/text/words.ts'
import { useConnection, useElement, useSheet, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { ConfirmDialog } from '../../kit/Dialog.tsx'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { Failure } from '../Failure.tsx'
import { SidePanel } from '../SidePanel.tsx'
import { useCall } from '../use-call.ts'
import { useCollection } from '../use-collection.ts'
import { useRights } from '../use-rights.ts'
import { useUnsaved } from '../use-unsaved.tsx'
import { LostRights } from './LostRights.tsx'
import { RightsEditor } from './RightsEditor.tsx'
import { RIGHTS_FIELDS, type Wrong, wrongOf } from './refusal.ts'
import sheet from './rights.css?sheet'
import { text } from './text.ts'

interface UserRightsProps {
  user_id: number
  onClose: () => void
}

/** What a user holds beside the roles, in the panel beside a list of users; what the roles give is shown with it. */
export function UserRights({ user_id, onClose }: UserRightsProps) {
  useSheet(sheet)
  const t = useText(text)
  const { api } = useConnection()
  const called = useCall(api.privilege.of, { user_id })
  const givable = useCollection(givableRights)
  const { data } = called
  const failure = (data ? null : called.failure) ?? (givable.data ? null : givable.failure)
  if (data && data.user_type !== 1 && givable.data)
    return <DirectRights key={user_id} held={data} givable={givable.data} onHeld={called.replace} onClose={onClose} />
  return (
    <SidePanel title={data ? t.rightsOf({ name: data.name || data.user_name }) : t.rights} onClose={onClose}>
      {data?.user_type === 1 ? (
        <EmptyState icon="user" title={t.administrator} explanation={t.administratorWhy} />
      ) : failure ? (
        <Failure
          failure={failure}
          onRetry={() => {
            called.reload()
            givable.reload()
          }}
        />
      ) : (
        <Skeleton rows={8} />
      )}
    </SidePanel>
  )
}

interface DirectRightsProps {
  held: Privileges
  givable: Givable
  onHeld: (held: Privileges) => void
  onClose: () => void
}

function DirectRights({ held, givable, onHeld, onClose }: DirectRightsProps) {
  const t = useText(text)
  const { cancel, close, save } = useText(words)
  const { lang } = useElement()
  const { api, toasts, $session } = useConnection()
  const isOneself = useStore($session)?.user_id === held.user_id
  const mayEdit = useRights()('P53200') && !isOneself
  const { setUnsaved, leave, dialog } = useUnsaved()
  const [draft, setDraft] = useState<Rights>(held.direct)
  const [wrong, setWrong] = useState<Wrong>({})
  const [pending, setPending] = useState<'save' | 'reset' | null>(null)
  const [isResetting, setResetting] = useState(false)
  const { user_id, direct } = held
  const name = held.name || held.user_name
  const count = countRights(direct)

  const tidy = ({ device_rights }: Rights) => withoutCovered(device_rights, givable.device_groups)
  const isChanged = {
    permissions: !isSame<'permissions'>(draft.permissions, direct.permissions),
    devices: !isSame<'device_rights'>(tidy(draft), tidy(direct)),
    templates:
      !isSame<'template_rights'>(draft.template_rights, direct.template_rights) ||
      !isSame<'item_rights'>(draft.item_rights, direct.item_rights),
  }
  const isUnsaved = Object.values(isChanged).some(Boolean)
  useEffect(() => setUnsaved(isUnsaved), [setUnsaved, isUnsaved])

  /** Each part is a call of its own: what one refuses does not undo what another took. */
  async function submit() {
    if (pending) return
    setPending('save')
    setWrong({})

    const { permissions, template_rights, item_rights } = draft
    try {
      if (isChanged.permissions) onHeld(await api.privilege.edit({ user_id, permissions }))
      if (isChanged.devices) onHeld(await api.privilege.editDevices({ user_id, device_rights: tidy(draft) }))
      if (isChanged.templates) onHeld(await api.privilege.editTemplates({ user_id, template_rights, item_rights }))
      setUnsaved(false)
      const [zh, en] = text.rows.saved
      toasts.show('success', { zh, en })
      onClose()
    } catch (error) {
      setWrong(wrongOf(error, lang, RIGHTS_FIELDS))
    } finally {
      setPending(null)
    }
  }

  async function reset() {
    setPending('reset')
    setWrong({})
    try {
      const left = await api.privilege.reset({ user_id })
      onHeld(left)
      setDraft(left.direct)
      const [zh, en] = text.rows.resetDone
      toasts.show('success', { zh, en })
    } catch (error) {
      setWrong(wrongOf(error, lang, RIGHTS_FIELDS))
    } finally {
      setPending(null)
      setResetting(false)
    }
  }

  const goAway = () => leave(onClose)
  return (
    <SidePanel
      title={t.rightsOf({ name })}
      onClose={goAway}
      actions={
        mayEdit ? (
          <>
            {count > 0 && (
              <span className="user-rights-reset">
                <Button look="danger" onPress={() => setResetting(true)}>
                  {t.reset}
                </Button>
              </span>
            )}
            <Button onPress={goAway}>{cancel}</Button>
            <Button look="primary" isPending={pending === 'save'} onPress={() => void submit()}>
              {save}
            </Button>
          </>
        ) : (
          <Button onPress={onClose}>{close}</Button>
        )
      }
    >
      <div className="user-rights">
        <p className="rights-help">{isOneself ? t.ofOneself : t.directHelp}</p>
        {wrong.form && (
          <p className="rights-wrong" role="alert">
            {wrong.form}
          </p>
        )}
        <RightsEditor
          value={draft}
          givable={givable}
          fixed={held.from_roles}
          isReadOnly={!mayEdit}
          onChange={setDraft}
          wrong={wrong}
        />
      </div>
      <ConfirmDialog
        title={t.resetTitle({ name })}
        explanation={
          <>
            {t.resetWhy}
            <LostRights rights={direct} givable={givable} />
          </>
        }
        confirmLabel={t.resetIt({ count })}
        isDanger
        isOpen={isResetting}
        isPending={pending === 'reset'}
        onConfirm={() => void reset()}
        onClose={() => setResetting(false)}
      />
      {dialog}
    </SidePanel>
  )
}
