import type { Bench, Expected, ExpectedWallet } from './connections.test.bench.js'

// Expected behaviour, written independently of the kernel's code.

export const find = ({ live }: Expected, which: number | null): ExpectedWallet | undefined =>
  live.find(({ wallet }) => wallet === which)

const toMemory = ({ wallet, address, addresses }: ExpectedWallet) => ({
  wallet,
  chosen: address === addresses[0] ? '' : address,
  first: addresses[0] ?? '',
})

export function touch(expected: Expected, which: number): void {
  const now = find(expected, which)
  if (now) expected.memory = expected.memory.map((one) => (one?.wallet === which ? toMemory(now) : one))
}

/** Makes a wallet active. `isByOtherTab`: another tab made the wallet active and has already stored it. */
export function use(expected: Expected, now: ExpectedWallet, isByOtherTab = false): void {
  expected.live = [now, ...expected.live.filter(({ wallet }) => wallet !== now.wallet)]
  expected.inUse = now.wallet
  if (isByOtherTab) return
  expected.memory = [toMemory(now), ...expected.memory.filter((one) => one && one.wallet !== now.wallet)]
}

/** Active address after a wallet has reported its accounts. */
export const choose = (addresses: readonly string[], chosen: string, first: string): string =>
  (addresses[0] === first && addresses.includes(chosen) ? chosen : addresses[0]) ?? ''

function forget(expected: Expected, which: number): void {
  expected.memory = expected.memory.flatMap((one, at) => (one?.wallet !== which ? [one] : at === 0 ? [null] : []))
  if (expected.memory.every((one) => !one)) expected.memory = []
}

/** The wallet disconnected itself: no other wallet becomes active. */
export function lose(expected: Expected, which: number): void {
  if (!find(expected, which)) return
  expected.live = expected.live.filter(({ wallet }) => wallet !== which)
  forget(expected, which)
  if (expected.inUse !== which) return
  expected.inUse = null
  expected.ended++
}

/** The visitor disconnects one wallet: the previously used one becomes active. */
export function leave(expected: Expected, which: number): void {
  const { inUse } = expected
  const wasPending = expected.pending?.wallet === which
  if (wasPending) expected.pending = null
  expected.live = expected.live.filter(({ wallet }) => wallet !== which)
  forget(expected, which)
  if (inUse === which) {
    const [next] = expected.pending ? [] : expected.live
    expected.inUse = null
    if (next) use(expected, next)
    else expected.ended++
  } else if (wasPending && inUse === null) expected.ended++
}

export function leaveAll(expected: Expected): void {
  if (expected.inUse !== null || expected.pending) expected.ended++
  Object.assign(expected, { live: [], inUse: null, pending: null, memory: [] })
}

/**
 * Another tab or the previous page stored wallets. They are restored, and the first one becomes active. Wallets that are not stored are disconnected.
 */
export function follow(bench: Bench, at: number, expected: Expected): void {
  const [activeWallet] = expected.pending ? [] : expected.memory
  for (const stored of expected.memory) {
    const live = stored && find(expected, stored.wallet)
    if (!live) continue
    live.address = choose(live.addresses, stored.chosen, stored.first)
    if (stored === activeWallet && expected.inUse !== live.wallet) {
      if (expected.inUse === null) expected.succeeded++
      use(expected, live, true)
    }
  }
  const isKept = ({ wallet }: ExpectedWallet): boolean => expected.memory.some((one) => one?.wallet === wallet)
  const removed = expected.live.filter((one) => !isKept(one))
  expected.live = expected.live.filter(isKept)
  if (removed.some(({ wallet }) => wallet === expected.inUse)) {
    expected.inUse = null
    expected.ended++
  }
  for (const stored of expected.memory) {
    if (!stored || find(expected, stored.wallet)) continue
    const { isPermitted, addresses, caipNetworkId } = bench.wallet(at, stored.wallet)
    if (!isPermitted) continue
    const found = {
      wallet: stored.wallet,
      addresses,
      address: choose(addresses, stored.chosen, stored.first),
      caipNetworkId,
    }
    // during an attempt, the wallet becomes active if no other wallet is: this is the result if the attempt fails
    if (stored === activeWallet || (stored === expected.memory[0] && expected.inUse === null))
      use(expected, found, true)
    else expected.live = [...expected.live, found]
  }
}
