import { useStore } from '@nanostores/react'
import type { Privileges } from '../../../core/contract/privilege.ts'
import type { Givable } from '../../../core/contract/role.ts'
import { countRights, isSame, type Rights, withoutCovered } from '../../../core/rules/rights-tree.ts'
import { givableRights } from '../../../core/stores/collections/people.ts'
import { useConnection, useSheet, useText } from '../../define/index.ts'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { Failure } from '../Failure.tsx'
import { EntityForm } from '../form/EntityForm.tsx'
import { useDraft } from '../form/use-draft.ts'
import { SidePanel } from '../SidePanel.tsx'
import { useCall } from '../use-call.ts'
import { useCollection } from '../use-collection.ts'
import { useRights } from '../use-rights.ts'
import { useUnsaved } from '../use-unsaved.tsx'
import { RIGHTS_FIELDS, type Wrong } from './fields.ts'
import { LostRights } from './LostRights.tsx'
import { RightsEditor } from './RightsEditor.tsx'
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
  const { api, toasts, $session } = useConnection()
  const isOneself = useStore($session)?.user_id === held.user_id
  const mayEdit = useRights()('P53200') && !isOneself
  const { setUnsaved, leave, dialog } = useUnsaved()
  const { user_id, direct } = held
  const name = held.name || held.user_name
  const count = countRights(direct)
  const tidy = ({ device_rights }: Rights) => withoutCovered(device_rights, givable.device_groups)
  const changesOf = (draft: Rights) => ({
    permissions: !isSame<'permissions'>(draft.permissions, direct.permissions),
    devices: !isSame<'device_rights'>(tidy(draft), tidy(direct)),
    templates:
      !isSame<'template_rights'>(draft.template_rights, direct.template_rights) ||
      !isSame<'item_rights'>(draft.item_rights, direct.item_rights),
  })
  const form = useDraft(direct, {
    fields: RIGHTS_FIELDS,
    validate: (draft): Wrong => (Object.values(changesOf(draft)).some(Boolean) ? {} : { form: t.unchanged }),
    /** Each part is a call of its own: what one refuses does not undo what another took. */
    async send(draft) {
      const { permissions, template_rights, item_rights } = draft
      const changes = changesOf(draft)
      if (changes.permissions) onHeld(await api.privilege.edit({ user_id, permissions }))
      if (changes.devices) onHeld(await api.privilege.editDevices({ user_id, device_rights: tidy(draft) }))
      if (changes.templates) onHeld(await api.privilege.editTemplates({ user_id, template_rights, item_rights }))
      const [zh, en] = text.rows.saved
      toasts.show('success', { zh, en })
      onClose()
    },
    onUnsaved: setUnsaved,
    isSame: (_, draft) => !Object.values(changesOf(draft)).some(Boolean),
  })

  async function reset() {
    const left = await api.privilege.reset({ user_id })
    onHeld(left)
    form.restart(left.direct)
    const [zh, en] = text.rows.resetDone
    toasts.show('success', { zh, en })
  }

  return (
    <EntityForm
      title={t.rightsOf({ name })}
      form={form}
      onClose={() => leave(onClose)}
      isReadOnly={!mayEdit}
      isWide
      above={<p className="rights-help">{isOneself ? t.ofOneself : t.directHelp}</p>}
      below={dialog}
      remove={
        count > 0
          ? {
              label: t.reset,
              title: t.resetTitle({ name }),
              explanation: (
                <>
                  {t.resetWhy}
                  <LostRights rights={direct} givable={givable} />
                </>
              ),
              confirm: t.resetIt({ count }),
              look: 'danger',
              call: reset,
            }
          : null
      }
    >
      <RightsEditor
        value={form.draft}
        givable={givable}
        fixed={held.from_roles}
        isReadOnly={!mayEdit}
        onChange={form.set}
        wrong={form.wrong}
      />
    </EntityForm>
  )
}
