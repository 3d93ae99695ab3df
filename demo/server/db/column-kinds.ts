import type { ColumnType } from 'kysely'

/** jsonb: parsed when read; passed as `JSON.stringify(value)`, since drivers take a bare array for a PostgreSQL array. */
export type Json<T = unknown> = ColumnType<T, string, string>
/** As `Json`, of a column with a default. */
export type DefaultJson<T> = ColumnType<T, string | undefined, string>
/** Epoch milliseconds UTC. */
export type Time = number
export type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>
/** A column with a default, written or left out. */
export type Default<T> = ColumnType<T, T | undefined, T>
