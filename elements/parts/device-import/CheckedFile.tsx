import { DEVICE_COLUMN_NAMES, DEVICE_COLUMNS, type DeviceColumn } from '../../../core/catalogue/device-columns.ts'
import type { CheckedDevices } from '../../../core/contract/device-import.ts'
import { useElement, useText } from '../../define/index.ts'
import { Select } from '../../kit/Select.tsx'
import { FileRows } from '../import-file/FileRows.tsx'
import { text } from './text.ts'

interface CheckedFileProps {
  checked: CheckedDevices
  onColumns: (columns: (DeviceColumn | null)[]) => void
}

const NONE = 'none'

/** What each column stands for, to be chosen otherwise, and each cell that is wrong. */
export function CheckedFile({ checked, onColumns }: CheckedFileProps) {
  const t = useText(text)
  const { lang } = useElement()
  const { heading, columns, sample, wrong_cells } = checked
  const choose = (at: number, chosen: string) =>
    // Of two columns that stand for the same the one that was chosen last does.
    onColumns(
      columns.map((column, i) =>
        i === at ? (chosen === NONE ? null : (chosen as DeviceColumn)) : column === chosen ? null : column,
      ),
    )
  return (
    <>
      <h3 className="device-import-head">{t.columns}</h3>
      <div className="device-import-columns">
        <FileRows
          label={t.columns}
          heads={[t.inFile, t.example, t.means]}
          rows={heading.map((name, at) => [
            name,
            sample.map((cells) => cells[at]).find(Boolean) ?? '',
            <Select
              key={name}
              label={t.meansOf({ name })}
              isLabelHidden
              options={[
                { id: NONE, label: t.passedOver },
                ...DEVICE_COLUMN_NAMES.map((id) => ({ id, label: DEVICE_COLUMNS[id][lang] })),
              ]}
              value={columns[at] ?? NONE}
              onChange={(id) => choose(at, id)}
            />,
          ])}
        />
      </div>
      {wrong_cells.length > 0 && (
        <>
          <h3 className="device-import-head">{t.wrongCells}</h3>
          {wrong_cells.length >= WRONG_MOST && (
            <p className="import-file-quiet">{t.firstWrong({ count: wrong_cells.length })}</p>
          )}
          <FileRows
            label={t.wrongCells}
            heads={[t.row, t.column, t.value, t.why]}
            rows={wrong_cells.map(({ row, column, text, message }) => [
              row,
              column ? DEVICE_COLUMNS[column][lang] : '',
              text,
              message,
            ])}
          />
        </>
      )}
    </>
  )
}

/** No more are answered. */
const WRONG_MOST = 200
