import type { Network, ReadonlySignal } from '@wallet-modal/kernel'

/** Warns on the console about EVM networks of the modal that wagmi's `chains` do not include, once for each network. For development only. */
export function warnOfMissingChains(
  networks: ReadonlySignal<readonly Network[]>,
  chains: readonly { readonly id: number }[],
): void {
  const reported = new Set<string>()
  networks.subscribe((list) => {
    const missing = list.filter(
      ({ caipNetworkId, namespace, reference }) =>
        namespace === 'eip155' && !chains.some(({ id }) => String(id) === reference) && !reported.has(caipNetworkId),
    )
    for (const { caipNetworkId } of missing) reported.add(caipNetworkId)
    const names = missing.map(({ name, caipNetworkId }) => `${name} (${caipNetworkId})`).join(', ')
    if (missing.length > 0)
      // biome-ignore lint/suspicious/noConsole: a wagmi connector has no Context, and so no logger
      console.warn(
        `[@wallet-modal/eip155] The modal offers networks that wagmi's "chains" do not include: ${names}. When a visitor switches to one of them, wagmi's hooks still read from another chain. Add the network to "chains", or remove it from the modal's networks.`,
      )
  })
}
