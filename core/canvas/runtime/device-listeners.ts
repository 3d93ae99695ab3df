export type OnPoints = (keys: readonly string[]) => void

/** Who listens to which device. A device is opened at its first listener and closed after its last. */
export class DeviceListeners {
  readonly #byDevice = new Map<string, Set<OnPoints>>()
  readonly #open: (sn_code: string) => () => void
  readonly #close = new Map<string, () => void>()

  constructor(open: (sn_code: string) => () => void = () => () => {}) {
    this.#open = open
  }

  get devices(): IterableIterator<string> {
    return this.#byDevice.keys()
  }

  has(sn_code: string): boolean {
    return this.#byDevice.has(sn_code)
  }

  add(sn_code: string, onChange: OnPoints): () => void {
    const listener: OnPoints = (keys) => onChange(keys)
    const known = this.#byDevice.get(sn_code)
    if (known) known.add(listener)
    else {
      this.#byDevice.set(sn_code, new Set([listener]))
      this.#close.set(sn_code, this.#open(sn_code))
    }
    return () => {
      const listeners = this.#byDevice.get(sn_code)
      if (!listeners?.delete(listener) || listeners.size > 0) return
      this.#byDevice.delete(sn_code)
      this.#close.get(sn_code)?.()
      this.#close.delete(sn_code)
    }
  }

  notify(sn_code: string, keys: readonly string[]): void {
    for (const listener of [...(this.#byDevice.get(sn_code) ?? [])]) listener(keys)
  }
}
