import { LIMITS } from '../../../core/catalogue/limits.ts'
import { isPlace, ROUTES } from '../../../core/catalogue/routes.ts'
import { MENU_ITEM_ICONS, type MenuTarget, type MenuTargetFound } from '../../../core/contract/custom-menu.ts'
import { wrongWebTarget } from '../../../core/rules/web-target.ts'
import { useElement, useText } from '../../define/index.ts'
import { MultiSelect, Select } from '../../kit/Select.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { EntityForm } from '../../parts/form/EntityForm.tsx'
import { useDraft } from '../../parts/form/use-draft.ts'
import { TargetField } from '../../parts/menu-target/TargetField.tsx'
import { IconField } from './IconField.tsx'
import { type Item, type Known, spotOf } from './menu-draft.ts'
import { text } from './text.ts'

interface ItemDialogProps {
  item: Item
  isNew: boolean
  items: readonly Item[]
  known: Known
  isOpen: boolean
  onTarget: (kind: 'dashboards' | 'screens', found: MenuTargetFound) => void
  onClose: () => void
  onDone: (item: Item, group: string | null) => void
}

type ItemDraft = Item & { group: string | null }
type Wrong = Partial<Record<'item_name' | 'path' | 'dashboard_id' | 'screen_id' | 'url', string>>

const NONE = 'none'
const KINDS: readonly MenuTarget[] = ['page', 'dashboard', 'screen', 'web']
/** Pages that an item can open; the custom page stands in the menu by itself. */
const PAGES = ROUTES.filter((route) => isPlace(route) && route.path !== '/customPage')

/** One item: what it is called, what it opens, and for whom. Nothing of it is saved before the whole menu is. */
export function ItemDialog({ item, isNew, items, known, isOpen, onTarget, onClose, onDone }: ItemDialogProps) {
  const t = useText(text)
  const { lang } = useElement()
  const isGroup = item.kind === 'group'
  const form = useDraft<ItemDraft, Wrong>(
    { ...item, group: isNew ? null : spotOf(items, item.item_id).group },
    {
      validate({ item_name, kind, path, dashboard_id, screen_id, url }) {
        const length = item_name.trim().length
        const wrong: Wrong = {}
        if (length < 1 || length > LIMITS.menuItemName) wrong.item_name = t.nameWrong({ most: LIMITS.menuItemName })
        if (kind === 'page' && path === '') wrong.path = t.missing
        if (kind === 'dashboard' && dashboard_id === null) wrong.dashboard_id = t.missing
        if (kind === 'screen' && screen_id === null) wrong.screen_id = t.missing
        const wrongUrl = kind === 'web' ? wrongWebTarget(url.trim(), known.frame_hosts) : null
        if (wrongUrl) wrong.url = wrongUrl[lang]
        return wrong
      },
      async send({ group, ...draft }) {
        onDone({ ...draft, item_name: draft.item_name.trim(), url: draft.url.trim() }, group)
      },
    },
  )
  const { draft, set, wrong } = form
  const groups = items.filter(({ kind }) => kind === 'group')
  const words = isGroup ? { add: t.newGroup, edit: t.editGroup } : { add: t.newItem, edit: t.editItem }
  return (
    <EntityForm
      title={isNew ? words.add : words.edit}
      form={form}
      dialog={{ isOpen }}
      saveLabel={t.done}
      onClose={onClose}
    >
      <TextField
        label={t.name}
        name="item_name"
        value={draft.item_name}
        onChange={(item_name) => set({ item_name })}
        maxLength={LIMITS.menuItemName}
        help={t.nameHelp({ most: LIMITS.menuItemName })}
        error={wrong.item_name}
        isRequired
        isAutoFocus
      />
      <IconField value={draft.icon} icons={MENU_ITEM_ICONS} onChange={(icon) => set({ icon })} />
      {!isGroup && (
        <>
          <Select<MenuTarget>
            label={t.opens}
            options={KINDS.map((id) => ({ id, label: t[`kind_${id}`] }))}
            value={draft.kind === 'group' ? 'page' : draft.kind}
            onChange={(kind) => set({ kind })}
          />
          <Target draft={draft} set={set} wrong={wrong} known={known} onTarget={onTarget} />
          {groups.length > 0 && (
            <Select<string>
              label={t.group}
              options={[
                { id: NONE, label: t.noGroup },
                ...groups.map(({ item_id, item_name }) => ({ id: item_id, label: item_name })),
              ]}
              value={draft.group ?? NONE}
              onChange={(group) => set({ group: group === NONE ? null : group })}
            />
          )}
        </>
      )}
      <MultiSelect
        label={t.roles}
        help={t.rolesHelp}
        placeholder={t.allRoles}
        options={[
          ...known.roles.map(({ role_id, role_name }) => ({ id: String(role_id), label: role_name })),
          ...item.role_ids
            .filter((id) => !known.roles.some(({ role_id }) => role_id === id))
            .map((id) => ({ id: String(id), label: t.otherRole({ id }) })),
        ]}
        value={draft.role_ids.map(String)}
        onChange={(ids) => set({ role_ids: ids.map(Number) })}
        atMost={LIMITS.menuItemRoles}
      />
    </EntityForm>
  )
}

interface TargetProps extends Pick<ItemDialogProps, 'known' | 'onTarget'> {
  draft: ItemDraft
  set: (part: Partial<ItemDraft>) => void
  wrong: Wrong
}

/** What an item of its kind opens. */
function Target({ draft, set, wrong, known, onTarget }: TargetProps) {
  const t = useText(text)
  const { lang } = useElement()
  const { kind, path, dashboard_id, screen_id, url } = draft
  if (kind === 'web')
    return (
      <TextField
        label={t.url}
        name="url"
        value={url}
        onChange={(typed) => set({ url: typed })}
        help={known.frame_hosts.length > 0 ? t.urlHelp({ hosts: known.frame_hosts.join(' ') }) : t.urlNone}
        error={wrong.url}
        maxLength={500}
        autoComplete="off"
        isRequired
      />
    )
  if (kind === 'dashboard' || kind === 'screen') {
    const field = kind === 'dashboard' ? 'dashboard_id' : 'screen_id'
    const list = kind === 'dashboard' ? 'dashboards' : 'screens'
    const value = kind === 'dashboard' ? dashboard_id : screen_id
    return (
      <TargetField
        key={kind}
        kind={kind}
        label={t[`target_${kind}`]}
        value={value}
        name={known[list].find(({ id }) => id === value)?.name ?? null}
        error={wrong[field]}
        onChange={(found) => {
          if (!found) return
          onTarget(list, found)
          // A name that is still to be given is that of what it opens.
          const isNamed = draft.item_name.trim() !== ''
          set({ [field]: found.id, ...(!isNamed && { item_name: found.name.slice(0, LIMITS.menuItemName).trim() }) })
        }}
      />
    )
  }
  return (
    <Select<string>
      label={t.target_page}
      options={PAGES.map((route) => ({ id: route.path, label: route.title[lang] }))}
      value={path || null}
      onChange={(chosen) => set({ path: chosen })}
      placeholder={t.missing}
      error={wrong.path}
      isSearchable
    />
  )
}
