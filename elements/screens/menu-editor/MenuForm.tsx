import { useEffect, useState } from 'react'
import type { KeptMenu, MenuTargetFound } from '../../../core/contract/custom-menu.ts'
import { useConnection, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { SaveActions } from '../../parts/form/SaveActions.tsx'
import { SendForm } from '../../parts/form/SendForm.tsx'
import { useDraft } from '../../parts/form/use-draft.ts'
import { TargetField } from '../../parts/menu-target/TargetField.tsx'
import { useUnsaved } from '../../parts/use-unsaved.tsx'
import { ItemList } from './ItemList.tsx'
import { type Draft, FIELDS, type Known, type Wrong } from './menu-draft.ts'
import { Preview } from './Preview.tsx'
import { text } from './text.ts'

interface MenuFormProps {
  kept: KeptMenu
  onSaved: (kept: KeptMenu) => void
}

const added = (before: readonly MenuTargetFound[], more: readonly MenuTargetFound[]) => [
  ...before,
  ...more.filter(({ id }) => !before.some((one) => one.id === id)),
]

export function MenuForm({ kept, onSaved }: MenuFormProps) {
  const t = useText(text)
  const format = useFormat()
  const { api } = useConnection()
  const { setUnsaved, dialog } = useUnsaved()
  /** Which menu the draft was made from: what others save meanwhile is not written over. */
  const [version, setVersion] = useState(kept.version)
  /** Of what was chosen here, whose names the server has not said. */
  const [chosen, setChosen] = useState<Pick<Known, 'dashboards' | 'screens'>>({ dashboards: [], screens: [] })
  const known: Known = {
    ...kept,
    dashboards: added(kept.dashboards, chosen.dashboards),
    screens: added(kept.screens, chosen.screens),
  }
  const form = useDraft<Draft, Wrong>(kept.menu, {
    fields: FIELDS,
    validate: () => ({}),
    async send(draft) {
      const saved = await api.customMenu.save({ ...draft, version })
      take(saved)
    },
    done: t.saved,
    onUnsaved: setUnsaved,
  })
  const { draft, set, wrong, isUnsaved, restart } = form

  function take(found: KeptMenu) {
    setVersion(found.version)
    restart(found.menu)
    onSaved(found)
  }

  // Nothing is changed here: what somebody else saved is shown.
  useEffect(() => {
    if (isUnsaved || kept.version === version) return
    setVersion(kept.version)
    restart(kept.menu)
  }, [kept, version, isUnsaved, restart])

  async function load() {
    try {
      const found = await api.customMenu.read({})
      set(found.menu)
      take(found)
    } catch (error) {
      form.fail(error)
    }
  }

  const holders = kept.roles.flatMap(({ role_name, permissions }) => (permissions.includes('P90000') ? role_name : []))
  const choose = (kind: 'dashboards' | 'screens', found: MenuTargetFound) =>
    setChosen((before) => ({ ...before, [kind]: added([found], before[kind]) }))

  return (
    <div className="menu-columns">
      <SendForm
        label={t.heading}
        sending={form}
        onSubmit={() => void form.submit()}
        actions={
          <SaveActions form={form} onRevert={() => set(form.first)}>
            {kept.changed_time !== null && (
              <span className="menu-quiet">
                {t.savedBy({ name: kept.changed_by, time: format.dateTime(kept.changed_time) })}
              </span>
            )}
          </SaveActions>
        }
      >
        {wrong.version && (
          <div className="menu-conflict" role="alert">
            <span>{wrong.version}</span>
            <Button onPress={() => void load()}>{t.load}</Button>
          </div>
        )}
        <fieldset className="menu-part">
          <legend>{t.page}</legend>
          <TargetField
            kind="dashboard"
            label={t.home}
            value={draft.home_dashboard_id}
            name={known.dashboards.find(({ id }) => id === draft.home_dashboard_id)?.name ?? null}
            none={t.noHome}
            help={`${t.homeHelp} ${holders.length > 0 ? t.homeHolders({ roles: holders.join(format.lang === 'zh' ? '、' : ', ') }) : t.homeNobody}`}
            error={wrong.home_dashboard_id}
            onChange={(found) => {
              if (found) choose('dashboards', found)
              set({ home_dashboard_id: found?.id ?? null })
            }}
          />
        </fieldset>
        <ItemList draft={draft} known={known} wrong={wrong} onChange={set} onTarget={choose} />
      </SendForm>
      <Preview draft={draft} known={known} />
      {dialog}
    </div>
  )
}
