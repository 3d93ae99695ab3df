import { useEffect, useState } from 'react'
import type { KeptSettings } from '../../../core/contract/organisation-settings.ts'
import { useConnection, useElement, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { SaveActions } from '../../parts/form/SaveActions.tsx'
import { SendForm } from '../../parts/form/SendForm.tsx'
import { useDraft } from '../../parts/form/use-draft.ts'
import { ChartFields, ColourFields, HostFields, MapFields, NameFields, PictureFields, RegionFields } from './groups.tsx'
import { Preview } from './Preview.tsx'
import { check, draftOf, FIELDS, settingsIn, typedIn } from './settings-form.ts'
import { text } from './text.ts'
import { useKeptDraft } from './use-kept-draft.ts'

interface SettingsFormProps {
  kept: KeptSettings
  onSaved: (kept: KeptSettings) => void
}

export function SettingsForm({ kept, onSaved }: SettingsFormProps) {
  const t = useText(text)
  const { lang } = useElement()
  const format = useFormat()
  const { api, refreshTimezone } = useConnection()
  /** Which settings the draft was made from: what others save meanwhile is not written over. */
  const [version, setVersion] = useState(kept.version)
  const form = useDraft(draftOf(kept.settings), {
    fields: FIELDS,
    validate: (draft) => check(draft, t, lang),
    async send(draft) {
      const saved = await api.organisationSettings.save({ ...settingsIn(draft), version })
      setVersion(saved.version)
      form.restart(draftOf(saved.settings))
      void refreshTimezone()
      onSaved(saved)
    },
    done: t.saved,
  })
  const { draft, set, wrong } = form
  useKeptDraft({ draft, first: form.first, isUnsaved: form.isUnsaved, set })

  // Nothing is typed: what somebody else saved is shown.
  const { isUnsaved, restart } = form
  useEffect(() => {
    if (isUnsaved || kept.version === version) return
    setVersion(kept.version)
    restart(draftOf(kept.settings))
  }, [kept, version, isUnsaved, restart])

  async function load() {
    try {
      const found = await api.organisationSettings.read({})
      const typed = typedIn(form.first, draft)
      setVersion(found.version)
      form.restart(draftOf(found.settings))
      set(typed)
      onSaved(found)
    } catch (error) {
      form.fail(error)
    }
  }

  return (
    <div className="org-columns">
      <SendForm
        label={t.heading}
        sending={form}
        onSubmit={() => void form.submit()}
        actions={
          <SaveActions form={form} onRevert={() => set(form.first)}>
            {kept.changed_time !== null && (
              <span className="org-quiet">
                {t.savedBy({ name: kept.changed_by, time: format.dateTime(kept.changed_time) })}
              </span>
            )}
          </SaveActions>
        }
      >
        {wrong.version && (
          <div className="org-conflict" role="alert">
            <span>{wrong.version}</span>
            <Button onPress={() => void load()}>{t.load}</Button>
          </div>
        )}
        <NameFields form={form} />
        <PictureFields form={form} />
        <ColourFields form={form} />
        <ChartFields form={form} />
        <RegionFields form={form} />
        <MapFields form={form} mapFiles={kept.map_files} />
        <HostFields form={form} signInHosts={kept.sign_in_hosts} />
      </SendForm>
      <Preview draft={draft} />
    </div>
  )
}
