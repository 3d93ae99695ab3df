import type { AuditLine } from '../../../core/contract/audit.ts'
import { words } from '../../../core/text/words.ts'
import { useFormat, useText } from '../../define/index.ts'
import { Facts } from '../../parts/Facts.tsx'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { actionWords } from './action-words.ts'
import { detailRows, wholeBytes } from './detail-rows.ts'
import { text } from './text.ts'

/** One line with everything that was kept of it, as text. */
export function AuditPanel({ line, onClose }: { line: AuditLine; onClose: () => void }) {
  const t = useText(text)
  const action = useText(actionWords)
  const { time } = useText(words)
  const format = useFormat()
  const rows = detailRows(line.detail, format)
  const hasChange = rows.some(({ before }) => before !== null)
  const bytes = wholeBytes(line.detail)
  const user = line.user_name || t.nobody
  return (
    <SidePanel title={action[line.action]} onClose={onClose}>
      <div className="audit-line">
        <Facts
          facts={[
            [time, format.dateTime(line.audit_time)],
            [t.who, line.by_user_name === null ? user : t.whoBy({ user, name: line.by_user_name })],
            [t.target, line.target],
            [t.address, line.address],
          ]}
        />
        <h3>{t.details}</h3>
        {bytes !== null && <p className="audit-quiet">{t.shortened({ kb: Math.ceil(bytes / 1024) })}</p>}
        {rows.length === 0 ? (
          <p className="audit-quiet">{t.noDetails}</p>
        ) : (
          <table className="audit-detail">
            {hasChange && (
              <thead>
                <tr>
                  <th scope="col">{t.field}</th>
                  <th scope="col">{t.before}</th>
                  <th scope="col">{t.after}</th>
                </tr>
              </thead>
            )}
            <tbody>
              {rows.map(({ field, name, before, after }) => (
                <tr key={field}>
                  <th scope="row">{name}</th>
                  {before !== null && <td>{before}</td>}
                  <td colSpan={hasChange && before === null ? 2 : 1}>{after}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </SidePanel>
  )
}
