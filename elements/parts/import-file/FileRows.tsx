import type { ReactNode } from 'react'

interface FileRowsProps {
  label: string
  heads: readonly string[]
  rows: readonly (readonly ReactNode[])[]
}

/** A table within an `ImportFile`, which scrolls when it is long. */
export function FileRows({ label, heads, rows }: FileRowsProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled with the keyboard
    <section className="import-file-rows" tabIndex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the file
            <tr key={at}>
              {cells.map((cell, column) => (
                <td key={heads[column]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
