import type { Network } from '@wallet-modal/kernel'
import type { ApprovalRequest } from '../../contract.js'
import { badParams, unauthorized } from '../errors.js'
import type { WalletOptions } from '../family.js'
import { ProviderEvents } from './events.js'
import type { Signer } from './signer.js'

export interface Eip155WalletOptions extends WalletOptions {
  /** Default: the published development accounts. */
  readonly signer?: () => Promise<Signer>
}

/** JSON-RPC methods by name. */
export type Methods = Readonly<Record<string, (params: readonly unknown[]) => Promise<unknown>>>

/** Active chain, authorized accounts and approvals, shared by the wallet's methods. */
export interface WalletSession {
  readonly events: ProviderEvents
  /** Loads the signer with the wallet's keys. */
  signer(): Promise<Signer>
  /** Active chain. */
  network(): Network
  /** Asks the visitor to approve a request on the active chain. Rejects with code 4001 if the visitor does not approve. */
  approve(request: Omit<ApprovalRequest, 'caipNetworkId' | 'domain'>): Promise<void>
  /** Accounts that the site may see: none until the site is authorized. */
  accounts(): Promise<readonly string[]>
  /** Resolves with the checksummed address of an account that the site may use. Rejects with code 4100 for any other account. */
  authorizedAddress(address: unknown): Promise<string>
  /** Throws -32602 if the active chain is not `chainId` (in hex). */
  checkChain(chainId: string): void
}

const developmentSigner = async (): Promise<Signer> => (await import('./signer.js')).createSigner()

export function createWalletSession({
  networks,
  ask,
  walletStorage,
  signer = developmentSigner,
}: Eip155WalletOptions): WalletSession {
  const [first] = networks
  const network = (): Network =>
    networks.find((one) => one.caipNetworkId === walletStorage.get().caipNetworkId) ?? first
  const accounts = async (): Promise<readonly string[]> =>
    walletStorage.get().connected ? (await signer()).addresses : []
  return {
    events: new ProviderEvents(),
    signer,
    network,
    approve: (request) => ask({ ...request, caipNetworkId: network().caipNetworkId }),
    accounts,
    async authorizedAddress(requested) {
      const own = await accounts()
      const address = typeof requested === 'string' && own.find((one) => one.toLowerCase() === requested.toLowerCase())
      if (!address) throw unauthorized()
      return address
    },
    checkChain(chainId) {
      if (BigInt(chainId) !== BigInt(toHexChain(network().caipNetworkId)))
        throw badParams('The wallet is on another chain.')
    },
  }
}

export const toHexChain = (caipNetworkId: string): string =>
  `0x${BigInt(caipNetworkId.slice('eip155:'.length)).toString(16)}`
