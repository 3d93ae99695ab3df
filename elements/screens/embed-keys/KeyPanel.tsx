import { useState } from 'react'
import { DAY_S } from '../../../core/catalogue/durations.ts'
import type { EmbedKey } from '../../../core/contract/embed.ts'
import { attempt } from '../../../core/stores/attempt.ts'
import { useConnection, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { ConfirmDialog } from '../../kit/Dialog.tsx'
import { Menu } from '../../kit/Menu.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { StateWord, scopeText } from './columns.tsx'
import type { Secret } from './KeyForm.tsx'
import { text } from './text.ts'

interface KeyPanelProps {
  shown: EmbedKey
  mayChange: boolean
  onClose: () => void
  onEdit: () => void
  onRotated: (secret: Secret) => void
  onChanged: () => void
}

/** All that is known of one key, and what can be done with it. */
export function KeyPanel({ shown, mayChange, onClose, onEdit, onRotated, onChanged }: KeyPanelProps) {
  const t = useText(text)
  const format = useFormat()
  const { api } = useConnection()
  const [isRevoking, setRevoking] = useState(false)
  const [isPending, setPending] = useState(false)
  const { key_id, name } = shown

  async function rotate(grace_s: number) {
    const secret = await attempt(api.embed.rotate({ key_id, grace_s }, { raisesToast: true }))
    if (secret) onRotated(secret)
  }
  async function revoke() {
    setPending(true)
    const revoked = await attempt(api.embed.revoke({ key_id }, { raisesToast: true }))
    setPending(false)
    setRevoking(false)
    if (revoked) onChanged()
  }

  return (
    <SidePanel
      title={name}
      onClose={onClose}
      actions={
        mayChange &&
        shown.state !== 'revoked' && (
          <>
            <Button look="danger" onPress={() => setRevoking(true)}>
              {t.revoke}
            </Button>
            <Menu
              label={t.rotate}
              placement="top end"
              entries={[
                { id: 'now', label: t.rotateNow, onAction: () => void rotate(0) },
                { id: 'hour', label: t.rotateHour, onAction: () => void rotate(3600) },
                { id: 'day', label: t.rotateDay, onAction: () => void rotate(DAY_S) },
              ]}
            >
              <Button icon="refresh">{t.rotate}</Button>
            </Menu>
            <Button look="primary" icon="edit" onPress={onEdit}>
              {t.edit}
            </Button>
          </>
        )
      }
    >
      <Facts
        facts={[
          [t.state, <StateWord key="state" state={shown.state} />],
          [t.origins, shown.origins.join(' ')],
          [t.rights, shown.actions.map((action) => t[`${action}Short`]).join(', ')],
          [t.scope, scopeText(shown.resources, t)],
          [t.expiry, shown.expires_time === null ? t.never : format.dateTime(shown.expires_time)],
          [t.previousUntil, shown.previous_until_time === null ? null : format.dateTime(shown.previous_until_time)],
          [t.created, t.by({ name: shown.created_userName, time: format.dateTime(shown.created_time) })],
          ['ID', <code key="id">{key_id}</code>],
        ]}
      />
      <ConfirmDialog
        title={t.revokeTitle({ name })}
        explanation={t.revokeWhy}
        confirmLabel={t.revokeIt({ name })}
        isDanger
        isOpen={isRevoking}
        isPending={isPending}
        onConfirm={() => void revoke()}
        onClose={() => setRevoking(false)}
      />
    </SidePanel>
  )
}
