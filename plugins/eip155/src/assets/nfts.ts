import type { Context, NftBalance, TokenSource } from '@wallet-modal/kernel'
import { plainName } from '@wallet-modal/kernel/assets'
import { type Address, erc721Abi, parseAbi } from 'viem'
import { parseEvmAddress } from '../address.js'
import { type ContractReader, createContractReader } from '../contract-calls.js'
import { readMetadata } from './metadata.js'
import { type ReceivedItem, readReceived } from './transfers.js'

/** Maximum number of received items that are read per account, the newest first. Accounts with more items have usually received spam. */
export const MAX_ITEMS = 200

const erc1155Abi = parseAbi([
  'function balanceOf(address, uint256) view returns (uint256)',
  'function uri(uint256) view returns (string)',
])

/** Current balance of an item; 0 if the contract does not return it. */
async function amountOf(
  { read }: ContractReader,
  { standard, contract, tokenId }: ReceivedItem,
  holder: Address,
): Promise<bigint> {
  if (standard === 'erc1155')
    return (
      (await read({ abi: erc1155Abi, address: contract, functionName: 'balanceOf', args: [holder, tokenId] })) ?? 0n
    )
  const owner = await read({ abi: erc721Abi, address: contract, functionName: 'ownerOf', args: [tokenId] })
  return owner === holder ? 1n : 0n
}

const readMetadataUri = (
  { read }: ContractReader,
  { standard, contract, tokenId }: ReceivedItem,
): Promise<string | undefined> =>
  standard === 'erc721'
    ? read({ abi: erc721Abi, address: contract, functionName: 'tokenURI', args: [tokenId] })
    : read({ abi: erc1155Abi, address: contract, functionName: 'uri', args: [tokenId] })

/** ERC-721 and ERC-1155 items of an account, found by its incoming transfers. */
export async function readNfts(
  ctx: Context,
  { account, network, signal }: Parameters<NonNullable<TokenSource['nfts']>>[0],
): Promise<readonly NftBalance[]> {
  const { caipNetworkId } = network
  const reader = createContractReader(ctx, caipNetworkId, signal)
  const holder = parseEvmAddress(account.address)
  const received = (await readReceived(ctx, { holder, caipNetworkId, signal })).slice(0, MAX_ITEMS)
  const collectionNames = new Map(
    [...new Set(received.map(({ contract }) => contract))].map((contract) => [
      contract,
      reader.readText(contract, 'name'),
    ]),
  )
  const describe = async (item: ReceivedItem): Promise<NftBalance | undefined> => {
    const { standard, contract, tokenId } = item
    const [amount, metadataUri, collectionName] = await Promise.all([
      amountOf(reader, item, holder),
      readMetadataUri(reader, item),
      collectionNames.get(contract),
    ])
    if (amount === 0n) return undefined
    const { name = `#${tokenId}`, imageUrl } = readMetadata(metadataUri ?? '')
    const collection = plainName(collectionName)
    return {
      assetId: `${caipNetworkId}/${standard}:${contract}/${tokenId}`,
      caipNetworkId,
      name,
      amount,
      ...(collection !== undefined && { collection }),
      ...(imageUrl !== undefined && { imageUrl }),
    }
  }
  const items = await Promise.all(received.map(describe))
  return items.flatMap((item) => item ?? [])
}
