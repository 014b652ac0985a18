import type { AccountName, AccountNameRequest, Context, NameSource, Network } from '@wallet-modal/kernel'
import type { Client } from 'viem'
import { getEnsAddress, getEnsName, getEnsResolver, getEnsText, normalize, toCoinType } from 'viem/ens'
import { avatarUrlOf } from './avatar.js'
import { createEnsClient } from './client.js'
import type { EnsOptions } from './options.js'

export type Ens = Pick<NameSource, 'nameOf' | 'resolve'>

/** The same on every network that has ENS's own deployment. It belongs to ENS's DAO and is replaced behind this address. */
const UNIVERSAL_RESOLVER = '0xeeeeeeee14d718c2b47d9923deab1335e144eeee'
const ETHEREUM = 60n

const isAddress = (text: string): text is `0x${string}` => /^0x[\da-f]{40}$/i.test(text)

/** A name that is not written as ENS normalizes it is nobody's: it may look like another. */
const isNormal = (name: string): boolean => {
  try {
    return normalize(name) === name
  } catch {
    return false // viem's way to say that it is no name
  }
}

/** Coin types whose primary name counts (ENSIP-19): the network's own, and for a key's account also Ethereum's, where it is the same key's. */
function coinTypesOf({ reference }: Network, { account }: AccountNameRequest): readonly bigint[] {
  const own = reference === '1' ? ETHEREUM : toCoinType(Number(reference))
  return account.type === 'eoa' && own !== ETHEREUM ? [own, ETHEREUM] : [own]
}

export function createEns(
  ctx: Context,
  { caipNetworkId = 'eip155:1', universalResolver = UNIVERSAL_RESOLVER }: EnsOptions,
): Ens {
  const universalResolverAddress = isAddress(universalResolver) ? universalResolver : UNIVERSAL_RESOLVER
  const at = { universalResolverAddress } as const
  const clientFor = (signal: AbortSignal): Client =>
    createEnsClient(ctx, caipNetworkId, AbortSignal.any([signal, ctx.abortSignal]))
  return {
    async nameOf(request): Promise<AccountName | null> {
      const { account, network, signal } = request
      if (!isAddress(account.address)) return null
      // an account on a test network is a developer's, and is not told to a node of Ethereum
      if (network.testnet && network.caipNetworkId !== caipNetworkId) return null
      const client = clientFor(signal)
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
    async resolve({ name, coinType, signal }) {
      const client = clientFor(signal)
      const type = BigInt(coinType)
      const address = await getEnsAddress(client, { name, ...(type !== ETHEREUM && { coinType: type }), ...at })
      if (address !== null) return { address }
      const isRegistered = await getEnsResolver(client, { name, ...at }).then(
        (resolver) => !/^0x0+$/.test(resolver),
        () => false, // the resolver's way to say that there is none
      )
      return isRegistered ? 'elsewhere' : 'unknown'
    },
  }
}
