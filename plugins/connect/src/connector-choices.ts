import type { Connector } from '@wallet-modal/kernel'
import type { ConnectorChoice } from './contract.js'

const isShared = <T>(one: T | undefined, other: T | undefined): boolean => one !== undefined && one === other

/** Compares identities, never display names, which anybody can copy. */
const isSameWallet = (one: Connector, other: Connector): boolean =>
  isShared(one.identity, other.identity) ||
  isShared(one.rdns?.toLowerCase(), other.rdns?.toLowerCase()) ||
  isShared(one.walletId, other.walletId)

/**
 * Groups the connectors of one wallet, one per namespace, in order of appearance. A connector whose identity another one claims too stays separate,
 * as does a second connector for the same namespace.
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

/**
 * Chain families of a wallet that the site supports. A connector that pairs by link serves all of them with one connection, so it counts as one
 * choice.
 */
export function connectorChoices(
  connectors: readonly Connector[],
  offered: readonly string[],
): readonly ConnectorChoice[] {
  const choices = connectors.flatMap((connector) =>
    connector.namespaces
      .filter((namespace) => offered.includes(namespace))
      .map((namespace): ConnectorChoice => ({ connector, namespace })),
  )
  const [first] = choices
  return first?.connector.pairsByLink ? [first] : choices
}
