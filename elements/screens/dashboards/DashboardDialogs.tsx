import { useState } from 'react'
import type { Dashboard } from '../../../core/contract/dashboard.ts'
import { attempt } from '../../../core/stores/attempt.ts'
import { words } from '../../../core/text/words.ts'
import { useConnection, useText } from '../../define/index.ts'
import { ConfirmDialog } from '../../kit/Dialog.tsx'
import { NameDialog } from '../../parts/form/NameDialog.tsx'
import { DashboardForm } from './DashboardForm.tsx'
import { checkName, nameOfCopy } from './dashboard-form.ts'
import { text } from './text.ts'
import type { DashboardActs } from './use-dashboard-acts.ts'
import { VisibilityDialog } from './VisibilityDialog.tsx'

interface DashboardDialogsProps {
  acts: DashboardActs
  onChanged: () => void
  onMade: (dashboard: Dashboard) => void
  onCopied: (dashboard: Dashboard) => void
  onGone: (dashboard_id: number) => void
}

/** What is filled in, or asked, before something is done with a dashboard. */
export function DashboardDialogs({ acts, onChanged, onMade, onCopied, onGone }: DashboardDialogsProps) {
  const t = useText(text)
  const { copy } = useText(words)
  const { api } = useConnection()
  const { dialogState, isOpen, round, close } = acts.dialog
  const [isPending, setPending] = useState(false)
  if (!dialogState) return null
  const { what, dashboard } = dialogState
  const done = () => {
    close()
    onChanged()
  }
  if (what === 'create' || !dashboard) {
    const made = (one: Dashboard) => {
      close()
      onMade(one)
    }
    return (
      <DashboardForm key={round} folders={acts.folders} editing={null} isOpen={isOpen} onClose={close} onDone={made} />
    )
  }
  const { dashboard_id, dashboard_name } = dashboard
  if (what === 'settings')
    return (
      <DashboardForm
        key={round}
        folders={acts.folders}
        editing={dashboard}
        isOpen={isOpen}
        onClose={close}
        onDone={done}
      />
    )
  if (what === 'grant')
    return <VisibilityDialog key={round} dashboard={dashboard} isOpen={isOpen} onClose={close} onDone={done} />
  if (what === 'copy') {
    return (
      <NameDialog
        key={round}
        title={t.copyTitle({ name: dashboard_name })}
        isOpen={isOpen}
        onClose={close}
        field="dashboard_name"
        label={t.dashboard_name}
        help={t.nameHelp}
        first={nameOfCopy(dashboard_name, t)}
        saveLabel={copy}
        validate={(name) => checkName(name, t)}
        send={async (name) => {
          const made = await api.dashboard.copy({ dashboard_id, dashboard_name: name })
          close()
          onCopied(made)
        }}
        codes={['118002']}
      >
        <p className="quiet">{t.copyWhy}</p>
      </NameDialog>
    )
  }
  return (
    <ConfirmDialog
      title={t.removeTitle}
      explanation={t.removeWhy({ name: dashboard_name })}
      confirmLabel={t.removeIt}
      isDanger
      isOpen={isOpen}
      isPending={isPending}
      onClose={close}
      onConfirm={async () => {
        setPending(true)
        const gone = await attempt(api.dashboard.remove({ dashboard_id }).then(() => true))
        setPending(false)
        close()
        if (gone) onGone(dashboard_id)
      }}
    />
  )
}
