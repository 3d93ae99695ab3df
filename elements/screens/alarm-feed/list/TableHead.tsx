// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row
// biome-ignore-all lint/a11y/useSemanticElements: rows are placed by the window, which those of a <table> cannot be
import type { Ref } from 'react'
import { useText } from '../../../define/index.ts'
import { IconButton } from '../../../kit/Button.tsx'
import { Icon } from '../../../kit/Icon.tsx'
import { Menu } from '../../../kit/Menu.tsx'
import type { Sort } from '../../../kit/table/columns.ts'
import { text } from '../text.ts'
import type { ShownColumns } from './use-columns.ts'

interface TableHeadProps {
  columns: ShownColumns
  sort: Sort
  onSort: (sort: Sort) => void
  hasBoxes: boolean
  ref: Ref<HTMLDivElement>
}

/** A press sorts, and once more the other way round; edges resize. */
export function TableHead({ columns, sort, onSort, hasBoxes, ref }: TableHeadProps) {
  const t = useText(text)
  return (
    <div className="feed-table-head" role="rowgroup">
      <div ref={ref} className="feed-row feed-row-table feed-row-head" role="row" aria-rowindex={1}>
        {hasBoxes && (
          <div className="feed-cell" role="columnheader">
            <span className="sg-hidden-visually">{t.selection}</span>
          </div>
        )}
        {columns.shown.map(({ id, title, isSortable, isNumeric }) => {
          const isSorted = sort.id === id
          const direction = isSorted ? (sort.isDescending ? 'descending' : 'ascending') : 'none'
          return (
            <div
              key={id}
              className="feed-cell"
              role="columnheader"
              aria-sort={isSortable ? direction : undefined}
              data-numeric={isNumeric || undefined}
            >
              {isSortable ? (
                <button
                  type="button"
                  className="feed-sort"
                  onClick={() => onSort({ id, isDescending: isSorted ? !sort.isDescending : id !== 'dev_alias' })}
                >
                  {title}
                  {isSorted && <Icon name={sort.isDescending ? 'arrow-down' : 'arrow-up'} size={12} />}
                </button>
              ) : (
                title
              )}
              <span className="feed-resize" aria-hidden onPointerDown={(event) => columns.startResize(id, event)} />
            </div>
          )
        })}
        <div className="feed-cell feed-act" role="columnheader">
          <Menu
            label={t.columns}
            isKeptOpen
            entries={columns.all
              .filter(({ isFixed }) => !isFixed)
              .map(({ id, title }) => ({
                id,
                label: title,
                isChecked: !columns.isHidden(id),
                onAction: () => columns.toggle(id),
              }))}
          >
            <IconButton icon="columns" label={t.columns} />
          </Menu>
        </div>
      </div>
    </div>
  )
}
