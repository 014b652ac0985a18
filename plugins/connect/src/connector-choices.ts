import type { Connector } from '@wallet-modal/kernel'
import type { ConnectorChoice } from './contract.js'

const isShared = <T>(a: T | undefined, b: T | undefined): boolean => a !== undefined && a === b

/** Compares identities, never display names, which anybody can copy. */
const isSameWallet = (a: Connector, b: Connector): boolean =>
  isShared(a.identity, b.identity) ||
  isShared(a.rdns?.toLowerCase(), b.rdns?.toLowerCase()) ||
  isShared(a.walletId, b.walletId)

/**
 * Groups connectors by installed wallet, in order of appearance. A group has at most one connector per namespace; a second connector for the same
 * namespace forms a group of its own. So does each connector that is not installed, or is suspicious (another connector claims the same identity).
 */
export function groupByWallet(connectors: readonly Connector[]): readonly (readonly [Connector, ...Connector[]])[] {
  const groups: [Connector, ...Connector[]][] = []
  for (const connector of connectors) {
    const mayJoin = (member: Connector): boolean =>
      !member.suspicious && !member.namespaces.some((name) => connector.namespaces.includes(name))
    const group =
      connector.isInstalled && !connector.suspicious
        ? groups.find(
            (members) =>
              members[0].isInstalled &&
              members.every(mayJoin) &&
              members.some((member) => isSameWallet(member, connector)),
          )
        : undefined
    if (group) group.push(connector)
    else groups.push([connector])
  }
  return groups
}

/** Choices of a connector and a namespace that the site supports. A connector that pairs by link connects all namespaces, so it is one choice. */
export function connectorChoices(
  connectors: readonly Connector[],
  siteNamespaces: readonly string[],
): readonly ConnectorChoice[] {
  const choices = connectors.flatMap((connector) =>
    connector.namespaces
      .filter((namespace) => siteNamespaces.includes(namespace))
      .map((namespace): ConnectorChoice => ({ connector, namespace })),
  )
  const [first] = choices
  return first?.connector.pairsByLink ? [first] : choices
}
