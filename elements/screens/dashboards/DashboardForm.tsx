import type { Dashboard } from '../../../core/contract/dashboard.ts'
import { useConnection, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { EntityForm } from '../../parts/form/EntityForm.tsx'
import type { Wrong } from '../../parts/form/refusal.ts'
import { useDraft } from '../../parts/form/use-draft.ts'
import { SizeFields } from '../../parts/screen-size/SizeFields.tsx'
import { SCREEN_SIZES } from '../../parts/screen-size/screen-sizes.ts'
import { checkSize, sizeDraft } from '../../parts/screen-size/size-draft.ts'
import { text as sizeText } from '../../parts/screen-size/text.ts'
import { TemplateSelect } from '../../parts/template-select/TemplateSelect.tsx'
import { useRights } from '../../parts/use-rights.ts'
import { checkFolder, checkName } from './dashboard-form.ts'
import { text } from './text.ts'

const FIELDS = ['dashboard_name', 'folder_name', 'template_id', 'width', 'height'] as const
const SIZES = [...SCREEN_SIZES.desktop, ...SCREEN_SIZES.mobile]

interface DashboardFormProps {
  /** The folders that there are. */
  folders: readonly string[]
  /** To be renamed or moved; null for a new one. */
  editing: Dashboard | null
  isOpen: boolean
  onClose: () => void
  onDone: (dashboard: Dashboard) => void
}

/** A new dashboard, or another name or folder of one. */
export function DashboardForm({ folders, editing, isOpen, onClose, onDone }: DashboardFormProps) {
  const t = useText(text)
  const sizes = useText(sizeText)
  const { api } = useConnection()
  const has = useRights()
  const mayOrganisation = has('P21200')
  const form = useDraft(
    {
      dashboard_name: editing?.dashboard_name ?? '',
      folder_name: editing?.folder_name ?? '',
      template_id: null as number | null,
      ...sizeDraft(SCREEN_SIZES.desktop[0]),
    },
    {
      fields: FIELDS,
      validate(draft): Wrong<(typeof FIELDS)[number]> {
        const [name, folder] = [checkName(draft.dashboard_name, t), checkFolder(draft.folder_name, t)]
        return {
          ...(name && { dashboard_name: name }),
          ...(folder && { folder_name: folder }),
          ...(!editing && !mayOrganisation && draft.template_id === null && { template_id: t.templateMissing }),
          ...(!editing && checkSize(draft, sizes)),
        }
      },
      async send({ width, height, ...draft }) {
        const named = { dashboard_name: draft.dashboard_name.trim(), folder_name: draft.folder_name.trim() }
        const size = width && height ? { width, height } : {}
        onDone(
          await (editing
            ? api.dashboard.edit({ dashboard_id: editing.dashboard_id, ...named })
            : api.dashboard.create({ ...named, template_id: draft.template_id, ...size })),
        )
      },
      fieldOf: { 118002: 'dashboard_name', 115005: 'template_id' },
    },
  )
  const { draft, set, wrong } = form
  return (
    <EntityForm
      title={editing ? t.settingsTitle({ name: editing.dashboard_name }) : t.create}
      form={form}
      onClose={onClose}
      {...(!editing && { saveLabel: t.make })}
      dialog={{ isOpen, isKeptOpen: form.isUnsaved }}
    >
      <TextField
        label={t.dashboard_name}
        name="dashboard_name"
        help={t.nameHelp}
        value={draft.dashboard_name}
        onChange={(dashboard_name) => set({ dashboard_name })}
        error={wrong.dashboard_name}
        autoComplete="off"
        isRequired
        isAutoFocus
      />
      <TextField
        label={t.folder_name}
        name="folder_name"
        help={t.folderHelp}
        value={draft.folder_name}
        onChange={(folder_name) => set({ folder_name })}
        error={wrong.folder_name}
        autoComplete="off"
      />
      {folders.length > 0 && (
        <nav className="dashboards-folders" aria-label={t.folders}>
          {folders.map((name) => (
            <Button key={name} look="plain" icon="folder" onPress={() => set({ folder_name: name })}>
              {name}
            </Button>
          ))}
        </nav>
      )}
      {!editing && has('P101200') && (
        <TemplateSelect
          value={draft.template_id}
          onChange={(template_id) => set({ template_id })}
          error={wrong.template_id}
          words={{ label: t.ofTemplate, help: t.ofTemplateHelp, none: t.ofOrganisation }}
        />
      )}
      {!editing && <SizeFields sizes={SIZES} draft={draft} wrong={wrong} onChange={set} />}
    </EntityForm>
  )
}
