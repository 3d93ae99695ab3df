import type { ComponentProps } from 'react'
import type { Tree } from '../../../core/rules/tree.ts'
import { Button } from '../../kit/Button.tsx'
import { MoreMenu } from '../../kit/MoreMenu.tsx'
import { Facts } from '../Facts.tsx'
import type { Group } from '../group-tree/group.ts'
import type { GroupActions, GroupRights } from '../group-tree/use-group-menu.ts'
import { SidePanel } from '../SidePanel.tsx'
import { pathOf } from '../user-group-picker/group-options.ts'
import type { GroupWords } from './words.ts'

/** What a screen says of a group, besides its name, place and remarks. */
export interface GroupSaying {
  notes: readonly (string | false)[]
  facts: ComponentProps<typeof Facts>['facts']
}

interface GroupPanelProps<G extends Group> {
  words: GroupWords
  tree: Tree<{ readonly object: G }>
  group: G
  /** Null for who edits no groups at all. */
  actions: GroupActions<G> | null
  rights: GroupRights<G>
  saying: GroupSaying
  onClose: () => void
}

/** What is known of one group, and what can be done with it. */
export function GroupPanel<G extends Group>({ words: t, tree, group, ...props }: GroupPanelProps<G>) {
  const { actions, rights, saying } = props
  const parent = tree.parents.get(group.id) ?? null
  const mayEdit = rights.mayEdit(group)
  const mayCreateBelow = rights.mayCreateBelow(group)
  return (
    <SidePanel
      title={group.group_name}
      onClose={props.onClose}
      actions={
        actions &&
        (mayEdit || mayCreateBelow) && (
          <>
            {rights.mayMove(group) && (
              <span className="group-screen-more">
                <MoreMenu label={t.more} placement="top start" entries={actions.menuOf(group)} />
              </span>
            )}
            {mayCreateBelow && (
              <Button icon="plus" onPress={() => actions.createBelow(group)}>
                {t.createBelow}
              </Button>
            )}
            {mayEdit && (
              <Button look="primary" icon="edit" onPress={() => actions.edit(group)}>
                {t.edit}
              </Button>
            )}
          </>
        )
      }
    >
      {saying.notes.map(
        (note) =>
          note && (
            <p key={note} className="group-screen-note">
              {note}
            </p>
          ),
      )}
      <Facts
        facts={[
          [t.parent, parent === null ? t.top : pathOf(tree, parent)],
          [t.remarks, group.remarks],
          ...saying.facts,
        ]}
      />
    </SidePanel>
  )
}

interface MembersProps {
  own: string
  /** With the groups below it; left out where these have none. */
  whole: string | false
  showLabel: string
  onShow: (() => void) | false | undefined
}

/** How many are in a group, and the way to them. */
export function Members({ own, whole, showLabel, onShow }: MembersProps) {
  return (
    <div className="group-screen-members">
      <span>{own}</span>
      {whole && <span>{whole}</span>}
      {onShow && (
        <button type="button" className="group-screen-link" onClick={onShow}>
          {showLabel}
        </button>
      )}
    </div>
  )
}
