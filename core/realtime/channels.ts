import { CONNECTION_LIMITS } from '../catalogue/connection-limits.ts'
import type { ServerFrame } from '../contract/realtime.ts'

export type FrameListener = (frame: ServerFrame) => void

interface Channel {
  listeners: Set<FrameListener>
  /** Of the newest values that came; null until a snapshot is there. */
  seq: number | null
  leaving?: ReturnType<typeof setTimeout> | undefined
}

/** The channel that a frame is for; undefined for one that is for all. */
function channelOf(frame: ServerFrame): string | undefined {
  if (frame.type === 'alarm') return 'alarms'
  if (frame.type === 'command') return `device/${frame.sn_code}`
  return 'channel' in frame ? frame.channel : undefined
}

export interface ChannelsParts {
  onFirst(name: string): void
  /** One more listens, who has no snapshot. */
  onMore(name: string): void
  /** Nobody has listened for a while. */
  onLeft(name: string): void
}

/** Channels that somebody listens to, or did a short while ago. */
export function createChannels({ onFirst, onMore, onLeft }: ChannelsParts) {
  const channels = new Map<string, Channel>()

  const leave = (name: string) => {
    channels.delete(name)
    onLeft(name)
  }

  return {
    names: (): string[] => [...channels.keys()],
    isEmpty: (): boolean => channels.size === 0,
    watch(name: string, listener: FrameListener): () => void {
      let channel = channels.get(name)
      if (channel) {
        clearTimeout(channel.leaving)
        channel.leaving = undefined
        channel.listeners.add(listener)
        if (channel.listeners.size > 1) onMore(name)
      } else {
        channel = { listeners: new Set([listener]), seq: null }
        channels.set(name, channel)
        onFirst(name)
      }
      const joined = channel
      return () => {
        joined.listeners.delete(listener)
        if (joined.listeners.size === 0)
          joined.leaving ??= setTimeout(() => leave(name), CONNECTION_LIMITS.channelLingerMs)
      }
    },
    /** Hands a frame to those who listen; false where it is of no use to them. */
    hear(frame: ServerFrame): boolean {
      const name = channelOf(frame)
      const channel = name === undefined ? undefined : channels.get(name)
      if (!channel) return false
      // A delta without the snapshot it belongs to says nothing about the other points.
      if (frame.type === 'delta' && (channel.seq === null || frame.seq <= channel.seq)) return false
      if (frame.type === 'snapshot' || frame.type === 'delta') channel.seq = frame.seq
      for (const listener of [...channel.listeners]) listener(frame)
      return true
    },
    /** The next values of these begin with a snapshot. */
    interrupt(names: Iterable<string> = channels.keys()): void {
      for (const name of names) {
        const channel = channels.get(name)
        if (channel) channel.seq = null
      }
    },
    dispose(): void {
      for (const channel of channels.values()) clearTimeout(channel.leaving)
      channels.clear()
    },
  }
}
