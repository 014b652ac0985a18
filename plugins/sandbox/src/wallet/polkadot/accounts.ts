import { polkadotGenesisHash as genesisHash } from '../../local-networks.js'

/** Account of the sandbox wallet, in the format of `@polkadot/extension-dapp`. */
export interface SandboxAccount {
  /** SS58 with the generic prefix, 42. */
  readonly address: string
  readonly name: string
  readonly type: 'sr25519' | 'ed25519'
  /** Genesis hash of the only chain on which the account can be used. Absent: any chain. */
  readonly genesisHash?: `0x${string}`
}

/**
 * Development accounts, which have funds on the local chain. The wallet signs transactions for that chain only. The keys of the accounts are public:
 * never use them for anything of value.
 */
export const accounts: readonly [SandboxAccount, ...SandboxAccount[]] = [
  { address: '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY', name: 'Alice', type: 'sr25519', genesisHash },
  { address: '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty', name: 'Bob', type: 'sr25519', genesisHash },
  {
    address: '5FA9nQDVg267DEd8m1ZypXLBnvN7SFxYwV7ndqSYGiN9TTpu',
    name: 'Alice (ed25519)',
    type: 'ed25519',
    genesisHash,
  },
]
