import type { NamespaceSession, Network } from '@wallet-modal/kernel'

/** If a wallet approves this method, the site can propose networks to it (EIP-3085). */
const ADD_CHAIN = 'wallet_addEthereumChain'

/** CAIP-2 ids of the networks to which a namespace of a session can switch: approved ones, and those that can be proposed. */
export function toReachable(session: NamespaceSession, networks: readonly Network[]): readonly string[] {
  const { chains, methods } = session.approved()
  const [namespace = ''] = chains[0]?.split(':') ?? []
  const proposed = methods.includes(ADD_CHAIN) ? networks.filter((network) => network.namespace === namespace) : []
  return [...new Set([...chains, ...proposed.map(({ caipNetworkId }) => caipNetworkId)])]
}
