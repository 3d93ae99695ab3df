/** A log line's detail, whose shape differs by kind, as one line of text: `reason: keepalive · topic: v1/…`. */
export function detailText(detail: Readonly<Record<string, unknown>>): string {
  if (typeof detail.text === 'string' && Object.keys(detail).length === 1) return detail.text
  return Object.entries(detail)
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(' · ')
}
