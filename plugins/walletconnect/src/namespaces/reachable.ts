import type { NamespaceSession, Network } from '@wallet-modal/kernel'

/** A wallet with this method may add a network to its session (EIP-3085). */
const ADD = 'wallet_addEthereumChain'

/** Networks to which a namespace of a session can switch: approved ones, and those that can be proposed. */
export function toReachable(link: NamespaceSession, networks: readonly Network[]): readonly string[] {
  const { chains, methods } = link.approved()
  const [namespace = ''] = chains[0]?.split(':') ?? []
  const proposed = methods.includes(ADD) ? networks.filter((one) => one.namespace === namespace) : []
  return [...new Set([...chains, ...proposed.map(({ caipNetworkId }) => caipNetworkId)])]
}
