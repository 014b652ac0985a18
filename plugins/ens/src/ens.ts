import type { AccountName, Context, NameSource, Network } from '@wallet-modal/kernel'
import { getEnsAddress, getEnsName, getEnsResolver, getEnsText } from 'viem/ens'
import { avatarUrlOf } from './avatar.js'
import { createEnsClient } from './client.js'
import { coinTypesOf, ETHEREUM } from './coin-types.js'
import { ensDeployments } from './deployments.js'
import { createGateways, UnlistedGatewayError } from './gateways.js'
import { isNormal } from './normal.js'
import type { EnsOptions } from './options.js'

export type Ens = Pick<NameSource, 'nameOf' | 'resolve'>

/** Address of the Universal Resolver on every network with ENS. The contract is a proxy that the ENS DAO controls. */
const UNIVERSAL_RESOLVER = '0xeeeeeeee14d718c2b47d9923deab1335e144eeee'

const isAddress = (text: string): text is `0x${string}` => /^0x[\da-f]{40}$/i.test(text)

/** ENS deployment from which the names of a network are read. */
interface Deployment {
  readonly caipNetworkId: string
  readonly universalResolverAddress: `0x${string}`
  /** Whether the deployment belongs to the requested network. */
  readonly isOfNetwork: boolean
}

/**
 * Throws if a server of offchain records failed, because viem then returns `null`, as for an account without a name. Ignores servers that the site
 * does not list.
 */
function throwGatewayFailure(failures: readonly unknown[]): void {
  const failure = failures.find((error) => !(error instanceof UnlistedGatewayError))
  if (failure !== undefined) throw failure
}

interface AvatarRequest {
  readonly client: ReturnType<typeof createEnsClient>
  readonly name: string
  readonly universalResolverAddress: `0x${string}`
}

/** URL of a name's avatar; `undefined` if there is none, or the record could not be read. */
async function readAvatarUrl(
  { log }: Pick<Context, 'log'>,
  { client, ...request }: AvatarRequest,
): Promise<string | undefined> {
  try {
    return avatarUrlOf(await getEnsText(client, { ...request, key: 'avatar' }))
  } catch (error) {
    log.info('the avatar of a name could not be read', error)
    return undefined
  }
}

export function createEns(
  ctx: Context,
  { caipNetworkId = 'eip155:1', universalResolver = UNIVERSAL_RESOLVER, gateways: additionalGateways = [] }: EnsOptions,
): Ens {
  const deployments = ctx.all(ensDeployments)
  const ownResolver = isAddress(universalResolver) ? universalResolver : UNIVERSAL_RESOLVER
  const deploymentOf = ({ caipNetworkId: requestedNetwork }: Network): Deployment => {
    const other = deployments.peek().find(({ chains }) => chains.includes(requestedNetwork))
    if (other)
      return { caipNetworkId: other.caipNetworkId, universalResolverAddress: UNIVERSAL_RESOLVER, isOfNetwork: true }
    return { caipNetworkId, universalResolverAddress: ownResolver, isOfNetwork: requestedNetwork === caipNetworkId }
  }
  const gateways = createGateways(ctx, additionalGateways)
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
      // accounts on a test network belong to developers, so their addresses are not sent to an Ethereum node
      if (network.testnet && !deployment.isOfNetwork) return null
      const { client, failures } = clientFor(deployment, signal)
      const resolverOptions = { universalResolverAddress: deployment.universalResolverAddress }
      for (const coinType of coinTypesOf(network, account)) {
        // the resolver verifies that the name resolves to the address
        const name = await getEnsName(client, { address: account.address, coinType, ...resolverOptions })
        if (name === null || !isNormal(name)) continue
        const avatarUrl = await readAvatarUrl(ctx, { client, name, ...resolverOptions })
        return { name, ...(avatarUrl !== undefined && { avatarUrl }) }
      }
      throwGatewayFailure(failures)
      return null
    },
    async resolve({ name, coinType, network, signal }) {
      const deployment = deploymentOf(network)
      const { client, failures } = clientFor(deployment, signal)
      const resolverOptions = { universalResolverAddress: deployment.universalResolverAddress }
      const type = BigInt(coinType)
      const request = { name, ...(type !== ETHEREUM && { coinType: type }), ...resolverOptions }
      const address = await getEnsAddress(client, request)
      if (address !== null) return { address }
      if (failures.length > 0) throw failures[0]
      const isRegistered = await getEnsResolver(client, { name, ...resolverOptions }).then(
        (resolver) => !/^0x0+$/.test(resolver),
        () => false, // the Universal Resolver reverts if the name has no resolver
      )
      return isRegistered ? 'elsewhere' : 'unknown'
    },
  }
}
