/** Locks are no writes. */
const WRITES = /\b(insert into|delete from|merge into|(?<!for |key )update)\b/i
const READS = /^\s*(select|with)\b/i
/** What a statement that begins like one that reads leaves behind: in the transaction, or in the log of writes. */
const LEAVES_LOG = /\bpg_logical_emit_message\b/i
const LEAVES_MORE =
  /\bfor (no key )?update\b|\bfor (key )?share\b|\bset_config\b|\bnextval\b|\bsetval\b|\bpg_advisory|\bpg_try_advisory|\bpg_current_xact/i

export const writes = (sql: string): boolean => WRITES.test(sql)

/** Whether it leaves nothing behind that could be lost with its transaction. */
export const leavesNothing = (sql: string): boolean =>
  (READS.test(sql) || /^\s*set local\b/i.test(sql)) && !writes(sql) && !LEAVES_LOG.test(sql)

/** Whether it only reads, and needs no transaction that goes on after it: it takes no lock and sets nothing. */
export const onlyReads = (sql: string): boolean =>
  READS.test(sql) && !writes(sql) && !LEAVES_LOG.test(sql) && !LEAVES_MORE.test(sql)
