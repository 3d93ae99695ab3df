import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Command, CommandStatus, WriteAnswer } from '../../../core/contract/control.ts'
import { type CommandMessage, topics, type Value } from '../../../core/contract/telemetry.ts'
import { isSameSn } from '../../../core/rules/sn.ts'
import { NotSent } from '../broker/broker.ts'
import type { Db } from '../db/db.ts'
import type { CommandTable } from '../db/schema.ts'
import type { Metrics } from '../diagnostics/metrics.ts'
import type { Fleet, LiveDevice, LivePoint } from '../fleet/fleet.ts'
import type { Guest } from '../http/caller.ts'
import type { FindRoute, Route } from '../ingest/command-route.ts'
import { checkWrite } from './check-write.ts'
import { createSelections } from './selections.ts'

export interface Write {
  device: LiveDevice
  point: LivePoint
  value: Value
  user_id: number
  user_name: string
  /** Who acts as that user, in a simulated session. */
  by_user_id?: number | null
  /** Null for users. */
  guest?: Guest | null
  /** The session or embed key by which the call came: what is selected ends with it. */
  holder?: string
  /** The id of the selection that this confirms. */
  confirm?: string | undefined
}

/** Writes to devices. Each step is a row in SQL and a `command` event of the fleet; the value on screens changes only when the device reports it. */
export interface Commands {
  /**
   * Sends a write, or selects it where the point asks for two steps, with the rights of the caller checked. Throws what
   * `checkWrite` throws, 100027 while another write or selection of the same point is under way, and 100006 at `confirm`
   * or `value` for a confirmation that does not fit its selection.
   */
  write(write: Write): Promise<WriteAnswer>
  /** How far a write to which device got; null for an id that the tenant does not have. */
  steps(tenant_id: number, id: string): Promise<(Command & { device_id: number }) | null>
  /** A device's answer; `false` when no command of that device waits for it. */
  reply(
    sn_code: string,
    id: string,
    status: 'acknowledged' | 'done' | 'failed',
    reason: string | null,
  ): Promise<boolean>
  /** A session or embed key has ended: what was selected by it is dropped. */
  endSelections(holder: string): void
  /** Another transport to devices, which is tried before a write goes to a `command` topic. */
  carryBy(findRoute: FindRoute): void
  /** Leaves what is open to the next start, which ends it. */
  close(): void
}

export interface CommandParts {
  db: Db
  fleet: Fleet
  /** To the devices. */
  send: (topic: string, payload: string, withinMs: number) => Promise<void>
  metrics: Metrics
  report: (error: unknown) => void
  timeoutMs?: number
}

interface Open {
  id: string
  device: LiveDevice
  key: string
  status: CommandStatus
  route: Route | null
  timer?: NodeJS.Timeout
  /** Steps are written one after another. */
  steps: Promise<unknown>
}

const RETRY_MS = 1000
/** A call answers by then, also while nobody knows yet whether the command is on its way. */
const ANSWER_MS = 5000

/** Opens the commands; those that an earlier run left open have timed out. */
export async function openCommands(parts: CommandParts): Promise<Commands> {
  await parts.db.system((q) =>
    q
      .updateTable('command')
      .set({ status: 'timeout', end_time: Date.now() })
      .where('status', 'in', ['sent', 'acknowledged'])
      .execute(),
  )
  return new SentCommands(parts)
}

class SentCommands implements Commands {
  readonly #db
  readonly #fleet
  readonly #send
  readonly #metrics
  readonly #report
  readonly #timeoutMs
  readonly #open = new Map<string, Open>()
  /** Of each device, by the key of the point: those whose end shows at what the device reports. */
  readonly #routed = new WeakMap<LiveDevice, Map<string, Open>>()
  /** Commands under way by point. */
  readonly #busy = new Map<string, string>()
  readonly #selections = createSelections()
  #isClosed = false
  readonly #endReported

  constructor({ db, fleet, send, metrics, report, timeoutMs = LIMITS.commandTimeoutMs }: CommandParts) {
    this.#db = db
    this.#fleet = fleet
    this.#send = send
    this.#metrics = metrics
    this.#report = report
    this.#timeoutMs = timeoutMs
    this.#endReported = this.#fleet.on('values', (device, keys) => {
      const routed = this.#routed.get(device)
      if (!routed) return
      for (const key of keys) {
        const command = routed.get(key)
        const point = device.points.get(key)
        if (point && command?.route?.isReported(point.value)) this.#step(command, 'done', null).catch(this.#report)
      }
    })
  }

  #findRoute: FindRoute = () => null

  #busyKey(device: LiveDevice, key: string) {
    return `${device.device_id}/${key}`
  }

  #announce({ id, device, status }: Open) {
    this.#metrics.commands.inc({ status })
    this.#fleet.emit('command', { sn_code: device.sn_code, device_id: device.device_id, id, status })
  }

  #release({ id, device, key }: Open) {
    if (this.#busy.get(this.#busyKey(device, key)) === id) this.#busy.delete(this.#busyKey(device, key))
  }

  #forget(command: Open) {
    clearTimeout(command.timer)
    this.#open.delete(command.id)
    const routed = this.#routed.get(command.device)
    if (routed?.get(command.key) === command) routed.delete(command.key)
    if (routed?.size === 0) this.#routed.delete(command.device)
    this.#release(command)
  }

  /** Resolves `false` when the command is past that step. */
  #step(command: Open, status: CommandStatus, reason: string | null): Promise<boolean> {
    const isEnd = status !== 'acknowledged'
    const taken = command.steps
      .catch(() => {})
      .then(async () => {
        if (!this.#open.has(command.id) || command.status === status) return false
        const time = Date.now()
        await this.#db.tenant(
          command.device.tenant_id,
          (q) =>
            q
              .updateTable('command')
              .set(isEnd ? { status, end_time: time, reason } : { status, ack_time: time })
              .where('command_id', '=', command.id)
              .execute(),
          'interactive',
        )
        command.status = status
        if (isEnd) this.#forget(command)
        this.#announce(command)
        return true
      })
    command.steps = taken
    return taken
  }

  /** The point is free from then on, also while the store is away; what became of the command is written when it is back. */
  #timeOut(command: Open) {
    this.#release(command)
    this.#step(command, 'timeout', null).catch((error) => {
      this.#report(error)
      if (!this.#isClosed) command.timer = setTimeout(() => this.#timeOut(command), RETRY_MS)
    })
  }

  async #carry(command: Open, key: string, value: Value): Promise<void> {
    const { id, device, route } = command
    if (route) return route.send(this.#timeoutMs)
    const ts = Date.now()
    const message: CommandMessage = { id, key, value, ts, expires: ts + this.#timeoutMs }
    await this.#send(topics.command(device.sn_code), JSON.stringify(message), this.#timeoutMs)
  }

  readonly write: Commands['write'] = async ({
    device,
    point,
    value,
    user_id,
    user_name,
    by_user_id = null,
    guest = null,
    holder = '',
    confirm,
  }) => {
    checkWrite(device, point, value)
    const route = this.#findRoute(device, point, value)
    const key = this.#busyKey(device, point.key)
    // By what they cannot choose themselves: names can be changed at any time.
    const party = guest ? `key ${guest.key_id}` : `user ${user_id}`
    const who = `${party} ${(guest ? guest.sub : by_user_id) ?? ''}`
    if (this.#busy.has(key)) throw new ApiError('100027')
    if (confirm !== undefined) this.#selections.confirm(key, confirm, { who, value })
    else if (point.two_step) return this.#selections.select(key, { who, party, holder, value })
    const id = randomUUID()
    this.#busy.set(key, id)
    const command: Open = { id, device, key: point.key, status: 'sent', route, steps: Promise.resolve() }
    try {
      await this.#db.tenant(device.tenant_id, (q) =>
        q
          .insertInto('command')
          .values({
            tenant_id: device.tenant_id,
            command_id: command.id,
            device_id: device.device_id,
            sn_code: device.sn_code,
            key: point.key,
            old_value: JSON.stringify(point.value),
            value: JSON.stringify(value),
            user_id,
            user_name,
            by_user_id,
            status: 'sent',
            sent_time: Date.now(),
          })
          .execute(),
      )
    } catch (error) {
      this.#busy.delete(key)
      throw error
    }
    this.#open.set(command.id, command)
    if (route) {
      const routed = this.#routed.get(device) ?? new Map<string, Open>()
      this.#routed.set(device, routed.set(point.key, command))
    }
    command.timer = setTimeout(() => this.#timeOut(command), this.#timeoutMs)
    this.#announce(command)
    try {
      await Promise.race([
        this.#carry(command, point.key, value),
        wait(Math.min(this.#timeoutMs, ANSWER_MS), undefined, { ref: false }),
      ])
    } catch (error) {
      // After any other error it may be on its way: without an answer of the device it times out.
      if (error instanceof NotSent) await this.#step(command, 'failed', 'not sent')
      else this.#report(error)
    }
    return { id: command.id, status: command.status }
  }

  readonly steps: Commands['steps'] = async (tenant_id, id) => {
    const row = await this.#db.tenant(tenant_id, (q) =>
      q.selectFrom('command').selectAll().where('command_id', '=', id).executeTakeFirst(),
    )
    return row ? { ...asCommand(row), device_id: row.device_id } : null
  }

  readonly reply: Commands['reply'] = async (sn_code, id, status, reason) => {
    const command = this.#open.get(id)
    if (!command || !isSameSn(command.device.sn_code, sn_code) || !this.#fleet.of(command.device)) return false
    await this.#step(command, status, reason)
    return true
  }

  readonly endSelections: Commands['endSelections'] = (holder) => this.#selections.drop(holder)

  readonly carryBy: Commands['carryBy'] = (find) => {
    this.#findRoute = find
  }

  readonly close: Commands['close'] = () => {
    this.#isClosed = true
    this.#endReported()
    for (const { timer } of this.#open.values()) clearTimeout(timer)
  }
}

/** A row of `command` as the contract has it. */
export function asCommand(row: Selectable<CommandTable>): Command {
  const { command_id, sn_code, key, user_name, status, sent_time, ack_time, end_time, reason } = row
  const old_value = row.old_value as Value
  const value = row.value as Value
  return { id: command_id, sn_code, key, old_value, value, user_name, status, sent_time, ack_time, end_time, reason }
}
