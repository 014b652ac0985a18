import type { Fault } from '../server/faults.js'
import { noSandbox, sandboxRefused } from './errors.js'
import { findSandboxUrl } from './sandbox-url.js'

/** What a test does to the services of its site. */
export interface SandboxControls {
  readonly url: string
  /** Sets an account's native balance, in base units. */
  fund(account: { readonly address: string; readonly chainId: string; readonly amount: bigint }): Promise<void>
  /** Gives an address a name. */
  name(address: string, name: string): Promise<void>
  /** Sets the price of a token, or of the coin, as a decimal text; `null` takes it away. */
  price(of: { readonly chainId: string; readonly address?: string; readonly usd: string | null }): Promise<void>
  /** Calls a token or a collection spam, or takes it back with `spam: false`. */
  spam(of: { readonly chainId: string; readonly address: string; readonly spam?: boolean }): Promise<void>
  /** With `hold` no block comes on an EVM, Polkadot or Bitcoin chain until `hold: false`: transactions wait. */
  blocks(of: { readonly chainId: string; readonly hold: boolean }): Promise<void>
  /** Lets requests go wrong from now on: delayed, refused, cut off or malformed, their reply lost, a call refused by the node. */
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
    price: (of) => post('price', of),
    spam: (of) => post('spam', of),
    blocks: (of) => post('blocks', of),
    fault: (fault) => post('faults', fault),
    heal: () => post('heal', {}),
    advance: (advanceMs) => post('clock', { advanceMs }),
    reset: () => post('reset', {}),
  }
}
