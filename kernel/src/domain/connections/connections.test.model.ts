import type { Bench, Expected, ExpectedWallet } from './connections.test.bench.js'

// What ought to happen, written down without a look at how the kernel does it.

export const find = ({ live }: Expected, which: number | null): ExpectedWallet | undefined =>
  live.find(({ wallet }) => wallet === which)

const toMemory = ({ wallet, address, addresses }: ExpectedWallet) => ({
  wallet,
  chosen: address === addresses[0] ? '' : address,
  over: addresses[0] ?? '',
})

export function touch(expected: Expected, which: number): void {
  const now = find(expected, which)
  if (now) expected.memory = expected.memory.map((one) => (one?.wallet === which ? toMemory(now) : one))
}

/** A wallet comes into use, in this tab or by another one, which has remembered it already. */
export function use(expected: Expected, now: ExpectedWallet, isByOtherTab = false): void {
  expected.live = [now, ...expected.live.filter(({ wallet }) => wallet !== now.wallet)]
  expected.inUse = now.wallet
  if (isByOtherTab) return
  expected.memory = [toMemory(now), ...expected.memory.filter((one) => one && one.wallet !== now.wallet)]
}

/** The address in use after a wallet told of its accounts. */
export const choose = (addresses: readonly string[], chosen: string, over: string): string =>
  (addresses[0] === over && addresses.includes(chosen) ? chosen : addresses[0]) ?? ''

function forget(expected: Expected, which: number): void {
  expected.memory = expected.memory.flatMap((one, at) => (one?.wallet !== which ? [one] : at === 0 ? [null] : []))
  if (expected.memory.every((one) => !one)) expected.memory = []
}

/** The wallet ended it: nothing comes into use. */
export function lose(expected: Expected, which: number): void {
  if (!find(expected, which)) return
  expected.live = expected.live.filter(({ wallet }) => wallet !== which)
  forget(expected, which)
  if (expected.inUse !== which) return
  expected.inUse = null
  expected.ended++
}

/** The visitor leaves one wallet: the one used before comes into use. */
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

/** What is remembered was written by another tab, or by the page before: it is brought back and put to use, and the rest goes. */
export function follow(bench: Bench, at: number, expected: Expected): void {
  const [wanted] = expected.pending ? [] : expected.memory
  for (const kept of expected.memory) {
    const live = kept && find(expected, kept.wallet)
    if (!live) continue
    live.address = choose(live.addresses, kept.chosen, kept.over)
    if (kept === wanted && expected.inUse !== live.wallet) {
      if (expected.inUse === null) expected.succeeded++
      use(expected, live, true)
    }
  }
  const isKept = ({ wallet }: ExpectedWallet): boolean => expected.memory.some((one) => one?.wallet === wallet)
  const gone = expected.live.filter((one) => !isKept(one))
  expected.live = expected.live.filter(isKept)
  if (gone.some(({ wallet }) => wallet === expected.inUse)) {
    expected.inUse = null
    expected.ended++
  }
  for (const kept of expected.memory) {
    if (!kept || find(expected, kept.wallet)) continue
    const { isPermitted, addresses, caipNetworkId } = bench.wallet(at, kept.wallet)
    if (!isPermitted) continue
    const found = { wallet: kept.wallet, addresses, address: choose(addresses, kept.chosen, kept.over), caipNetworkId }
    if (kept === wanted) use(expected, found, true)
    else expected.live = [...expected.live, found]
  }
}
