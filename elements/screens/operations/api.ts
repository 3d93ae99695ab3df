import { event, prop } from '../../define/props.ts'

export type OperationKind = 'user' | 'device'
export const KINDS: readonly OperationKind[] = ['user', 'device']

/** What the table shows. */
export interface OperationsView {
  search: string
  /** Null for the first. */
  page: number | null
  kind: OperationKind
}

export const api = {
  props: {
    /** In name or user name. */
    search: prop.string(''),
    /** From 1. */
    page: prop.number(1),
    /** Operations on users, or on devices. */
    kind: prop.choice(KINDS, 'user'),
  },
  events: {
    /** The user chose another search, page or kind. */
    onViewChange: event<OperationsView>(),
  },
} as const
