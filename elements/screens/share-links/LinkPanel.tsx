import { useState } from 'react'
import type { ShareLink } from '../../../core/contract/share-link.ts'
import { attempt } from '../../../core/stores/attempt.ts'
import { useConnection, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { ConfirmDialog } from '../../kit/Dialog.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { Failure } from '../../parts/Failure.tsx'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { useCall } from '../../parts/use-call.ts'
import { pathOf, StateWord, stateOf, viewsText } from './columns.tsx'
import { LinkForm } from './LinkForm.tsx'
import { text } from './text.ts'

interface LinkPanelProps {
  link: ShareLink
  onClose: () => void
  onChanged: () => void
  onRevoked: () => void
  onGo: (path: string) => void
}

/** All that is known of one link, who opened it, and its end. */
export function LinkPanel({ link, onClose, onChanged, onRevoked, onGo }: LinkPanelProps) {
  const t = useText(text)
  const format = useFormat()
  const { api, clock } = useConnection()
  const { link_id, name, may_edit } = link
  const visits = useCall(api.shareLink.views, { link_id })
  const [isEditing, setEditing] = useState(false)
  const [isRevoking, setRevoking] = useState(false)
  const [isPending, setPending] = useState(false)
  const state = stateOf(link, clock.now())

  async function revoke() {
    setPending(true)
    const revoked = await attempt(api.shareLink.revoke({ link_id }, { raisesToast: true }))
    setPending(false)
    setRevoking(false)
    if (revoked) onRevoked()
  }

  return (
    <SidePanel
      title={name}
      onClose={onClose}
      actions={
        !link.is_revoked && (
          <>
            <Button look="danger" onPress={() => setRevoking(true)}>
              {t.revoke}
            </Button>
            {may_edit && (
              <Button icon="edit" onPress={() => setEditing(true)}>
                {t.edit}
              </Button>
            )}
          </>
        )
      }
    >
      <div className="share-panel">
        <Facts
          facts={[
            [t.state, <StateWord key="state" state={state} />],
            [
              t[link.kind],
              <button key="content" type="button" className="share-to" onClick={() => onGo(pathOf(link))}>
                {link.screen_name}
              </button>,
            ],
            [t.device, link.sn_code],
            [t.views, viewsText(link, t)],
            [t.lastView, link.last_view_time === null ? t.never : format.dateTime(link.last_view_time)],
            [t.until, link.expires_time === null ? t.forever : format.dateTime(link.expires_time)],
            [t.password, link.has_password ? t.withPassword : t.withoutPassword],
            [t.by, link.user_name],
            [t.created, format.dateTime(link.created_time)],
            [t.address, t.addressOnce],
          ]}
        />
        <h3>{t.visits}</h3>
        {visits.failure && <Failure failure={visits.failure} onRetry={visits.reload} />}
        {!visits.data && !visits.failure && <Skeleton rows={3} />}
        {visits.data?.length === 0 && <p className="share-quiet">{t.noVisits}</p>}
        {visits.data && visits.data.length > 0 && (
          <ul className="share-visits">
            {visits.data.map(({ view_time, address, agent }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two visits may be the same in all that is kept of them
              <li key={i}>
                <span>{`${format.dateTime(view_time)} · ${address}`}</span>
                <span className="share-quiet">{agent}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <LinkForm
        // What was changed elsewhere is what it begins with.
        key={`${isEditing}`}
        link={link}
        isOpen={isEditing}
        onClose={() => setEditing(false)}
        onDone={() => {
          setEditing(false)
          onChanged()
        }}
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
