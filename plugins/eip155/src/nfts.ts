import type { Context, NftBalance, TokenSource } from '@wallet-modal/kernel'
import { plainName } from '@wallet-modal/kernel/assets'
import { readAddress, readText, readUint } from './abi.js'
import { toChecksum } from './address.js'
import { type CallContract, createCall } from './contract-calls.js'
import { readMetadata } from './metadata.js'
import { type Received, readReceived } from './transfers.js'

/** What came last is asked for; an account with more has bots for friends. */
export const MAX_ITEMS = 200

/** How many of it the account still has; 0 where the contract does not say. */
async function amountOf(
  call: CallContract,
  { standard, contract, tokenId }: Received,
  holder: string,
): Promise<bigint> {
  if (standard === 'erc1155') {
    const held = await call(contract, 'balanceOf(address,uint256)', holder, tokenId)
    return (held === null ? undefined : readUint(held)) ?? 0n
  }
  const owner = await call(contract, 'ownerOf(uint256)', tokenId)
  const address = owner === null ? undefined : readAddress(owner)
  return address !== undefined && toChecksum(address) === holder ? 1n : 0n
}

const text = (answer: string | null): string | undefined => (answer === null ? undefined : readText(answer))

/** ERC-721 and ERC-1155 items of an account, found by what ever came to it. */
export async function readNfts(
  ctx: Context,
  { account, network, signal }: Parameters<NonNullable<TokenSource['nfts']>>[0],
): Promise<readonly NftBalance[]> {
  const { caipNetworkId } = network
  const call = createCall(ctx, caipNetworkId, signal)
  const received = (await readReceived(ctx, { account: account.address, caipNetworkId, signal })).slice(0, MAX_ITEMS)
  const collections = new Map(
    [...new Set(received.map(({ contract }) => contract))].map((contract) => [contract, call(contract, 'name()')]),
  )
  const describe = async (item: Received): Promise<NftBalance | undefined> => {
    const { standard, contract, tokenId } = item
    const [amount, link, collection] = await Promise.all([
      amountOf(call, item, account.address),
      call(contract, standard === 'erc721' ? 'tokenURI(uint256)' : 'uri(uint256)', tokenId),
      collections.get(contract) ?? null,
    ])
    if (amount === 0n) return undefined
    const { name = `#${tokenId}`, imageUrl } = readMetadata(text(link) ?? '')
    const title = plainName(text(collection))
    return {
      assetId: `${caipNetworkId}/${standard}:${contract}/${tokenId}`,
      caipNetworkId,
      name,
      amount,
      ...(title !== undefined && { collection: title }),
      ...(imageUrl !== undefined && { imageUrl }),
    }
  }
  const items = await Promise.all(received.map(describe))
  return items.flatMap((item) => item ?? [])
}
