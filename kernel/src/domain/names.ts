import { type Slot, slot } from '../plugins/token.js'
import type { ReadonlySignal } from '../signals.js'
import type { Account } from './account.js'
import type { Network } from './network.js'

/** The name of an account, as its owner has set it. */
export interface AccountName {
  readonly name: string
  /** `https:` or `data:image/`. */
  readonly avatarUrl?: string
}

export interface AccountNameRequest {
  readonly account: Account
  readonly network: Network
  readonly signal: AbortSignal
}

export interface ResolveNameRequest {
  /** Normalized (ENSIP-15). */
  readonly name: string
  readonly network: Network
  /** SLIP-44 coin type of the network's addresses in the name's record, in decimal digits (ENSIP-9, ENSIP-11). */
  readonly coinType: string
  readonly signal: AbortSignal
}

/** Reads names of accounts: from the chain on which they are registered, or, where `isService` is set, as a service tells them. */
export interface NameSource {
  /** Chain family of the accounts. */
  readonly namespace: string
  /** A service says so, and nothing proves it: sources that read the chain win, and `send` warns. Default: false. */
  readonly isService?: boolean
  /** SLIP-44 coin type of the addresses, in decimal digits, for chain families whose send handler has no `nameCoinType`. */
  readonly coinType?: string
  /** Differs where answers of `nameOf` that were read before are too old. */
  readonly edition?: ReadonlySignal<number>
  /** The name that an account goes by, proven both ways: the account names it, and it leads to the account. `null` where there is none. */
  nameOf(request: AccountNameRequest): Promise<AccountName | null>
  /** Address that a name leads to on a network; `elsewhere` where it has none there, `unknown` where it is not registered. Rejects on failure. */
  resolve(request: ResolveNameRequest): Promise<{ readonly address: string } | 'elsewhere' | 'unknown'>
}

/** Sources of names. What one of them reads from the chain wins over what a service says. */
export const nameSources: Slot<NameSource> = slot('@wallet-modal/kernel#nameSources')
