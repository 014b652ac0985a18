import { contractAddress, type EvmAddress } from '../evm-address.js'

/** Account that deploys the ENS contracts, owns the root, and registers names. Its private key is unknown; the sandbox impersonates the account. */
export const ensDeployer: EvmAddress = '0x000000000000000000000000000000005a4d0e45'

/** Address of the Universal Resolver on every network with ENS. */
export const UNIVERSAL_RESOLVER: EvmAddress = '0xeeeeeeee14d718c2b47d9923deab1335e144eeee'

/** Contract addresses. They depend on the nonces of the transactions in `ensTransactions`. */
export const ensContracts = {
  registry: contractAddress(ensDeployer, 0),
  reverseRegistrar: contractAddress(ensDeployer, 1),
  publicResolver: contractAddress(ensDeployer, 4),
  defaultReverseRegistrar: contractAddress(ensDeployer, 7),
  defaultReverseResolver: contractAddress(ensDeployer, 9),
  batchGatewayProvider: contractAddress(ensDeployer, 11),
  /** The code of this contract is copied to {@link UNIVERSAL_RESOLVER}. */
  universalResolver: contractAddress(ensDeployer, 12),
} as const

/** Names on a new chain, each with the index of its development account. Each name is the account's primary name. */
export const ensNames: readonly (readonly [name: string, account: number])[] = [
  ['hazel.eth', 7],
  ['rowan.eth', 8],
]
