import type { ReactNode } from 'react'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { KeptSettings } from '../../../core/contract/organisation-settings.ts'
import { useConnection, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Select } from '../../kit/Select.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { Facts } from '../../parts/Facts.tsx'
import type { DraftForm } from '../../parts/form/use-draft.ts'
import { zoneOptions } from '../../parts/own-zone.ts'
import { AccentField, OwnColours } from './ColourFields.tsx'
import { OrganisationPicture } from './OrganisationPicture.tsx'
import {
  coloursOf,
  type Draft,
  defaultsOf,
  GROUPS,
  type Group as GroupId,
  isDefault,
  type Wrong,
} from './settings-form.ts'
import { text } from './text.ts'

interface FieldsProps {
  form: Pick<DraftForm<Draft, Wrong>, 'draft' | 'set' | 'wrong'>
}

/** Settings that belong together, and go back to what the product has together. */
function Group({ id, form: { draft, set }, children }: FieldsProps & { id: GroupId; children: ReactNode }) {
  const t = useText(text)
  return (
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
}

interface ChoiceProps extends FieldsProps {
  field: 'language' | 'theme'
  help: string
  options: readonly [string, string][]
}

/** One for all, or each user's own. */
function Choice({ form: { draft, set, wrong }, field, help, options }: ChoiceProps) {
  const t = useText(text)
  return (
    <Select<string>
      label={t[field]}
      help={help}
      options={[{ id: 'none', label: t.own }, ...options.map(([id, label]) => ({ id, label }))]}
      value={draft[field] ?? 'none'}
      onChange={(id) => set({ [field]: id === 'none' ? null : id } as Partial<Draft>)}
      error={wrong[field]}
    />
  )
}

export function NameFields({ form }: FieldsProps) {
  const t = useText(text)
  const { draft, set, wrong } = form
  return (
    <Group id="names" form={form}>
      {GROUPS.names.map((field) => (
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
      ))}
    </Group>
  )
}

export function PictureFields({ form }: FieldsProps) {
  const { draft, set, wrong } = form
  return (
    <Group id="pictures" form={form}>
      {GROUPS.pictures.map((kind) => (
        <OrganisationPicture
          key={kind}
          kind={kind}
          value={draft[kind]}
          onChange={(picture_id) => set({ [kind]: picture_id })}
          error={wrong[kind]}
        />
      ))}
    </Group>
  )
}

export function ColourFields({ form }: FieldsProps) {
  const t = useText(text)
  const { draft, set, wrong } = form
  return (
    <Group id="colours" form={form}>
      <AccentField value={draft.accent} onChange={(accent) => set({ accent })} error={wrong.accent} />
      <Choice
        form={form}
        field="theme"
        help={t.themeHelp}
        options={[
          ['auto', t.auto],
          ['light', t.light],
          ['dark', t.dark],
          ['hp', t.hp],
        ]}
      />
    </Group>
  )
}

export function ChartFields({ form }: FieldsProps) {
  const t = useText(text)
  const { draft, set, wrong } = form
  return (
    <Group id="charts" form={form}>
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
    </Group>
  )
}

export function RegionFields({ form }: FieldsProps) {
  const t = useText(text)
  const { draft, set, wrong } = form
  return (
    <Group id="region" form={form}>
      <Choice
        form={form}
        field="language"
        help={t.languageHelp}
        options={[
          ['zh', '中文'],
          ['en', 'English'],
        ]}
      />
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
    </Group>
  )
}

/** Of a map of this server. */
const pathOf = (name: string) => `/maps/${name}`

export function MapFields({ form, mapFiles }: FieldsProps & { mapFiles: KeptSettings['map_files'] }) {
  const t = useText(text)
  const { draft, set, wrong } = form
  const { map_kind } = draft
  const own = new URL(useConnection().baseUrl).origin
  return (
    <Group id="map" form={form}>
      <Select<Draft['map_kind']>
        label={t.map_kind}
        help={t.map_kindHelp}
        options={[
          { id: 'outline', label: t.outline },
          { id: 'raster', label: t.raster },
          { id: 'vector', label: t.vector },
          { id: 'pmtiles', label: t.pmtiles },
        ]}
        value={map_kind}
        onChange={(kind) => set({ map_kind: kind })}
        error={wrong.map_kind}
      />
      {map_kind !== 'outline' && (
        <>
          {map_kind === 'pmtiles' && mapFiles.length > 0 && (
            <Select<string>
              label={t.mapFile}
              options={[
                ...mapFiles.map((name) => ({ id: pathOf(name), label: name })),
                { id: '', label: t.otherMapFile },
              ]}
              value={mapFiles.some((name) => pathOf(name) === draft.map_url) ? draft.map_url : ''}
              onChange={(map_url) => set({ map_url })}
            />
          )}
          {(['map_url', 'map_attribution', 'map_approval'] as const).map((field) => (
            <TextField
              key={field}
              label={t[field]}
              help={field === 'map_url' ? t[`${map_kind}Url`] : t[`${field}Help`]}
              name={field}
              value={draft[field]}
              // A path of this server counts wherever it is reached, by http too.
              onChange={(value) => set({ [field]: value.startsWith(`${own}/`) ? value.slice(own.length) : value })}
              error={wrong[field]}
              autoComplete="off"
              isRequired={field !== 'map_approval'}
            />
          ))}
          <Select<Draft['map_crs']>
            label={t.map_crs}
            help={t.map_crsHelp}
            options={[
              { id: 'wgs84', label: 'WGS-84' },
              { id: 'gcj02', label: 'GCJ-02' },
            ]}
            value={draft.map_crs}
            onChange={(map_crs) => set({ map_crs })}
            error={wrong.map_crs}
          />
        </>
      )}
    </Group>
  )
}

export function HostFields({ form, signInHosts }: FieldsProps & { signInHosts: KeptSettings['sign_in_hosts'] }) {
  const t = useText(text)
  const { draft, set, wrong } = form
  return (
    <Group id="hosts" form={form}>
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
            signInHosts.map((host) => (host === '*' ? t.everyHost : host)).join(', ') || t.signInHostsNone,
          ],
        ]}
      />
    </Group>
  )
}
