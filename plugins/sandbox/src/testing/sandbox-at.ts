import type { Fault } from '../server/faults.js'
import { noSandbox, sandboxRefused } from './errors.js'
import { findSandboxUrl } from './sandbox-url.js'

/**
 * Controls of a running sandbox for tests. All methods reject with a `TestingError`: `NO_SANDBOX` if no sandbox responds, `SANDBOX_REFUSED` for an
 * invalid request.
 */
export interface SandboxControls {
  readonly url: string
  /** Sets an account's native balance, in base units. */
  fund(account: { readonly address: string; readonly chainId: string; readonly amount: bigint }): Promise<void>
  /** Sets the name that `/v1/identity/{address}` returns. */
  name(address: string, name: string): Promise<void>
  /** Sets the price of a token in US dollars, as a decimal text; `null` removes the price. Without `address`: the price of the native coin. */
  price(of: { readonly chainId: string; readonly address?: string; readonly usd: string | null }): Promise<void>
  /** Marks a token or a collection as spam; `spam: false` removes the mark. */
  spam(of: { readonly chainId: string; readonly address: string; readonly spam?: boolean }): Promise<void>
  /** `hold: true` stops block production on an EVM, Polkadot or Bitcoin chain until `hold: false`: transactions stay pending. */
  blocks(of: { readonly chainId: string; readonly hold: boolean }): Promise<void>
  /** Delays matching requests or makes them fail. Without `times`, affects all requests until {@link SandboxControls.heal}. */
  fault(fault: Fault): Promise<void>
  /** Removes all faults. */
  heal(): Promise<void>
  /** Moves the sandbox's clock, and the time of each running EVM chain, forward by `byMs` milliseconds. Does not change the page's clock. */
  advance(byMs: number): Promise<void>
  /**
   * Resets the clock, the chains (to genesis), and the data of all services: names, prices, spam marks, analytics events, mails, sessions, and
   * accounts of the email and social logins. Removes all faults and closes the connections to the relay.
   */
  reset(): Promise<void>
}

/** Controls of the sandbox at a URL, in this process or another. Default: the URL in `wallet-modal.json`, else `http://127.0.0.1:4700`. */
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
