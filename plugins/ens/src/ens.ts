import type { AccountName, AccountNameRequest, Context, NameSource, Network } from '@wallet-modal/kernel'
import { getEnsAddress, getEnsName, getEnsResolver, getEnsText, toCoinType } from 'viem/ens'
import { avatarUrlOf } from './avatar.js'
import { createEnsClient } from './client.js'
import { ensDeployments } from './deployments.js'
import { createGateways } from './gateways.js'
import { isNormal } from './normal.js'
import type { EnsOptions } from './options.js'

export type Ens = Pick<NameSource, 'nameOf' | 'resolve'>

/** The same on every network that has ENS's own deployment. It belongs to ENS's DAO and is replaced behind this address. */
const UNIVERSAL_RESOLVER = '0xeeeeeeee14d718c2b47d9923deab1335e144eeee'
const ETHEREUM = 60n

const isAddress = (text: string): text is `0x${string}` => /^0x[\da-f]{40}$/i.test(text)

/** Coin types whose primary name counts (ENSIP-19): the network's own, and for a key's account also Ethereum's, where it is the same key's. */
function coinTypesOf({ reference }: Network, { account }: AccountNameRequest): readonly bigint[] {
  const own = reference === '1' ? ETHEREUM : toCoinType(Number(reference))
  return account.type === 'eoa' && own !== ETHEREUM ? [own, ETHEREUM] : [own]
}

/** The deployment of ENS that answers for a network. */
interface Deployment {
  readonly caipNetworkId: string
  readonly universalResolverAddress: `0x${string}`
  /** It is there for accounts of this very network, also of a test network. */
  readonly isOfNetwork: boolean
}

export function createEns(
  ctx: Context,
  { caipNetworkId = 'eip155:1', universalResolver = UNIVERSAL_RESOLVER, gateways: further = [] }: EnsOptions,
): Ens {
  const deployments = ctx.all(ensDeployments)
  const ownResolver = isAddress(universalResolver) ? universalResolver : UNIVERSAL_RESOLVER
  const deploymentOf = ({ caipNetworkId: asked }: Network): Deployment => {
    const other = deployments.peek().find(({ serves }) => serves.includes(asked))
    if (other)
      return { caipNetworkId: other.caipNetworkId, universalResolverAddress: UNIVERSAL_RESOLVER, isOfNetwork: true }
    return { caipNetworkId, universalResolverAddress: ownResolver, isOfNetwork: asked === caipNetworkId }
  }
  const gateways = createGateways(ctx, further)
  const clientFor = (deployment: Deployment, signal: AbortSignal) => {
    const failures: unknown[] = []
    const client = createEnsClient(ctx, {
      ...{ gateways, caipNetworkId: deployment.caipNetworkId, signal: AbortSignal.any([signal, ctx.abortSignal]) },
      onGatewayFailure: (error) => void failures.push(error),
    })
    return { client, failures }
  }
  return {
    async nameOf(request): Promise<AccountName | null> {
      const { account, network, signal } = request
      if (!isAddress(account.address)) return null
      const deployment = deploymentOf(network)
      // an account on a test network is a developer's, and is not told to a node of Ethereum
      if (network.testnet && !deployment.isOfNetwork) return null
      const { client } = clientFor(deployment, signal)
      const at = { universalResolverAddress: deployment.universalResolverAddress }
      for (const coinType of coinTypesOf(network, request)) {
        // the resolver reads the name back and refuses one that does not lead to the address
        const name = await getEnsName(client, { address: account.address, coinType, ...at })
        if (name === null || !isNormal(name)) continue
        const record = await getEnsText(client, { name, key: 'avatar', ...at })
        const avatarUrl = avatarUrlOf(record)
        return { name, ...(avatarUrl !== undefined && { avatarUrl }) }
      }
      return null
    },
    async resolve({ name, coinType, network, signal }) {
      const deployment = deploymentOf(network)
      const { client, failures } = clientFor(deployment, signal)
      const at = { universalResolverAddress: deployment.universalResolverAddress }
      const type = BigInt(coinType)
      const address = await getEnsAddress(client, { name, ...(type !== ETHEREUM && { coinType: type }), ...at })
      if (address !== null) return { address }
      if (failures.length > 0) throw failures[0]
      const isRegistered = await getEnsResolver(client, { name, ...at }).then(
        (resolver) => !/^0x0+$/.test(resolver),
        () => false, // the resolver's way to say that there is none
      )
      return isRegistered ? 'elsewhere' : 'unknown'
    },
  }
}
