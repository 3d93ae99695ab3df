import type { DeviceStates } from '../../../../core/contract/device.ts'
import { useFormat, useText } from '../../../define/index.ts'
import { text } from './text.ts'

/** More rows than anybody reads. */
const ROWS_MOST = 500

interface StateTableProps {
  spans: DeviceStates['spans']
  nameOf: (dev_state: number) => string
}

/** What the strip shows, in words: the newest first. */
export function StateTable({ spans, nameOf }: StateTableProps) {
  const t = useText(text)
  const format = useFormat()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys
    <section className="states-table" aria-label={t.asTable} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t.state}</th>
            <th scope="col">{t.from}</th>
            <th scope="col">{t.to}</th>
            <th scope="col">{t.lasted}</th>
          </tr>
        </thead>
        <tbody>
          {spans
            .slice(-ROWS_MOST)
            .toReversed()
            .map(([from, to, dev_state]) => (
              <tr key={from}>
                <td>{nameOf(dev_state)}</td>
                <td>{format.dateTime(from)}</td>
                <td>{format.dateTime(to)}</td>
                <td>{format.duration(to - from)}</td>
              </tr>
            ))}
        </tbody>
      </table>
      {spans.length > ROWS_MOST && <p>{t.newestOnly({ count: ROWS_MOST })}</p>}
    </section>
  )
}
