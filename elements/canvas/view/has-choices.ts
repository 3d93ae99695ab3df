interface Stored {
  readonly controls?: unknown
  readonly symbols?: unknown
}
interface StoredControl {
  readonly kind?: unknown
  readonly props?: { readonly timeOf?: unknown; readonly by?: unknown } | null
}

/** Whether something in a document, as it is stored, shows the time of the dashboard. */
export function showsTime(stored: Stored): boolean {
  const parts = [stored, ...Object.values(stored.symbols ?? {})] as (Stored | null)[]
  const controls = parts.flatMap((part) =>
    Array.isArray(part?.controls) ? part.controls : [],
  ) as (StoredControl | null)[]
  return controls.some(
    (control) =>
      control?.props?.timeOf === 'dashboard' && !(control.kind === 'column-chart' && control.props.by === 'point'),
  )
}

/** Whether something is to be chosen for a whole dashboard, as it is stored. */
export const hasChoices = (stored: Stored & { readonly dashboard?: unknown }): boolean =>
  showsTime(stored) || Boolean((stored.dashboard as { variables?: unknown[] } | null | undefined)?.variables?.length)
