import type { NativeMachine } from '../native-module.js'

/** Duration of a slot on a public cluster, in milliseconds. */
export const SLOT_MS = 400
/** Number of slots for which a public cluster accepts a blockhash. */
const BLOCKHASH_SLOTS = 150
const SLOTS_PER_BLOCKHASH = 4

/**
 * Slots and blockhashes of a chain. LiteSVM accepts only its latest blockhash; this clock accepts the blockhashes of the last 150 slots, as nodes do.
 */
export interface SlotClock {
  /** Moves the virtual machine to the current slot. Creates a new blockhash at most every four slots. */
  advance(): void
  /** Slot of the last `advance`. */
  readonly slot: bigint
  /** Current time in seconds since 1970. */
  blockTime(): bigint
  latestBlockhash(): { readonly blockhash: string; readonly lastValidBlockHeight: bigint }
  accepts(blockhash: string | undefined): boolean
}

export function createSlotClock(machine: NativeMachine, now: () => number): SlotClock {
  const start = now()
  /** Slot in which each accepted blockhash was created. */
  const blockhashes = new Map<string, bigint>()
  let slot = 0n
  let latest = { blockhash: '', slot: 0n }

  const blockTime = (): bigint => BigInt(Math.floor(now() / 1000))
  const addBlockhash = (): void => {
    machine.expireBlockhash()
    latest = { blockhash: machine.latestBlockhash(), slot }
    blockhashes.set(latest.blockhash, slot)
    for (const [blockhash, createdInSlot] of blockhashes)
      if (slot - createdInSlot > BLOCKHASH_SLOTS) blockhashes.delete(blockhash)
  }
  return {
    advance() {
      const current = 1n + BigInt(Math.floor((now() - start) / SLOT_MS))
      if (current === slot) return
      slot = current
      machine.warpToSlot(slot)
      const clock = machine.getClock()
      clock.unixTimestamp = blockTime()
      machine.setClock(clock)
      if (latest.blockhash === '' || slot - latest.slot >= SLOTS_PER_BLOCKHASH) addBlockhash()
    },
    get slot() {
      return slot
    },
    blockTime,
    latestBlockhash: () => ({
      blockhash: latest.blockhash,
      lastValidBlockHeight: latest.slot + BigInt(BLOCKHASH_SLOTS),
    }),
    accepts: (blockhash) => blockhashes.has(blockhash ?? ''),
  }
}
