import type { Network } from '@wallet-modal/kernel'

/** What a site asks a wallet for in one namespace. */
interface Permissions {
  readonly methods: readonly string[]
  readonly events: readonly string[]
}

/** EIP-1193 with EIP-712, 747, 2255, 3085, 3326, 5792, 7715 and 7811. Not `eth_sign`, which signs what nobody can read. */
const eip155: Permissions = {
  methods: [
    'eth_accounts',
    'eth_requestAccounts',
    'eth_sendTransaction',
    'eth_sendRawTransaction',
    'eth_signTransaction',
    'eth_signTypedData',
    'eth_signTypedData_v3',
    'eth_signTypedData_v4',
    'personal_sign',
    'wallet_addEthereumChain',
    'wallet_getAssets',
    'wallet_getCallsStatus',
    'wallet_getCapabilities',
    'wallet_getPermissions',
    'wallet_grantPermissions',
    'wallet_requestPermissions',
    'wallet_revokePermissions',
    'wallet_sendCalls',
    'wallet_showCallsStatus',
    'wallet_switchEthereumChain',
    'wallet_watchAsset',
  ],
  events: ['accountsChanged', 'chainChanged'],
}

const permissions: Readonly<Record<string, Permissions>> = { eip155 }

export interface ProposedNamespace {
  readonly chains: string[]
  readonly methods: string[]
  readonly events: string[]
}

/** The optional namespaces of a proposal (CAIP-25): all networks of the site, so that one session serves every namespace. */
export function toProposal(networks: readonly Network[]): Record<string, ProposedNamespace> {
  return Object.fromEntries(
    Object.entries(permissions).flatMap(([namespace, { methods, events }]) => {
      const chains = networks.filter((one) => one.namespace === namespace).map((one) => one.caipNetworkId)
      return chains.length === 0 ? [] : [[namespace, { chains, methods: [...methods], events: [...events] }]]
    }),
  )
}
