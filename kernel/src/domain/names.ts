import { type Slot, slot } from '../plugins/token.js'
import type { ReadonlySignal } from '../signals.js'
import type { Account } from './account.js'
import type { Network } from './network.js'

/** Name of an account, set by its owner. */
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
  /** SLIP-44 coin type of the network's addresses in name records, in decimal digits (ENSIP-9, ENSIP-11). */
  readonly coinType: string
  readonly signal: AbortSignal
}

/** Reads names of accounts: from the chain on which they are registered or, if `isService` is set, from a service. */
export interface NameSource {
  /** CAIP-2 namespace of the accounts. */
  readonly namespace: string
  /**
   * Set if a service reports the names without proof. Sources that read the chain take precedence, and the plugin `send` displays a warning. Default:
   * `false`.
   */
  readonly isService?: boolean
  /** SLIP-44 coin type of the addresses, in decimal digits, for chain families whose send handler has no `nameCoinType`. */
  readonly coinType?: string
  /** Counter that changes when earlier results of `nameOf` are outdated. */
  readonly edition?: ReadonlySignal<number>
  /** Primary name of an account, verified both ways: the account has the name, and the name resolves to the account. `null` if there is none. */
  nameOf(request: AccountNameRequest): Promise<AccountName | null>
  /**
   * Address of a name on a network; `elsewhere` if the name has no address on this network, `unknown` if the name is not registered. Rejects on
   * failure.
   */
  resolve(request: ResolveNameRequest): Promise<{ readonly address: string } | 'elsewhere' | 'unknown'>
}

/** Sources of account names, such as ENS. Names that are read from the chain take precedence over names from services. */
export const nameSources: Slot<NameSource> = slot('@wallet-modal/kernel#nameSources')
