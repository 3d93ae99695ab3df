import { type ReactNode, useEffect, useState } from 'react'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { KeptSettings } from '../../../core/contract/organisation-settings.ts'
import { useConnection, useElement, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Select } from '../../kit/Select.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { SaveActions } from '../../parts/form/SaveActions.tsx'
import { SendForm } from '../../parts/form/SendForm.tsx'
import { useDraft } from '../../parts/form/use-draft.ts'
import { zoneOptions } from '../../parts/own-zone.ts'
import { AccentField, OwnColours } from './ColourFields.tsx'
import { PictureField } from './PictureField.tsx'
import { Preview } from './Preview.tsx'
import {
  check,
  coloursOf,
  type Draft,
  defaultsOf,
  draftOf,
  FIELDS,
  GROUPS,
  type Group,
  isDefault,
  settingsIn,
  typedIn,
} from './settings-form.ts'
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

  const group = (id: Group, children: ReactNode) => (
    <fieldset className="org-group">
      <legend>{t[id]}</legend>
      {!isDefault(draft, id) && (
        <span className="org-reset">
          <Button look="plain" icon="undo" onPress={() => set(defaultsOf(id))}>
            {t.reset}
            <span className="sg-hidden-visually">{t.ofWhat({ name: t[id] })}</span>
          </Button>
        </span>
      )}
      {children}
    </fieldset>
  )
  const choice = (field: 'language' | 'theme', help: string, options: readonly [string, string][]) => (
    <Select<string>
      label={t[field]}
      help={help}
      options={[{ id: 'none', label: t.own }, ...options.map(([id, label]) => ({ id, label }))]}
      value={draft[field] ?? 'none'}
      onChange={(id) => set({ [field]: id === 'none' ? null : id } as Partial<Draft>)}
      error={wrong[field]}
    />
  )

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
        {group(
          'names',
          GROUPS.names.map((field) => (
            <TextField
              key={field}
              label={t[field]}
              help={t[`${field}Help`]}
              name={field}
              maxLength={field === 'product_name' || field === 'title' ? LIMITS.productName : LIMITS.signInText}
              value={draft[field]}
              onChange={(value) => set({ [field]: value })}
              error={wrong[field]}
            />
          )),
        )}
        {group(
          'pictures',
          GROUPS.pictures.map((kind) => (
            <PictureField
              key={kind}
              kind={kind}
              value={draft[kind]}
              onChange={(picture_id) => set({ [kind]: picture_id })}
              error={wrong[kind]}
            />
          )),
        )}
        {group(
          'colours',
          <>
            <AccentField value={draft.accent} onChange={(accent) => set({ accent })} error={wrong.accent} />
            {choice('theme', t.themeHelp, [
              ['auto', t.auto],
              ['light', t.light],
              ['dark', t.dark],
              ['hp', t.hp],
            ])}
          </>,
        )}
        {group(
          'charts',
          <>
            <Select<Draft['palette']>
              label={t.palette}
              options={[
                { id: 'blue', label: t.blue },
                { id: 'orange', label: t.orange },
                { id: 'green', label: t.green },
                { id: 'own', label: t.ownPalette },
              ]}
              value={draft.palette}
              onChange={(palette) =>
                // One's own begin as those that were chosen before.
                set({
                  palette,
                  ...(palette === 'own' && draft.own_colours.length < 10 && { own_colours: [...coloursOf(draft)] }),
                })
              }
              error={wrong.palette}
            />
            {draft.palette === 'own' && (
              <OwnColours
                value={draft.own_colours}
                onChange={(own_colours) => set({ own_colours })}
                wrongOf={(place) => wrong[`own_colours.${place}`]}
                error={wrong.own_colours}
              />
            )}
          </>,
        )}
        {group(
          'region',
          <>
            {choice('language', t.languageHelp, [
              ['zh', '中文'],
              ['en', 'English'],
            ])}
            <Select
              label={t.timezone}
              help={t.timezoneHelp}
              options={zoneOptions(draft.timezone)}
              value={draft.timezone}
              onChange={(timezone) => set({ timezone })}
              error={wrong.timezone}
              isSearchable
            />
            <Select<Draft['week_start']>
              label={t.week_start}
              options={(['monday', 'sunday', 'saturday'] as const).map((id) => ({ id, label: t[id] }))}
              value={draft.week_start}
              onChange={(week_start) => set({ week_start })}
              error={wrong.week_start}
            />
          </>,
        )}
        {group(
          'hosts',
          <>
            <p className="org-quiet">{t.hostsWhy}</p>
            {GROUPS.hosts.map((field) => (
              <TextField
                key={field}
                label={t[field]}
                help={t.hostsHelp}
                name={field}
                lines={3}
                value={draft[field]}
                onChange={(value) => set({ [field]: value })}
                error={wrong[field]}
              />
            ))}
            <Facts
              facts={[
                [
                  t.signInHosts,
                  kept.sign_in_hosts.map((host) => (host === '*' ? t.everyHost : host)).join(', ') || t.signInHostsNone,
                ],
              ]}
            />
          </>,
        )}
      </SendForm>
      <Preview draft={draft} />
    </div>
  )
}
