import type { Fault } from '../server/faults.js'
import { noSandbox, sandboxRefused } from './errors.js'
import { findSandboxUrl } from './sandboxUrl.js'

/** What a test does to the services of its site. */
export interface SandboxControls {
  readonly url: string
  /** Sets an account's native balance, in base units. */
  fund(account: { readonly address: string; readonly chainId: string; readonly amount: bigint }): Promise<void>
  /** Gives an address a name. */
  name(address: string, name: string): Promise<void>
  /** Lets requests go wrong from now on: delayed, refused, cut off or malformed. */
  fault(fault: Fault): Promise<void>
  /** Takes every fault away. */
  heal(): Promise<void>
  /** Lets time pass: for the relay's messages, and for the next block of EVM chains. The page has its own clock. */
  advance(byMs: number): Promise<void>
  /** Everything as it was at the start: chains, names, faults and clock. */
  reset(): Promise<void>
}

/** Steers a sandbox that runs, in this process or another. Default: the site's own, see {@link findSandboxUrl}. */
export function sandboxAt(url = findSandboxUrl()): SandboxControls {
  const base = url.replace(/\/+$/, '')
  const post = async (path: string, body: object): Promise<void> => {
    const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const answer = await fetch(`${base}/sandbox/${path}`, request).catch((cause: unknown) => {
      throw noSandbox(base, cause)
    })
    if (!answer.ok) throw sandboxRefused(`The sandbox refused "${path}" (${answer.status}): ${await answer.text()}`)
  }
  return {
    url: base,
    fund: ({ address, chainId, amount }) => post('fund', { address, chainId, amount: String(amount) }),
    name: (address, name) => post('identity', { address, name }),
    fault: (fault) => post('faults', fault),
    heal: () => post('heal', {}),
    advance: (advanceMs) => post('clock', { advanceMs }),
    reset: () => post('reset', {}),
  }
}
