import type { Connector } from '@wallet-modal/kernel'
import type { Way } from './contract.js'

const isShared = <T>(one: T | undefined, other: T | undefined): boolean => one !== undefined && one === other

/** Never by display name: anybody may call a wallet as they like. */
const isSameWallet = (one: Connector, other: Connector): boolean =>
  isShared(one.identity, other.identity) ||
  isShared(one.rdns?.toLowerCase(), other.rdns?.toLowerCase()) ||
  isShared(one.walletId, other.walletId)

/**
 * Brings the connectors of one wallet together, one per namespace, in the order they came. What claims another's identity stands alone, and
 * so does what speaks a namespace that the wallet has a connector for already.
 */
export function groupByWallet(connectors: readonly Connector[]): readonly (readonly [Connector, ...Connector[]])[] {
  const groups: [Connector, ...Connector[]][] = []
  for (const connector of connectors) {
    const mayJoin = (one: Connector): boolean =>
      !one.suspicious && !one.namespaces.some((name) => connector.namespaces.includes(name))
    const group =
      connector.isInstalled && !connector.suspicious
        ? groups.find(
            (known) =>
              known[0].isInstalled && known.every(mayJoin) && known.some((one) => isSameWallet(one, connector)),
          )
        : undefined
    if (group) group.push(connector)
    else groups.push([connector])
  }
  return groups
}

/** The chain families that a wallet can be connected in on this site. A connector that pairs by link serves all of them with one connection, so it is one way. */
export function waysOf(connectors: readonly Connector[], offered: readonly string[]): readonly Way[] {
  const ways = connectors.flatMap((connector) =>
    connector.namespaces
      .filter((namespace) => offered.includes(namespace))
      .map((namespace): Way => ({ connector, namespace })),
  )
  const [first] = ways
  return first?.connector.pairsByLink ? [first] : ways
}
